import { isAdmin, type Member } from '../../guild/access-levels.js';
import type { Refusal } from '../change.js';
import type { Loosening } from './loosening.js';
import {
  settingDifferences,
  settingValues,
  withValues,
  type SettingChanges,
} from './setting-changes.js';
import { guildSettings, type GuildSettings } from '../../guild/guild-settings.js';

/** Which settings loosen a rule, and who may make that take effect. Pure. */

type SettingChange = SettingChanges['changed'][number];

/** A rule needs two people, so one person alone can't remove it. */
function isSecondInForce({ approval }: GuildSettings): boolean {
  return approval.payments === 'second' || approval.others === 'second';
}

export interface SplitSettings {
  /** What takes effect at once. */
  readonly atOnce: GuildSettings;
  /** What has to wait; empty if nothing. */
  readonly delayed: SettingChanges['changed'];
}

/** Splits an admin's request into what takes effect at once and what has to wait. */
export function splitLoosening(now: GuildSettings, wanted: GuildSettings): SplitSettings {
  if (!isSecondInForce(now)) return { atOnce: wanted, delayed: [] };
  const delayed = settingDifferences(settingValues(now), settingValues(wanted)).filter(isLooser);
  const kept = delayed.map(({ what, before }) => [what, before] as const);
  return { atOnce: withValues(wanted, kept), delayed };
}

/**
 * Waiting times and pings loosen nothing: the same people have to confirm, what they see is read
 * again, no open change is affected, and three days are the most.
 */
function isLooser({ what, before, after }: SettingChange): boolean {
  if (what === 'payments' || what === 'others') return after[0] === 'self';
  if (what === 'badChecksum') return after[0] === 'warn';
  // A channel that was set is removed or no longer told.
  return what === 'audit' && before.length > 0;
}

/** A setting that has been changed to something else meanwhile stays as it is. */
export function loosen(now: GuildSettings, changed: SettingChanges['changed']): GuildSettings {
  const values = settingValues(now);
  const loosened = changed
    .filter(({ what, before }) => values[what].join('\n') === before.join('\n'))
    .map(({ what, after }) => [what, after] as const);
  return withValues(now, loosened);
}

/**
 * While a rule needs two people, disconnecting keeps the rules: connecting again would otherwise
 * start with looser ones and tell nobody.
 */
export function settingsAfterDisconnect(now: GuildSettings): GuildSettings {
  if (!isSecondInForce(now)) return guildSettings.parse({});
  const { approval, badChecksum, auditChannelId } = now;
  return guildSettings.parse({ approval, badChecksum, auditChannelId });
}

export function isSameLoosening(waiting: Loosening, delayed: SettingChanges['changed']): boolean {
  return JSON.stringify(waiting.changed) === JSON.stringify(delayed);
}

/** An admin's click; `asked`: the loosening that they saw. */
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
