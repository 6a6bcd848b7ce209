import { hashOf } from '../json/canonical-json.js';
import type { Standing } from './state-machine.js';

/**
 * What is remembered of every change there ever was: enough to judge its next step, and to find
 * the rest in the trail.
 */
export interface ChangeDigest extends Standing {
  /** As in `Change`. */
  readonly number: number;
  /** Numbers of all entries that made it what it is. */
  readonly entries: readonly number[];
  /** A hash over those of its entries, so that others in their places are noticed; stored by this name. */
  readonly seal: string;
}

type Before = Pick<ChangeDigest, 'number'> & Partial<Pick<ChangeDigest, 'entries' | 'seal'>>;

/** After one more entry, which leaves the change in that standing. */
export function digestAfter(
  { number, entries = [], seal = '' }: Before,
  { seq, hash }: { readonly seq: number; readonly hash: string },
  standing: Standing,
): ChangeDigest {
  return { ...standing, number, entries: [...entries, seq], seal: chainedHash(seal, hash) };
}

/** Of one entry more. */
export function chainedHash(before: string, hash: string): string {
  return hashOf([before, hash]).slice(0, 16);
}
