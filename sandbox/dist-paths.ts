import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import manifest from '../package.json' with { type: 'json' };

/** The repository's root: this file runs from source in tests, else from dist. */
export const root = packageRoot(dirname(fileURLToPath(import.meta.url)));

/** A file made by `npm run build`, by its name in `dist`. */
export const built = (file: string): string => join(root, 'dist', file);

/**
 * The bot itself, with the V8 flags of `npm start`. A young generation of 4 MB instead of 16 is
 * collected more often and leaves 25 MB less behind; that costs a quarter more CPU time if 64 ask
 * at once, and none at 100 requests a second.
 */
export const builtBot = {
  main: built('bot/main.js'),
  nodeFlags: manifest.scripts.start.split(' ').filter((word) => word.startsWith('--')),
} as const;

function packageRoot(from: string): string {
  return existsSync(join(from, 'package.json')) ? from : packageRoot(dirname(from));
}
