import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf } from '../../../src/domain/errors/error-code.js';

/** A disk of its own that a test can fill. */
export interface SmallDisk {
  readonly folder: string;
  /** Until nothing more fits. */
  fill(): void;
  /** Takes away what filled it. */
  makeRoom(): void;
  unmount(): void;
}

/** Only an administrator of a Linux machine may mount. */
export const canMount = process.platform === 'linux' && process.getuid?.() === 0 && mayMount();

export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-disk-'));
  if (!mount(folder, megabytes)) throw new Error(`nothing could be mounted at ${folder}`);
  const filler = join(folder, 'filler');
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a');
      try {
        // First large pieces, then what is left between them.
        for (const size of [1_000_000, 4_096, 1]) writeUntilFull(file, Buffer.alloc(size));
      } finally {
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
    unmount() {
      spawnSync('umount', ['--lazy', folder]);
      rmdirSync(folder);
    },
  };
}

function writeUntilFull(file: number, piece: Buffer): void {
  try {
    for (;;) writeSync(file, piece);
  } catch (error) {
    if (codeOf(error) !== 'ENOSPC') throw error;
  }
}

function mount(folder: string, megabytes: number): boolean {
  const size = `size=${megabytes}m,mode=755`;
  return spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder]).status === 0;
}

function mayMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-disk-'));
  const mounted = mount(folder, 1);
  if (mounted) spawnSync('umount', [folder]);
  rmdirSync(folder);
  return mounted;
}
