import { z } from 'zod';
import { guildSettings, type GuildSettings, type KeyInfo } from '../../guild/guild-settings.js';

/** Settings as the trail records them. */

const AUDITED = [
  'viewer',
  'manager',
  'approver',
  'payments',
  'others',
  'badChecksum',
  'paymentsWait',
  'othersWait',
  'ping',
  'audit',
  'key',
  'currency',
  'timeZone',
  'site',
  'subaccounts',
] as const;
export type AuditedSetting = (typeof AUDITED)[number];

/** Ids, names, words and minutes; empty = not set. For a key: last four characters, since when. */
type SettingValues = Record<AuditedSetting, readonly string[]>;

export const changedSettings = z.array(
  z.object({
    what: z.enum(AUDITED),
    before: z.array(z.string()),
    after: z.array(z.string()),
  }),
);

export const settingChanges = z.object({
  /** The command; `loosened`: after waiting; `found`: nobody knows who set it. */
  by: z.enum(['roles', 'defaults', 'key', 'disconnect', 'bot-removed', 'loosened', 'found']),
  changed: changedSettings,
});
export type SettingChanges = z.output<typeof settingChanges>;

/** Covers the settings only, not the key. */
export function settingValues(settings: GuildSettings): SettingValues {
  const { roles, approval, waits, auditChannelId, siteId, siteName } = settings;
  return {
    // Named one by one: spreading them would cost more than everything else.
    viewer: roles.viewer,
    manager: roles.manager,
    approver: roles.approver,
    payments: [approval.payments],
    others: [approval.others],
    badChecksum: [settings.badChecksum],
    paymentsWait: [String(waits.payments)],
    othersWait: listed(waits.others?.toString()),
    ping: listed(settings.pingRoleId),
    audit: listed(auditChannelId),
    key: [],
    currency: [settings.currency],
    timeZone: [settings.timeZone],
    site: siteId === undefined ? [] : [siteId, ...listed(siteName)],
    subaccounts: settings.subaccounts,
  };
}

const listed = (value: string | undefined) => (value === undefined ? [] : [value]);

/** `unreadable`: there is a key, but its record is damaged. */
export function keyValues(key: KeyInfo | 'unreadable' | null): string[] {
  if (key === null) return [];
  if (key === 'unreadable') return [key];
  return [key.lastFour, new Date(key.connectedAt).toISOString()];
}

/** The settings with these values instead of their own. Throws for an invalid value. */
export function withValues(
  settings: GuildSettings,
  values: Iterable<readonly [string, readonly string[]]>,
): GuildSettings {
  const all = { ...settingValues(settings), ...Object.fromEntries(values) };
  const [siteId, siteName] = all.site;
  return guildSettings.parse({
    roles: all,
    approval: { payments: all.payments[0], others: all.others[0] },
    badChecksum: all.badChecksum[0],
    waits: { payments: minutesIn(all.paymentsWait), others: minutesIn(all.othersWait) },
    pingRoleId: all.ping[0],
    auditChannelId: all.audit[0],
    currency: all.currency[0],
    timeZone: all.timeZone[0],
    siteId,
    siteName,
    subaccounts: all.subaccounts,
  });
}

function minutesIn([text]: readonly string[]): number | undefined {
  return text === undefined ? undefined : Number(text);
}

export function settingDifferences(
  before: SettingValues,
  after: SettingValues,
): SettingChanges['changed'] {
  return AUDITED.filter((what) => before[what].join('\n') !== after[what].join('\n')).map(
    (what) => ({ what, before: [...before[what]], after: [...after[what]] }),
  );
}

/** What is in force if nobody has set anything. */
export const NOTHING_SET = settingValues(guildSettings.parse({}));
