/**
 * Figures drawn from a key instead of a sequence: the same seed and parts always give the same
 * figure, so any miner, day or row can be made alone, without those before it.
 */

/** A number from 0 up to, not including, 1. */
export function keyed(seed: number, ...parts: readonly (string | number)[]): number {
  return mixed(seed, parts) / 2 ** 32;
}

/** A number in the range, both ends about equally likely. */
export function between(low: number, high: number, chance: number): number {
  return low + (high - low) * chance;
}

export function pick<Item>(items: readonly Item[], chance: number): Item {
  const item = items[Math.floor(chance * items.length)];
  if (item === undefined) throw new RangeError('Nothing to pick from');
  return item;
}

/** 20, 32 or any other number of bytes. */
export function keyedBytes(length: number, seed: number, ...parts: readonly (string | number)[]) {
  return Uint8Array.from({ length }, (_, index) => mixed(seed, [...parts, index]) & 0xff);
}

/** In the form of a version 4 UUID. */
export function keyedUuid(seed: number, ...parts: readonly (string | number)[]): string {
  const words = [0, 1, 2, 3].map((word) => mixed(seed, [...parts, word]).toString(16));
  const hex = words.map((word) => word.padStart(8, '0')).join('');
  const variant = '89ab'[Number.parseInt(hex.charAt(16), 16) % 4] ?? '8';
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

/** Murmur3's rounds over the parts. */
function mixed(seed: number, parts: readonly (string | number)[]): number {
  let hash = round(0x9e3779b9, seed);
  for (const part of parts) {
    if (typeof part === 'number') hash = round(hash, part);
    else for (let at = 0; at < part.length; at++) hash = round(hash, part.charCodeAt(at));
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function round(hash: number, value: number): number {
  let word = Math.imul(value | 0, 0xcc9e2d51);
  word = Math.imul((word << 15) | (word >>> 17), 0x1b873593);
  const mixedIn = hash ^ word;
  return (Math.imul((mixedIn << 13) | (mixedIn >>> 19), 5) + 0xe6546b64) | 0;
}
