import { verify, type KeyObject } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { SECOND_MS, MINUTE_MS } from '../../domain/time/units.js';
import { isWithin } from '../../domain/time/is-within.js';

/** Discord's headers about a body, both as received. */
export interface SignatureHeaders {
  readonly signature: string;
  readonly timestamp: string;
}

/** `old`: Discord signed it, but at another time: somebody is replaying it, or a clock is wrong. */
export type SignatureVerdict = 'good' | 'forged' | 'old';

/** An Ed25519 signature is 64 bytes. */
const SIGNATURE = /^[\da-f]{128}$/i;
/** Unix time in seconds. */
const TIMESTAMP = /^\d{1,12}$/;
/**
 * Discord waits 3 s for an answer, so its requests are seconds old at most; the rest allows for
 * clock differences. It is far below the 15 minutes for which a writing interaction stays claimed,
 * so a replay within this time can't run anything twice.
 */
const MAX_APART_MS = 5 * MINUTE_MS;

/** Null if either is missing, repeated or malformed. */
export function signedOf(headers: IncomingHttpHeaders): SignatureHeaders | null {
  const signature = headers['x-signature-ed25519'];
  const timestamp = headers['x-signature-timestamp'];
  if (typeof signature !== 'string' || typeof timestamp !== 'string') return null;
  return SIGNATURE.test(signature) && TIMESTAMP.test(timestamp) ? { signature, timestamp } : null;
}

/** Whether Discord sent exactly this body just now ("Validating Security Request Headers"). */
export function createSignatureCheck(publicKey: KeyObject, now: () => number = Date.now) {
  return ({ signature, timestamp }: SignatureHeaders, body: Buffer): SignatureVerdict => {
    const message = Buffer.concat([Buffer.from(timestamp), body]);
    if (!verify(null, message, publicKey, Buffer.from(signature, 'hex'))) return 'forged';
    return isWithin(Number(timestamp) * SECOND_MS, now(), MAX_APART_MS) ? 'good' : 'old';
  };
}

export type SignatureCheck = ReturnType<typeof createSignatureCheck>;
