import { isAdmin, type Member } from '../../domain/guild/access.js';
import type { Refusal } from '../../domain/changes/change.js';
import type { Loosening } from '../../domain/changes/loosening.js';
import {
  settingDifferences,
  settingValues,
  withValues,
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
export function splitLoosening(now: GuildSettings, wanted: GuildSettings): SplitSettings {
  if (!isSecondInForce(now)) return { atOnce: wanted, held: [] };
  const held = settingDifferences(settingValues(now), settingValues(wanted)).filter(isLooser);
  const kept = held.map(({ what, before }) => [what, before] as const);
  return { atOnce: withValues(wanted, kept), held };
}

/**
 * How long a change waits is none of it, nor who is pinged: the same people have to confirm, what
 * they see is read again then, no open change is moved, and three days are the most.
 */
function isLooser({ what, before, after }: Changed): boolean {
  if (what === 'payments' || what === 'others') return after[0] === 'self';
  if (what === 'badChecksum') return after[0] === 'warn';
  // One that is set is taken away, or told no more.
  return what === 'audit' && before.length > 0;
}

/** What was set meanwhile to something else than what was to be loosened stays. */
export function loosen(now: GuildSettings, changed: SettingChanges['changed']): GuildSettings {
  const values = settingValues(now);
  const loosened = changed
    .filter(({ what, before }) => values[what].join('\n') === before.join('\n'))
    .map(({ what, after }) => [what, after] as const);
  return withValues(now, loosened);
}

/**
 * Disconnecting forgets all but the rules while one of them needs two people: connecting again
 * would otherwise begin with looser ones, and with nobody told.
 */
export function settingsAfterDisconnect(now: GuildSettings): GuildSettings {
  if (!isSecondInForce(now)) return guildSettings.parse({});
  const { approval, badChecksum, auditChannelId } = now;
  return guildSettings.parse({ approval, badChecksum, auditChannelId });
}

export function isSameLoosening(waiting: Loosening, held: SettingChanges['changed']): boolean {
  return JSON.stringify(waiting.changed) === JSON.stringify(held);
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
