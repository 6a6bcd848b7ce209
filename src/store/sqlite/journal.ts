import { open } from 'node:fs/promises';
import { StoreError } from '../../domain/errors/errors.js';

/** The store's journal, as far as it has to reach the disk. */
export interface Journal {
  /**
   * Resolves once all that was committed before this call is on the disk. Where it once could
   * not be, it rejects with the same `JournalBroken` from then on.
   */
  flush(): Promise<void>;
  /** Null while every flush has reached the disk. */
  broken(): JournalBroken | null;
  /** Resolves once nothing is being flushed any more. */
  close(): Promise<void>;
}

/** Not all that was committed can be relied on to be on the disk; only a new start finds out. */
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

/**
 * SQLite itself would wait for the disk within each commit (`synchronous = FULL`) and hold up the
 * whole process meanwhile, some milliseconds each time. With `NORMAL` it writes the same bytes in
 * the same order, and the wait is here: off this thread, and one for all commits that came while
 * the one before went on. The journal is a file that SQLite takes no lock on, so a second handle
 * to it costs none.
 *
 * After a failed flush Linux may call the pages clean that never reached the disk, so that a later
 * flush that succeeds proves nothing of them. Only a new start does, by the checksums in the
 * journal. So a failure stays, and `onBroken` is told of it once.
 */
export async function openJournal(
  path: string,
  onBroken: (error: JournalBroken) => void = () => undefined,
): Promise<Journal> {
  const file = await open(path, 'r+');
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let broken: JournalBroken | null = null;

  async function flushAfter(before: Promise<void>): Promise<void> {
    // Its failure is told to those who waited for it.
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
    flush: () => (next ??= flushAfter(running)),
    broken: () => broken,
    close: async () => {
      await (next ?? running).catch(() => undefined);
      await file.close();
    },
  };
}
