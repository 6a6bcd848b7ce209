import { hashOf } from '../json/canonical-json.js';

/** Discord accepts none longer. */
const LONGEST = 25;

/**
 * A message that was begun longer ago doesn't leave any more. After a minute (`CLAIMED_MS`) another
 * process may post or edit it, and Discord knows its nonce for some minutes from then on.
 */
export const LEAVES_WITHIN_MS = 2 * 60_000;

/**
 * Lets Discord recognise a message sent again, for some minutes: made of what tells this post from
 * all others.
 */
export function nonceOf(what: readonly unknown[]): string {
  return hashOf(what).slice(0, LONGEST);
}
