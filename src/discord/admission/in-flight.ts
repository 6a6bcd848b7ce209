/** Counts what runs, and tells when nothing does. */
export interface InFlight {
  /** Returns how to leave, which counts once. */
  enter(): () => void;
  emptied(): Promise<void>;
}

export function createInFlight(): InFlight {
  const inside = new Set<symbol>();
  const waiting: (() => void)[] = [];
  return {
    enter() {
      const one = Symbol('running');
      inside.add(one);
      return () => {
        inside.delete(one);
        if (inside.size > 0) return;
        for (const tell of waiting.splice(0)) tell();
      };
    },
    emptied() {
      return new Promise((resolve) => {
        if (inside.size === 0) resolve();
        else waiting.push(resolve);
      });
    },
  };
}
