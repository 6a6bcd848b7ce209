import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runBuilt } from '../../../store/support/child.js';
import { canMount, mountSmallDisk } from '../../../store/support/small-disk.js';
import { bigBackup } from './big-backup.js';

test.skipIf(!canMount)(
  `a restore to a full disk says so in words${canMount ? '' : ' (skipped: may not mount a disk)'}`,
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pitboss-full-'));
    const file = await bigBackup(folder, 8);
    const disk = mountSmallDisk(4);
    const restore = runBuilt('bot/restore.js', ['--from', file], { DATA_DIR: disk.folder });
    expect(await restore.ended()).toBe(1);
    expect(restore.errors()).toMatch(
      /^.*pitboss\.sqlite failed while it was used: database or disk is full\. Run this again once that is mended\.\n$/,
    );
    disk.unmount();
    rmSync(folder, { recursive: true });
  },
);
