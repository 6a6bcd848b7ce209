import { randomBytes } from 'node:crypto';

/** CSV files escape a cell that begins with -, so the id there would differ from the card's. */
export function changeIdOf(random: Buffer): string {
  return random.toString('base64url').replace(/^-/, '_');
}

export function randomChangeId(): string {
  return changeIdOf(randomBytes(16));
}
