/**
 * Figures drawn from a key instead of a sequence: the same seed and parts always give the same
 * figure, so any miner, day or row can be made without those before it.
 */

/** A number from 0 up to but not including 1. */
export function keyed(seed: number, ...parts: readonly (string | number)[]): number {
  return finish(absorb(seed, parts)) / 2 ** 32;
}

/** A number in the range, with both ends about equally likely. */
export function between(low: number, high: number, chance: number): number {
  return low + (high - low) * chance;
}

export function pick<Item>(items: readonly Item[], chance: number): Item {
  const item = items[Math.floor(chance * items.length)];
  if (item === undefined) throw new RangeError('Nothing to pick from');
  return item;
}

/** Any number of bytes, such as 20 or 32. */
export function keyedBytes(length: number, seed: number, ...parts: readonly (string | number)[]) {
  const state = absorb(seed, parts);
  return Uint8Array.from({ length }, (_, index) => finish(round(state, index)) & 0xff);
}

/** In the form of a version 4 UUID. */
export function keyedUuid(seed: number, ...parts: readonly (string | number)[]): string {
  const state = absorb(seed, parts);
  const [a, b, c, d] = [hexWord(state, 0), hexWord(state, 1), hexWord(state, 2), hexWord(state, 3)];
  const variant = '89ab'.charAt(c.charCodeAt(0) % 4);
  return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`;
}

function hexWord(state: number, word: number): string {
  return finish(round(state, word)).toString(16).padStart(8, '0');
}

/** Murmur3's rounds over the parts; `finish` turns the resulting state into a figure. */
function absorb(seed: number, parts: readonly (string | number)[]): number {
  let state = round(0x9e3779b9, seed);
  for (const part of parts) {
    if (typeof part === 'number') state = round(state, part);
    else for (let at = 0; at < part.length; at++) state = round(state, part.charCodeAt(at));
  }
  return state;
}

function finish(state: number): number {
  let hash = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function round(hash: number, value: number): number {
  let word = Math.imul(value | 0, 0xcc9e2d51);
  word = Math.imul((word << 15) | (word >>> 17), 0x1b873593);
  const mixedIn = hash ^ word;
  return (Math.imul((mixedIn << 13) | (mixedIn >>> 19), 5) + 0xe6546b64) | 0;
}
