import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The top of the repository: this file runs from the source in tests, else from dist. */
export const root = packageRoot(dirname(fileURLToPath(import.meta.url)));

/** A file that `npm run build` makes, named as in `dist`. */
export const built = (file: string): string => join(root, 'dist', file);

/** The bot itself, as production runs it. */
export const botMain = built('bot/main.js');

function packageRoot(from: string): string {
  return existsSync(join(from, 'package.json')) ? from : packageRoot(dirname(from));
}
