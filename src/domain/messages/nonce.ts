import { hashOf } from '../json/canonical-json.js';

/** Discord takes no longer ones. */
const LONGEST = 25;

/**
 * By which Discord tells, for some minutes, that a message is the same one sent again: made of what
 * tells this post from all others.
 */
export function nonceOf(what: readonly unknown[]): string {
  return hashOf(what).slice(0, LONGEST);
}
