import { open } from 'node:fs/promises';

/** The store's journal, as far as it has to reach the disk. */
export interface Journal {
  /** Resolves once all that was committed before this call is on the disk. */
  flush(): Promise<void>;
  /** Resolves once nothing is being flushed any more. */
  close(): Promise<void>;
}

/**
 * SQLite itself would wait for the disk within each commit (`synchronous = FULL`) and hold up the
 * whole process meanwhile, some milliseconds each time. With `NORMAL` it writes the same bytes in
 * the same order, and the wait is here: off this thread, and one for all commits that came while
 * the one before went on. The journal is a file that SQLite takes no lock on, so a second handle
 * to it costs none.
 */
export async function openJournal(path: string): Promise<Journal> {
  const file = await open(path, 'r+');
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;

  async function flushAfter(before: Promise<void>): Promise<void> {
    // Its failure is told to those who waited for it.
    await before.catch(() => undefined);
    running = next ?? running;
    next = undefined;
    await file.datasync();
  }

  return {
    flush: () => (next ??= flushAfter(running)),
    close: async () => {
      await (next ?? running).catch(() => undefined);
      await file.close();
    },
  };
}
