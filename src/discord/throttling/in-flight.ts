/** Counts what is running, and tells when nothing is. */
export function createInFlight() {
  const inside = new Set<symbol>();
  const waiting: (() => void)[] = [];
  return {
    /** Returns the function to call on leaving; only its first call counts. */
    enter(): () => void {
      const one = Symbol('running');
      inside.add(one);
      return () => {
        inside.delete(one);
        if (inside.size > 0) return;
        for (const tell of waiting.splice(0)) tell();
      };
    },
    emptied(): Promise<void> {
      return new Promise((resolve) => {
        if (inside.size === 0) resolve();
        else waiting.push(resolve);
      });
    },
  };
}
