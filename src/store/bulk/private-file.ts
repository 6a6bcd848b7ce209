import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { PassThrough, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../../domain/errors/error-code.js';
import { StoreUnusable } from '../unusable.js';
import { refuseUnreplaceable } from './overwritable-file.js';

interface PrivateFileContents {
  readonly lines: () => AsyncIterable<string>;
  readonly through?: Transform;
  /** Given the draft's path; throws if it may not take the file's place. */
  readonly check: (draft: string) => Promise<void>;
}

/**
 * Writes a file that only its owner can read. It has its name only once all of it is on the disk and
 * checked; one that was there is replaced then. Throws `StoreUnusable` if something other than a file
 * is there, or the disk refuses.
 */
export async function writePrivateFile(path: string, contents: PrivateFileContents): Promise<void> {
  try {
    await refuseUnreplaceable(path);
    await writeAndRename(path, contents);
  } catch (error) {
    if (error instanceof Error && 'syscall' in error)
      throw new StoreUnusable(`${path} can’t be written (${codeOf(error) ?? error.name}).`, {
        cause: error,
      });
    throw error;
  }
}

async function writeAndRename(
  path: string,
  { lines, through = new PassThrough(), check }: PrivateFileContents,
): Promise<void> {
  // Not the process's id: in containers every run has the same one.
  const draft = `${path}.new-${randomBytes(6).toString('hex')}`;
  // Opened outside of `try`: a draft that another run made is left to it.
  const file = await open(draft, 'wx', 0o600);
  try {
    await pipeline(lines, through, file.createWriteStream());
    await flush(draft);
    await check(draft);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function flush(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
