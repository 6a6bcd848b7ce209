import { DamagedEntry } from '../domain/errors/store-errors.js';

/**
 * The store can't be opened as it is: the process must not start, nor touch what is there. The
 * message is for the operator.
 */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
}

/** For what a start reads of the whole store: a damaged row is told in words. */
export async function orUnusable<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof DamagedEntry)) throw error;
    throw new StoreUnusable(
      `A row that concerns the whole store is damaged and can’t be read (${error.space}). Nothing has been changed. ` +
        'Put a backup of the store back: docs/restore.md says how.',
      { cause: error },
    );
  }
}

/** The server is a replica, which takes no writes unless it is promoted. */
export class ReplicaFound extends StoreUnusable {}
