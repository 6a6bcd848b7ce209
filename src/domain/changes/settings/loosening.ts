import { z } from 'zod';
import { hashPrefix } from '../entry-ref.js';
import type { WhoAndWhen, Person } from '../change.js';
import { changedSettings, type SettingChanges } from './setting-changes.js';
import { DAY_MS } from '../../time/units.js';

/**
 * One person can't loosen a rule that protects: the request waits in the trail, one at a time,
 * until another admin confirms it or its time has come.
 *
 *     asked → set          by another admin, or by Pitboss when its time has come
 *     asked → withdrawn, or asked again, in place of the one before
 *
 * Earlier versions wrote `loosening-confirmed` between the two.
 */

/** Until then only another admin can put it into effect. */
export const LOOSENING_WAITS_MS = DAY_MS;

/** The entry that asked for it. */
const asked = z.object({ asked: z.number() });

export const looseningSteps = [
  z.object({
    step: z.literal('loosening-asked'),
    details: z.object({
      changed: changedSettings,
      /** By the bot's clock, in ms: from then on it needs no confirmation. */
      takesEffectAt: z.number(),
      /** The entry of the loosening it replaces. */
      replaces: z.number().optional(),
    }),
  }),
  z.object({ step: z.literal('loosening-confirmed'), details: asked }),
  z.object({ step: z.literal('loosening-withdrawn'), details: asked }),
] as const;
type LooseningStep = z.output<(typeof looseningSteps)[number]>;

/** A waiting loosening. */
export interface Loosening {
  /** Number of the entry that asked for it. */
  readonly seq: number;
  /** Head of that entry's hash: a restored store reuses its numbers. */
  readonly head: string;
  readonly by: Person;
  readonly at: number;
  readonly takesEffectAt: number;
  readonly changed: SettingChanges['changed'];
  /** The entry of the loosening it replaced. */
  readonly replaces?: number;
  /** Set by an earlier version: it takes effect at the next pass, and nobody can withdraw it. */
  readonly confirmed?: WhoAndWhen;
}

/** Whether it may take effect by itself, or was confirmed under an earlier version. */
export function isDue({ confirmed, takesEffectAt }: Loosening, now: number): boolean {
  return confirmed !== undefined || now >= takesEffectAt;
}

/**
 * Whether this entry may put it into effect: another person's may, and Pitboss's once it is due.
 */
export function mayTakeEffect(loosening: Loosening, { by, at }: WhoAndWhen): boolean {
  if (by === 'pitboss') return isDue(loosening, at);
  return loosening.confirmed !== undefined || by.id !== loosening.by.id;
}

/** What waits after the step; `illegal` = the step doesn't follow from what waited before. */
export function afterStep(
  now: Loosening | null,
  {
    seq,
    hash,
    at,
    actor,
    ...entry
  }: LooseningStep & Pick<Loosening, 'seq' | 'at'> & { hash: string; actor: WhoAndWhen['by'] },
): Loosening | null | 'illegal' {
  if (entry.step === 'loosening-asked') {
    if (actor === 'pitboss' || now?.confirmed !== undefined) return 'illegal';
    const { changed, takesEffectAt, replaces } = entry.details;
    if (replaces !== now?.seq) return 'illegal';
    const instead = replaces === undefined ? {} : { replaces };
    return { seq, head: hashPrefix(hash), by: actor, at, takesEffectAt, changed, ...instead };
  }
  if (now === null || now.seq !== entry.details.asked || now.confirmed !== undefined) {
    return 'illegal';
  }
  if (entry.step === 'loosening-withdrawn') return null;
  const acted = { by: actor, at };
  return mayTakeEffect(now, acted) ? { ...now, confirmed: acted } : 'illegal';
}
