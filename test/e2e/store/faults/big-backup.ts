import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { StoreRecord } from '../../../../src/store/adapter/record.js';
import { writeBackup } from '../../../../src/store/bulk/backup-file.js';

/** The last one that is written. */
export const LAST = { space: 'things', key: 'last' };

/** A backup in `folder` that takes a tool several writes; it can't be compressed. */
export async function bigBackup(folder: string, megabytes: number): Promise<string> {
  const path = join(folder, 'backup.gz');
  async function* records(): AsyncGenerator<StoreRecord> {
    for (let index = 0; index < megabytes; index++)
      yield record(`k${index}`, randomBytes(500_000).toString('hex'));
    yield record(LAST.key, 'of the backup');
  }
  await writeBackup(path, { name: 'a test', records: records() });
  return path;
}

function record(key: string, value: string): StoreRecord {
  return { kind: 'entry', space: LAST.space, key, text: JSON.stringify({ value }), expires: null };
}
