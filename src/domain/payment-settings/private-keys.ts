import { sha256 } from '@noble/hashes/sha2.js';
import { createBase58check } from '@scure/base';
import { withoutInvisible } from '../names/invisible-characters.js';
import { addressAsRead } from './address-checks.js';
import { isSeedPhrase } from './seed-phrases.js';

/**
 * What a wallet keeps secret, pasted where an address belongs: whoever reads it can take the coins.
 * Told by form, so that one with a slip in it counts too: what is wrong in it is soon tried out.
 */

/** A private key, encrypted or extended too, or a seed phrase, anywhere in any text. */
export function holdsPrivateKey(text: string): boolean {
  // Full-width letters are letters.
  const seen = withoutInvisible(text).normalize('NFKC');
  // What nobody sees may part words, too.
  const parted = withoutInvisible(text, ' ').normalize('NFKC');
  const words = seen.split(PARTING);
  return (
    words.some(isPrivateKey) ||
    // Cut in two, as at a line's end.
    words.some((word, at) => isSecretInFull(word + (words[at + 1] ?? ''))) ||
    ZCASH_SECRET.test(seen) ||
    [seen, ...partsOf(seen), parted].some(isSeedPhrase)
  );
}

/**
 * Also as plain hex digits or in groups, which elsewhere could be the id of a transaction or plain
 * words. What `present` has is no secret.
 */
export function holdsPrivateKeyAsAddress(text: string, present: string): boolean {
  const listed = new Set(partsOf(present).map(addressAsRead));
  const seen = text.normalize('NFKC');
  // Also broken over two lines.
  return [...partsOf(seen), ...seen.split('|')].some((part) => {
    const whole = addressAsRead(part);
    const letters = whole.replaceAll(PARTING, '');
    const isSecretForm = HEX.test(letters) || (isInGroups(part) && isPrivateKey(letters));
    return isSecretForm && !listed.has(whole);
  });
}

const partsOf = (text: string): string[] => text.split(/[|\r\n]+/);

const PARTING = /[^A-Za-z0-9]+/g;

/** Of one length, but the first and the last: a name of many words isn't. */
function isInGroups(part: string): boolean {
  const inner = part.trim().split(PARTING).slice(1, -1);
  return new Set(inner.map(({ length }) => length)).size <= 1;
}

/** 32 bytes, or 64 with the public half. Siacoin's addresses have 76 digits. */
const HEX = /^(?:0x)?(?:[0-9a-f]{64}|[0-9a-f]{128})$/i;

const ZCASH_SECRET = /secret-(?:extended|spending)-key-/i;

/**
 * As they begin: of Bitcoin and Zcash, an encrypted one (BIP 38), an extended one (BIP 32). With a
 * letter too many, too few or outside of base58.
 */
const STARTS =
  /^(?:5[HJK]\w{48,50}|[KL]\w{50,52}|6P\w{55,57}|(?:[tuvxyzUVYZ]prv|[LM]tpv|dgpv)\w{60,115})$/;

const MAX_LENGTH = 120;
const base58check = createBase58check(sha256);

function isPrivateKey(word: string): boolean {
  if (word.length < 50 || word.length > MAX_LENGTH) return false;
  return STARTS.test(word) ? isMixed(word) : isSecretInFull(word);
}

/** By its checksum. */
function isSecretInFull(word: string): boolean {
  if (word.length < 50 || word.length > MAX_LENGTH) return false;
  try {
    return isSecret(base58check.decode(word));
  } catch {
    return false;
  }
}

/**
 * Of any network, 39 bytes encrypted: no address has as many bytes, and an extended key says whether
 * it is private.
 */
function isSecret(bytes: Uint8Array): boolean {
  if (bytes.length === 33 || bytes.length === 39) return true;
  return bytes.length === 34 || (bytes.length === 78 && bytes[45] === 0);
}

/** A word of capitals or of small letters alone isn't base58. */
function isMixed(word: string): boolean {
  return /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d/.test(word);
}
