import { hashOf } from '../json/canonical-json.js';
import type { Standing } from './state-machine.js';

/**
 * What is remembered of every change there ever was: enough to judge its next step, and to find
 * the rest in the trail.
 */
export interface ChangeDigest extends Standing {
  /** Numbers of all entries that made it what it is. */
  readonly entries: readonly number[];
  /** A hash over those of its entries, so that others in their places are noticed; stored by this name. */
  readonly seal: string;
}

/** After one more entry, which leaves the change in that standing. */
export function digestAfter(
  before: ChangeDigest | undefined,
  { seq, hash }: { readonly seq: number; readonly hash: string },
  standing: Standing,
): ChangeDigest {
  const entries = [...(before?.entries ?? []), seq];
  return { ...standing, entries, seal: chainedHash(before?.seal ?? '', hash) };
}

/** Of one entry more. */
export function chainedHash(before: string, hash: string): string {
  return hashOf([before, hash]).slice(0, 16);
}
