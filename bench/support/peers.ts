import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../sandbox/dist-paths.js';

const SOURCE = join(root, 'bench/peers');
/** Outside the folders that are searched for this project's files. */
const INSTALLED = join(root, 'output/peers');
const DONE = join(INSTALLED, 'node_modules/.package-lock.json');

/** The other bots, where their packages are installed; installs these if they have changed. */
export function installPeers(): string {
  const lockOf = (folder: string) => {
    const file = join(folder, 'package-lock.json');
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  const isInstalled = existsSync(DONE) && lockOf(INSTALLED) === lockOf(SOURCE);
  cpSync(SOURCE, INSTALLED, { recursive: true });
  if (isInstalled) return INSTALLED;
  process.stderr.write('Installing the other bots in output/peers …\n');
  const npm = ['ci', '--ignore-scripts', '--omit-lockfile-registry-resolved'];
  const { status } = spawnSync('npm', npm, { cwd: INSTALLED, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('npm could not install the other bots');
  return INSTALLED;
}
