import { hashOf } from '../json/canonical-json.js';
import { CLAIMED_MS } from '../async/with-claim.js';

/** Discord accepts none longer. */
const LONGEST = 25;

/**
 * A message that was begun longer ago is no longer sent. Once its claim has run out, another process
 * may post it, and Discord recognises the nonce of that post only for some minutes.
 */
export const LEAVES_WITHIN_MS = 2 * CLAIMED_MS;

/**
 * Lets Discord recognise a message sent again, for some minutes: made of what tells this post from
 * all others.
 */
export function nonceOf(what: readonly unknown[]): string {
  return hashOf(what).slice(0, LONGEST);
}
