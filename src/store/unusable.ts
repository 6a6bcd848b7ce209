/**
 * The store can't be opened as it is: the process must not start, nor touch what is there. The
 * message is for the operator.
 */
export class StoreUnusable extends Error {
  override readonly name = 'StoreUnusable';
}

/** The server is a replica, which takes no writes unless it is promoted. */
export class ReplicaFound extends StoreUnusable {}
