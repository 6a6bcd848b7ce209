import { duration } from '../durations.js';
import { escape } from '../text.js';
import type { GuildSettings } from './settings.js';

export interface SettingWords {
  /** As a card's line begins: `Audit channel`. */
  readonly label: string;
  /** As a sentence has it: `the audit channel`. */
  readonly phrase: string;
  /** The value, as Markdown. */
  readonly words: (settings: GuildSettings) => string;
}

const setting = (label: string, phrase: string, words: SettingWords['words']): SettingWords => ({
  label,
  phrase,
  words,
});

export const SETTINGS = {
  currency: setting('Currency', 'the currency', ({ currency }) => currency),
  timeZone: setting('Time zone', 'the time zone', ({ timeZone }) => timeZone),
  scope: setting('Scope', 'the default scope', scopeWords),
  read: setting('Read', 'who may read', ({ roles }) => mentions(roles.viewer, 'everyone')),
  request: setting('Request and confirm', 'who may request and confirm', ({ roles }) =>
    [...roles.manager.map(mention), 'admins'].join(', '),
  ),
  confirm: setting('Only confirm', 'who may only confirm', ({ roles }) =>
    mentions(roles.approver, 'nobody'),
  ),
  payments: setting('Payment changes', 'payment changes', ({ approval }) =>
    people(approval.payments),
  ),
  paymentsWait: setting('Payment changes wait', 'how long payment changes wait', ({ waits }) =>
    duration(waits.payments),
  ),
  others: setting('Other changes', 'other changes', ({ approval }) => people(approval.others)),
  othersWait: setting('Other changes wait', 'how long other changes wait', ({ waits }) =>
    duration(waits.others),
  ),
  ping: setting('Ping', 'who is pinged', ({ pingRole }) =>
    pingRole === null ? 'nobody' : mention(pingRole),
  ),
  auditChannel: setting('Audit channel', 'the audit channel', ({ auditChannel }) =>
    auditChannel === null ? 'none' : `<#${auditChannel}>`,
  ),
} satisfies Record<string, SettingWords>;

export interface SettingChange extends Pick<SettingWords, 'label' | 'phrase'> {
  readonly before: string;
  readonly after: string;
}

/** The settings that differ, in words. */
export function changedSettings(before: GuildSettings, after: GuildSettings): SettingChange[] {
  return Object.values(SETTINGS)
    .map(({ label, phrase, words }) => ({
      label,
      phrase,
      before: words(before),
      after: words(after),
    }))
    .filter((change) => change.before !== change.after);
}

function scopeWords({ site, subaccounts }: GuildSettings): string {
  if (site !== null) return escape(site.name);
  return subaccounts.length === 0
    ? 'all sites and subaccounts'
    : escape(subaccounts.join(', '), 400);
}

function people(approval: 'self' | 'second'): string {
  return approval === 'second' ? 'two people' : 'one person';
}

function mentions(roleIds: readonly string[], none: string): string {
  return roleIds.map(mention).join(', ') || none;
}

function mention(roleId: string): string {
  return `<@&${roleId}>`;
}
