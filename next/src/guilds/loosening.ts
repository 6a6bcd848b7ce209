import { z } from 'zod';
import type { GuildSettings } from './settings.js';

/**
 * A weaker rule does not take effect at once while a change needs two people: another admin confirms
 * it, or a day passes. Whoever takes over one admin's account gains nothing by changing the rules.
 */

const DAY = 86_400_000;

const weaker = z.object({
  payments: z.literal('self').optional(),
  others: z.literal('self').optional(),
  auditChannel: z.string().nullable().optional(),
});
type Weaker = z.output<typeof weaker>;

export const loosening = z.object({
  weaker,
  /** User id. */
  by: z.string(),
  at: z.number(),
  /** When it takes effect without a second admin (ms). */
  effectiveAt: z.number(),
});
export type Loosening = z.output<typeof loosening>;

/** What of a change of settings takes effect now, and what is weaker and has to wait. */
export function splitChange(
  before: GuildSettings,
  after: GuildSettings,
): { readonly now: GuildSettings; readonly weaker: Weaker | null } {
  if (!needsTwo(before)) return { now: after, weaker: null };
  const waits: Weaker = {
    ...(isWeaker(before, after, 'payments') && { payments: 'self' }),
    ...(isWeaker(before, after, 'others') && { others: 'self' }),
    ...(before.auditChannel !== null &&
      after.auditChannel !== before.auditChannel && { auditChannel: after.auditChannel }),
  };
  if (Object.keys(waits).length === 0) return { now: after, weaker: null };
  const now = {
    ...after,
    approval: {
      payments: waits.payments ? before.approval.payments : after.approval.payments,
      others: waits.others ? before.approval.others : after.approval.others,
    },
    auditChannel: 'auditChannel' in waits ? before.auditChannel : after.auditChannel,
  };
  return { now, weaker: waits };
}

/** The rules in force: nothing has to happen at that moment. */
export function inForce(
  settings: GuildSettings,
  waiting: Loosening | null,
  now: number,
): GuildSettings {
  return waiting === null || now < waiting.effectiveAt ? settings : loosened(settings, waiting);
}

export function loosened(settings: GuildSettings, { weaker }: Loosening): GuildSettings {
  const { payments, others } = settings.approval;
  return {
    ...settings,
    approval: { payments: weaker.payments ?? payments, others: weaker.others ?? others },
    auditChannel: weaker.auditChannel === undefined ? settings.auditChannel : weaker.auditChannel,
  };
}

export function newLoosening(weaker: Weaker, by: string, at: number): Loosening {
  return { weaker, by, at, effectiveAt: at + DAY };
}

export function needsTwo({ approval }: GuildSettings): boolean {
  return approval.payments === 'second' || approval.others === 'second';
}

function isWeaker(
  before: GuildSettings,
  after: GuildSettings,
  what: 'payments' | 'others',
): boolean {
  return before.approval[what] === 'second' && after.approval[what] === 'self';
}
