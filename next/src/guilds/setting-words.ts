import { duration } from '../durations.js';
import { escape } from '../text.js';
import type { GuildSettings } from './settings.js';

/** Name, as a card’s line begins, and as a sentence has it. */
const NAMES = [
  ['currency', 'Currency', 'the currency'],
  ['timeZone', 'Time zone', 'the time zone'],
  ['scope', 'Scope', 'the default scope'],
  ['read', 'Read', 'who may read'],
  ['request', 'Request and confirm', 'who may request and confirm'],
  ['confirm', 'Only confirm', 'who may only confirm'],
  ['payments', 'Payment changes', 'payment changes'],
  ['paymentsWait', 'Payment changes wait', 'how long payment changes wait'],
  ['others', 'Other changes', 'other changes'],
  ['othersWait', 'Other changes wait', 'how long other changes wait'],
  ['ping', 'Ping', 'who is pinged'],
  ['auditChannel', 'Audit channel', 'the audit channel'],
  ['alertChannel', 'Alert channel', 'the alert channel'],
  ['alertRole', 'Alert role', 'the role of built-in alerts'],
] as const;

type SettingName = (typeof NAMES)[number][0];

/** The values, as Markdown. */
export function settingWords(settings: GuildSettings): Readonly<Record<SettingName, string>> {
  const { currency, timeZone, roles, approval, waits, pingRole, auditChannel, alerts } = settings;
  return {
    currency,
    timeZone,
    scope: scopeWords(settings),
    read: mentions(roles.viewer) || 'everyone',
    request: [...roles.manager.map(mention), 'admins'].join(', '),
    confirm: mentions(roles.approver) || 'nobody',
    payments: people(approval.payments),
    paymentsWait: duration(waits.payments),
    others: people(approval.others),
    othersWait: duration(waits.others),
    ping: pingRole === null ? 'nobody' : mention(pingRole),
    auditChannel: channelWords(auditChannel),
    alertChannel: channelWords(alerts.channel),
    alertRole: alerts.role === null ? 'nobody' : mention(alerts.role),
  };
}

/** The settings that differ, in words: `Audit channel`, `the audit channel`, `none`, `<#301>`. */
export function changedSettings(before: GuildSettings, after: GuildSettings) {
  const [was, is] = [settingWords(before), settingWords(after)];
  return NAMES.map(([name, label, phrase]) => ({
    label,
    phrase,
    before: was[name],
    after: is[name],
  })).filter((change) => change.before !== change.after);
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

function mention(roleId: string): string {
  return `<@&${roleId}>`;
}
