/** Far more than anyone does by hand. */
export const MAX_PER_PERSON = 16;

/** Bounds how much one person can have in progress, checked before anything is read for them. */
export function createPersonLimit(most = MAX_PER_PERSON) {
  const underWay = new Map<string, number>();
  return {
    /** The function to call once on leaving; null if this person has too much in progress. */
    enter(guildId: string, userId: string): (() => void) | null {
      const key = `${guildId}:${userId}`;
      const before = underWay.get(key) ?? 0;
      if (before >= most) return null;
      underWay.set(key, before + 1);
      let isInside = true;
      return () => {
        if (!isInside) return;
        isInside = false;
        const left = (underWay.get(key) ?? 1) - 1;
        if (left > 0) underWay.set(key, left);
        else underWay.delete(key);
      };
    },
  };
}
