import { isDeepStrictEqual } from 'node:util';
import { DAY } from '../clock.js';
import type { GuildSettings } from './settings.js';

/**
 * A weaker rule does not take effect at once while a change needs two people: another admin confirms
 * it, or a day passes. So nobody who takes over one admin's account can lift the rule unseen.
 */

/** Without a second admin. */
export const TAKES_EFFECT_AFTER_MS = DAY;

interface Weaker {
  payments?: 'self';
  others?: 'self';
  /** Another channel, or none. */
  auditChannel?: string | null;
}

export interface Loosening {
  readonly weaker: Weaker;
  /** User id. */
  readonly by: string;
  /** When it was requested (ms); also identifies it in buttons. */
  readonly at: number;
  /** When it takes effect without a second admin (ms). */
  readonly effectiveAt: number;
}

/** Splits a change of settings: what takes effect now, and what is weaker and has to wait. */
export function splitChange(
  before: GuildSettings,
  after: GuildSettings,
): { readonly now: GuildSettings; readonly weaker: Weaker | null } {
  const now = structuredClone(after);
  const weaker: Weaker = {};
  for (const kind of ['payments', 'others'] as const) {
    if (before.approval[kind] === 'self' || after.approval[kind] === 'second') continue;
    weaker[kind] = 'self';
    now.approval[kind] = 'second';
  }
  const { auditChannel } = before;
  if (needsTwo(before) && auditChannel !== null && after.auditChannel !== auditChannel) {
    weaker.auditChannel = after.auditChannel;
    now.auditChannel = auditChannel;
  }
  return { now, weaker: Object.keys(weaker).length > 0 ? weaker : null };
}

export function loosened(settings: GuildSettings, { weaker }: Loosening): GuildSettings {
  const { auditChannel = settings.auditChannel, ...approval } = weaker;
  return { ...settings, approval: { ...settings.approval, ...approval }, auditChannel };
}

/** Whether a person's changes to the loosened settings make them stricter again. */
export function isUndone(loosening: Loosening, settings: GuildSettings): boolean {
  return !isDeepStrictEqual(loosened(settings, loosening), settings);
}

export function needsTwo({ approval }: GuildSettings): boolean {
  return approval.payments === 'second' || approval.others === 'second';
}
