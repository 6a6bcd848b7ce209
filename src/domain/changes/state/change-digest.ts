import { hashOf } from '../../json/canonical-json.js';
import type { ChangeStanding } from './state-machine.js';

/**
 * What is remembered of every change there ever was: enough to judge its next step and to find the
 * rest in the trail.
 */
export interface ChangeDigest extends ChangeStanding {
  /** As in `Change`. */
  readonly number: number;
  /** Numbers of all the entries that made it what it is. */
  readonly entries: readonly number[];
  /** A hash over its entries, so that any replaced ones are noticed; stored under this name. */
  readonly seal: string;
}

type EarlierDigest = Pick<ChangeDigest, 'number'> & Partial<Pick<ChangeDigest, 'entries' | 'seal'>>;

/** The digest after one more entry, which leaves the change in that standing. */
export function digestAfter(
  { number, entries = [], seal = '' }: EarlierDigest,
  { seq, hash }: { readonly seq: number; readonly hash: string },
  standing: ChangeStanding,
): ChangeDigest {
  return { ...standing, number, entries: [...entries, seq], seal: chainedHash(seal, hash) };
}

/** Adds one entry's hash to the chain. */
export function chainedHash(before: string, hash: string): string {
  return hashOf([before, hash]).slice(0, 16);
}
