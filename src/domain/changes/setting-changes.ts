import { z } from 'zod';
import { guildSettings, type GuildSettings, type KeyInfo } from '../guild/guild-settings.js';

/** Settings as the trail tells of them: who may do what, where it is told, which workspace. */

const AUDITED = [
  'viewer',
  'manager',
  'approver',
  'payments',
  'others',
  'badChecksum',
  'audit',
  'key',
  'currency',
  'timeZone',
  'site',
  'subaccounts',
] as const;
export type Audited = (typeof AUDITED)[number];

/** Ids, names and words; empty = not set. Of a key its last four characters and since when. */
type SettingValues = Record<Audited, readonly string[]>;

export const changedSettings = z.array(
  z.object({
    what: z.enum(AUDITED),
    before: z.array(z.string()),
    after: z.array(z.string()),
  }),
);

export const settingChanges = z.object({
  /**
   * The command; `loosened`: it had to wait before it took effect; `found`: altered by nobody
   * knows whom, and noticed at a start.
   */
  by: z.enum(['roles', 'defaults', 'key', 'disconnect', 'bot-removed', 'loosened', 'found']),
  changed: changedSettings,
});
export type SettingChanges = z.output<typeof settingChanges>;

/** `unreadable`: there is a key whose record is damaged. */
export function settingValues(
  settings: GuildSettings,
  key: KeyInfo | 'unreadable' | null,
): SettingValues {
  const { roles, approval, auditChannelId, siteId, siteName } = settings;
  return {
    ...roles,
    payments: [approval.payments],
    others: [approval.others],
    badChecksum: [settings.badChecksum],
    audit: listed(auditChannelId),
    key: key === null || key === 'unreadable' ? listed(key) : [key.lastFour, timeOf(key)],
    currency: [settings.currency],
    timeZone: [settings.timeZone],
    site: [...listed(siteId), ...listed(siteName)],
    subaccounts: settings.subaccounts,
  };
}

const listed = (value: string | null | undefined) =>
  value === null || value === undefined ? [] : [value];

const timeOf = ({ connectedAt }: KeyInfo) => new Date(connectedAt).toISOString();

export function differences(
  before: SettingValues,
  after: SettingValues,
): SettingChanges['changed'] {
  return AUDITED.filter((what) => before[what].join('\n') !== after[what].join('\n')).map(
    (what) => ({ what, before: [...before[what]], after: [...after[what]] }),
  );
}

/** What the trail last said; where it never spoke of something, that is `otherwise`. */
export function lastRecorded(
  known: ReadonlyMap<string, readonly string[]>,
  otherwise: SettingValues,
): SettingValues {
  const told = { ...otherwise };
  for (const what of AUDITED) told[what] = known.get(what) ?? otherwise[what];
  return told;
}

/** What holds where nobody has set anything. */
export const NOTHING_SET = settingValues(guildSettings.parse({}), null);
