/** Bounds how much one person can have under way, counted before anything is read for them. */
export interface PersonLimit {
  /** How to leave, which counts once; null when this person has too much under way. */
  enter(guildId: string, userId: string): (() => void) | null;
}

/** Far more than anybody does by hand. */
export const MAX_PER_PERSON = 16;

export function createPersonLimit(most = MAX_PER_PERSON): PersonLimit {
  const underWay = new Map<string, number>();
  return {
    enter(guildId, userId) {
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
