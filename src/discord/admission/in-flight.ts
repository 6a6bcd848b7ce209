/** Counts what runs, and tells when nothing does. */
export function createInFlight() {
  const inside = new Set<symbol>();
  const waiting: (() => void)[] = [];
  return {
    /** Returns how to leave, which counts once. */
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
