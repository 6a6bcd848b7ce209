/** Lets everything else that waits for its turn go first: for long work that is done in slices. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
