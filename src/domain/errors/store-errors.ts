import { toResult } from './result.js';

/** An entry in the store can't be read: the disk or somebody else altered it. */
export class DamagedEntry extends Error {
  override readonly name = 'DamagedEntry';

  constructor(
    readonly space: string,
    key: string | null,
  ) {
    const which = key === null ? 'an entry' : `the entry ${JSON.stringify(key)}`;
    super(`${which} of ${space} in the store is damaged and can't be read`);
  }
}

/** What a damaged row counts as; any other failure is thrown. */
export async function ifDamaged<Value, Instead>(
  reading: Promise<Value>,
  instead: () => Instead | Promise<Instead>,
): Promise<Value | Instead> {
  const read = await toResult(reading);
  if (read.ok) return read.value;
  if (!(read.error instanceof DamagedEntry)) throw read.error;
  return instead();
}

/** Concurrent writers kept changing the same entry, so this write wasn't made. Safe to retry. */
export class WriteConflict extends Error {
  override readonly name = 'WriteConflict';

  constructor(space: string) {
    super(`too many write to one entry of ${space}`);
  }
}

/** What keeps the store from reading or writing. */
export type StoreFault =
  /** Unreachable, or refusing requests. */
  | 'away'
  /** Another program has locked its file for seconds. */
  | 'locked'
  /** The disk failed: the process ends, and only its next start can tell what is left. */
  | 'broken'
  /** Its keys are sealed under a master key that this process doesn't have. */
  | 'other-master-key';

/** Its message is for the log and holds no secret. */
export abstract class StoreError extends Error {
  abstract readonly fault: StoreFault;
}

/** Nothing was read. A write may have been made all the same if its answer was lost. */
export class StoreUnavailable extends StoreError {
  override readonly name = 'StoreUnavailable';

  constructor(
    readonly fault: 'away' | 'locked',
    reason: string,
  ) {
    super(`the store is ${fault}: ${reason}`);
  }
}
