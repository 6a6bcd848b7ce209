import { open } from 'node:fs/promises';
import { StoreError } from '../../domain/errors/store-errors.js';

/** Committed data may not be on disk. Only a restart can tell. */
export class JournalBroken extends StoreError {
  override readonly name = 'JournalBroken';
  readonly fault = 'broken';

  constructor(cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `The disk did not take what the store wrote (${reason}). Nothing more is read or written: ` +
        'look at the disk, then start the bot again.',
      { cause },
    );
  }
}

// With `synchronous = FULL`, SQLite would wait for the disk on this thread, for milliseconds per
// commit. With `NORMAL` it writes the same bytes in the same order, and we wait here: off the
// thread, and once for all commits made during the previous wait.

/**
 * A failure is permanent, and `onBroken` is told once: after it, Linux may consider pages clean
 * that never reached the disk, so a later successful flush proves nothing. Only a restart does,
 * through the journal's checksums.
 */
export async function openJournal(
  path: string,
  onBroken: (error: JournalBroken) => void = () => undefined,
) {
  const file = await open(path, 'r+');
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let broken: JournalBroken | null = null;

  async function flushAfter(before: Promise<void>): Promise<void> {
    // Its own callers get its failure.
    await before.catch(() => undefined);
    running = next ?? running;
    next = undefined;
    if (broken !== null) throw broken;
    try {
      await file.datasync();
    } catch (error) {
      broken = new JournalBroken(error);
      onBroken(broken);
      throw broken;
    }
  }

  return {
    /**
     * Resolves once everything committed before this call is on disk. After a failure it always
     * rejects with the same `JournalBroken`.
     */
    flush: (): Promise<void> => (next ??= flushAfter(running)),
    broken: (): JournalBroken | null => broken,
    close: async (): Promise<void> => {
      await (next ?? running).catch(() => undefined);
      await file.close();
    },
  };
}

export type Journal = Awaited<ReturnType<typeof openJournal>>;
