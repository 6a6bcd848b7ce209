import { verify, type KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** What Discord says about a body: both as they came. */
export interface Signed {
  readonly signature: string;
  readonly timestamp: string;
}

/**
 * `old`: Discord signed it, but at another time: it is sent again by somebody, or a clock is wrong.
 */
export type Verdict = 'good' | 'forged' | 'old';

/** Ed25519 gives 64 bytes. */
const SIGNATURE = /^[\da-f]{128}$/i;
/** Seconds since 1970. */
const TIMESTAMP = /^\d{1,12}$/;
/**
 * Discord waits 3 s for an answer, so what it sends is never older than some seconds; the rest is
 * for clocks that differ. It is far below the 15 minutes for which an interaction that writes stays
 * claimed, so nothing that is sent again in this time can run again.
 */
const MOST_APART_MS = 5 * 60_000;

/** Null where one of the two is missing, stands there twice, or can't be what it is named. */
export function signedOf(headers: IncomingHttpHeaders): Signed | null {
  const signature = headers['x-signature-ed25519'];
  const timestamp = headers['x-signature-timestamp'];
  if (typeof signature !== 'string' || typeof timestamp !== 'string') return null;
  return SIGNATURE.test(signature) && TIMESTAMP.test(timestamp) ? { signature, timestamp } : null;
}

/** Whether Discord sent this very body just now ("Validating Security Request Headers"). */
export function createSignatureCheck(publicKey: KeyObject, now: () => number = Date.now) {
  return ({ signature, timestamp }: Signed, body: Buffer): Verdict => {
    const message = Buffer.concat([Buffer.from(timestamp), body]);
    if (!verify(null, message, publicKey, Buffer.from(signature, 'hex'))) return 'forged';
    return Math.abs(now() - Number(timestamp) * 1_000) > MOST_APART_MS ? 'old' : 'good';
  };
}

export type SignatureCheck = ReturnType<typeof createSignatureCheck>;
