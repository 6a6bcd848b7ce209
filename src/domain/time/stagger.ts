import { createHash } from 'node:crypto';

/**
 * Milliseconds below `windowMs`, always the same for a name: what thousands of servers do at one
 * time is spread over that window.
 */
export function staggerWithin(windowMs: number, name: string): number {
  const hash = createHash('sha256').update(name).digest().readUInt32BE(0);
  return Math.floor((hash / 2 ** 32) * windowMs);
}
