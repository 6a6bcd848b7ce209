import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../../../sandbox/dist-paths.js';

/** The bot before a store could be moved as a whole. Its store is of today's version. */
const OLDER = 'b419be7f5bd8';

/** A shallow clone doesn't have it. */
export const hasOlderVersion =
  spawnSync('git', ['cat-file', '-e', `${OLDER}^{commit}`], { cwd: root }).status === 0;

/** Builds it with today's libraries, in two seconds. */
export function buildOlderVersion(): { readonly main: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-older-'));
  const files = execFileSync('git', ['archive', OLDER], { cwd: root, maxBuffer: 256 * 1024 ** 2 });
  execFileSync('tar', ['-x', '-C', folder], { input: files });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['build.mjs'], { cwd: folder, stdio: 'pipe' });
  return {
    main: join(folder, 'dist/bot/main.js'),
    remove: () => rmSync(folder, { recursive: true }),
  };
}
