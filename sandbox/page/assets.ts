import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, extname, join, normalize } from 'node:path';
import { built, root } from '../dist-paths.js';

/** The page's own files: scripts as built, all others as in the source. */
export interface Asset {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const source = join(root, 'sandbox/page/client');
const scripts = built('sandbox/page/client');
const fonts = dirname(
  createRequire(import.meta.url).resolve('@fontsource/inter/files/inter-latin-400-normal.woff2'),
);

/** `path` as in the address, `/` for the page itself; undefined if there is no such file. */
export async function readAsset(path: string): Promise<Asset | undefined> {
  const wanted = normalize(path === '/' ? '/index.html' : path);
  const type = types[extname(wanted)];
  if (type === undefined || wanted.includes('..')) return undefined;
  try {
    return { body: new Uint8Array(await readFile(join(folderOf(wanted), wanted))), type };
  } catch {
    return undefined;
  }
}

function folderOf(path: string): string {
  if (path.endsWith('.js')) return scripts;
  return path.endsWith('.woff2') ? fonts : source;
}
