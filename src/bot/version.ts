import { readFileSync } from 'node:fs';
import { z } from 'zod';

export function readVersion(): string {
  // The built file lies in dist/src.
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version;
}
