import { isAdmin, type Member } from '../../domain/guild/access.js';
import type { Refusal } from '../../domain/changes/change.js';
import type { Loosening } from '../../domain/changes/loosening.js';
import {
  differences,
  settingValues,
  type SettingChanges,
} from '../../domain/changes/setting-changes.js';
import { guildSettings, type GuildSettings } from '../../domain/guild/guild-settings.js';

/** Which settings loosen a rule, and who may make one of them take effect: pure. */

type Changed = SettingChanges['changed'][number];

/** A rule asks for two people, so no one person may take it away. */
function isSecondInForce({ approval }: GuildSettings): boolean {
  return approval.payments === 'second' || approval.others === 'second';
}

export interface SplitSettings {
  /** What takes effect at once. */
  readonly atOnce: GuildSettings;
  /** What has to wait; empty = nothing. */
  readonly held: SettingChanges['changed'];
}

/** Parts what an admin wants into what may take effect at once and what has to wait. */
export function holdBack(now: GuildSettings, wanted: GuildSettings): SplitSettings {
  if (!isSecondInForce(now)) return { atOnce: wanted, held: [] };
  const held = differences(settingValues(now, null), settingValues(wanted, null)).filter(isLooser);
  const atOnce = held.reduce((kept, { what, before }) => put(kept, what, before), wanted);
  return { atOnce, held };
}

function isLooser({ what, before, after }: Changed): boolean {
  if (what === 'payments' || what === 'others') return after[0] === 'self';
  if (what === 'badChecksum') return after[0] === 'warn';
  // One that is set is taken away, or told no more.
  return what === 'audit' && before.length > 0;
}

/** What was set meanwhile to something else than what was to be loosened stays. */
export function loosen(now: GuildSettings, changed: SettingChanges['changed']): GuildSettings {
  const told = settingValues(now, null);
  return changed
    .filter(({ what, before }) => told[what].join('\n') === before.join('\n'))
    .reduce((settings, { what, after }) => put(settings, what, after), now);
}

/** Throws for a value that no such setting has. */
function put(settings: GuildSettings, what: Changed['what'], [value]: Changed['after']) {
  const { approval } = settings;
  if (what === 'payments' || what === 'others') {
    return guildSettings.parse({ ...settings, approval: { ...approval, [what]: value } });
  }
  if (what === 'badChecksum') return guildSettings.parse({ ...settings, badChecksum: value });
  if (what === 'audit') return { ...settings, auditChannelId: value };
  throw new Error(`no rule is loosened by ${what}`);
}

/**
 * Disconnecting forgets all but the rules while one of them needs two people: connecting again
 * would otherwise begin with looser ones, and with nobody told.
 */
export function keptAtDisconnect(now: GuildSettings): GuildSettings {
  if (!isSecondInForce(now)) return guildSettings.parse({});
  const { approval, badChecksum, auditChannelId } = now;
  return guildSettings.parse({ approval, badChecksum, auditChannelId });
}

export function isSameLoosening(waiting: Loosening, held: SettingChanges['changed']): boolean {
  return JSON.stringify(waiting.changed) === JSON.stringify(held);
}

/** Whether Pitboss has to do something: it is confirmed, or its time has come. */
export function isDue({ confirmed, takesEffectAt }: Loosening, now: number): boolean {
  return confirmed !== undefined || now >= takesEffectAt;
}

/** An admin's click; `asked` names the loosening that they saw. */
export interface LooseningAttempt {
  readonly member: Member;
  readonly asked: Pick<Loosening, 'seq' | 'head'>;
}

export function whyNotConfirmLoosening(
  waiting: Loosening | null,
  { member, asked }: LooseningAttempt,
): Refusal | null {
  const refusal = whyNotWithdrawLoosening(waiting, { member, asked });
  if (refusal !== null) return refusal;
  return waiting?.by.id === member.userId ? { why: 'own-loosening' } : null;
}

export function whyNotWithdrawLoosening(
  waiting: Loosening | null,
  { member, asked }: LooseningAttempt,
): Refusal | null {
  if (!isAdmin(member)) return { why: 'not-admin' };
  const isSame = waiting?.seq === asked.seq && waiting.head === asked.head;
  return isSame && waiting.confirmed === undefined ? null : { why: 'no-loosening' };
}
