import { duration } from '../durations.js';
import { escape } from '../text.js';
import type { GuildSettings } from './settings.js';

const setting = (label: string, phrase: string, value: string) => ({ label, phrase, value });

/** Each setting as a line's heading, as a phrase within a sentence, and its value as Markdown. */
export function settingWords(settings: GuildSettings) {
  const { currency, timeZone, roles, approval, waits, pingRole, auditChannel, alerts } = settings;
  const request = [...roles.manager.map(mention), 'admins'].join(', ');
  const [payments, others] = [duration(waits.payments), duration(waits.others)];
  return {
    currency: setting('Currency', 'the currency', currency),
    timeZone: setting('Time zone', 'the time zone', timeZone),
    scope: setting('Scope', 'the default scope', scopeWords(settings)),
    read: setting('Read', 'who may read', mentions(roles.viewer) || 'everyone'),
    request: setting('Request and confirm', 'who may request and confirm', request),
    confirm: setting('Only confirm', 'who may only confirm', mentions(roles.approver) || 'nobody'),
    payments: setting('Payment changes', 'payment changes', people(approval.payments)),
    paymentsWait: setting('Payment changes wait', 'how long payment changes wait', payments),
    others: setting('Other changes', 'other changes', people(approval.others)),
    othersWait: setting('Other changes wait', 'how long other changes wait', others),
    ping: setting('Ping', 'who is pinged', mention(pingRole)),
    auditChannel: setting('Audit channel', 'the audit channel', channelWords(auditChannel)),
    alertChannel: setting('Alert channel', 'the alert channel', channelWords(alerts.channel)),
    alertRole: setting('Alert role', 'the role of built-in alerts', mention(alerts.role)),
  };
}

/** The settings that differ, in words: `Audit channel`, `the audit channel`, `none`, `<#301>`. */
export function changedSettings(before: GuildSettings, after: GuildSettings) {
  const is = Object.values(settingWords(after));
  return Object.values(settingWords(before)).flatMap(({ value, ...name }, index) => {
    const now = is[index]?.value;
    return now === value ? [] : [{ ...name, before: value, after: now }];
  });
}

function scopeWords({ site, subaccounts }: GuildSettings): string {
  if (site !== null) return escape(site.name);
  return subaccounts.length === 0
    ? 'all sites and subaccounts'
    : escape(subaccounts.join(', '), 400);
}

function channelWords(channelId: string | null): string {
  return channelId === null ? 'none' : `<#${channelId}>`;
}

function people(approval: 'self' | 'second'): string {
  return approval === 'second' ? 'two people' : 'one person';
}

function mentions(roleIds: readonly string[]): string {
  return roleIds.map(mention).join(', ');
}

function mention(roleId: string | null): string {
  return roleId === null ? 'nobody' : `<@&${roleId}>`;
}
