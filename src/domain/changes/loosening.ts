import { z } from 'zod';
import { headOf } from './witness.js';
import type { Mark, Person } from './change.js';
import { changedSettings, type SettingChanges } from './setting-changes.js';

/**
 * A rule that protects cannot be loosened by one person at once: the wish to waits in the trail,
 * one at a time, until another admin confirms it or its time has come. Then it takes effect,
 * which is the `set` entry that ends it.
 *
 *     asked → confirmed → set          by another admin, or by Pitboss when its time has come
 *     asked → withdrawn, or asked again, in place of the one before
 */

/** How long nobody but another admin can make it take effect. */
export const LOOSENING_WAITS_MS = 24 * 3_600_000;

/** The entry that asked for it. */
const asked = z.object({ asked: z.number() });

export const looseningSteps = [
  z.object({
    step: z.literal('loosening-asked'),
    details: z.object({
      changed: changedSettings,
      /** By the bot's clock, in ms: from then on it needs nobody's confirmation. */
      takesEffectAt: z.number(),
      /** The entry of the one that it takes the place of. */
      replaces: z.number().optional(),
    }),
  }),
  z.object({ step: z.literal('loosening-confirmed'), details: asked }),
  z.object({ step: z.literal('loosening-withdrawn'), details: asked }),
] as const;
type LooseningStep = z.output<(typeof looseningSteps)[number]>;

/** One that waits, or that is confirmed and about to take effect. */
export interface Loosening {
  /** Number of the entry that asked for it. */
  readonly seq: number;
  /** Head of that entry's hash: a store that was put back uses its numbers again. */
  readonly head: string;
  readonly by: Person;
  readonly at: number;
  readonly takesEffectAt: number;
  readonly changed: SettingChanges['changed'];
  /** From here on nobody can withdraw it. */
  readonly confirmed?: Mark;
}

/** What waits after the step; `illegal` = it does not follow from what waited before. */
export function afterStep(
  now: Loosening | null,
  {
    seq,
    hash,
    at,
    actor,
    ...entry
  }: LooseningStep & Pick<Loosening, 'seq' | 'at'> & { hash: string; actor: Mark['by'] },
): Loosening | null | 'illegal' {
  if (entry.step === 'loosening-asked') {
    if (actor === 'pitboss' || now?.confirmed !== undefined) return 'illegal';
    const { changed, takesEffectAt, replaces } = entry.details;
    if (replaces !== now?.seq) return 'illegal';
    return { seq, head: headOf(hash), by: actor, at, takesEffectAt, changed };
  }
  if (now === null || now.seq !== entry.details.asked || now.confirmed !== undefined) {
    return 'illegal';
  }
  if (entry.step === 'loosening-withdrawn') return null;
  const isAlone = actor === 'pitboss' ? at < now.takesEffectAt : actor.id === now.by.id;
  return isAlone ? 'illegal' : { ...now, confirmed: { by: actor, at } };
}
