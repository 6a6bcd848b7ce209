/** A read that the rules of a server need again and again. */
export interface RecurringRead {
  /** The same for rules that are evaluated on the same answer. */
  readonly key: string;
  readonly everyMs: number;
}

export interface PlanTime {
  /** In ms. */
  readonly now: number;
  /** How many may be read. */
  readonly most: number;
  /** A read that comes due so soon is taken along, because rounds begin late now and then. */
  readonly earlyMs: number;
}

/**
 * Which reads have their turn: the most overdue first, so that each gets one even where more are
 * due than may be read. `lastAt`: when each was last begun, in ms.
 */
export function readsDue<Read extends RecurringRead>(
  wanted: readonly Read[],
  lastAt: ReadonlyMap<string, number>,
  { now, most, earlyMs }: PlanTime,
): readonly Read[] {
  return wanted
    .map((read) => ({ read, dueAt: dueAt(read, lastAt.get(read.key), now) }))
    .filter((each) => each.dueAt <= now + earlyMs)
    .toSorted((one, other) => (one.dueAt < other.dueAt ? -1 : Number(one.dueAt > other.dueAt)))
    .slice(0, Math.max(0, most))
    .map(({ read }) => read);
}

/** What was never read comes first; and so does what was read later than now, by a wrong clock. */
function dueAt({ everyMs }: RecurringRead, last: number | undefined, now: number): number {
  return last === undefined || last > now ? -Infinity : last + everyMs;
}

/** How far apart its readings are at most, where so many are wanted and so few may be read. */
export function longestWait(
  { everyMs }: RecurringRead,
  { wanted, most, roundMs }: { readonly wanted: number; readonly most: number; roundMs: number },
): number {
  return everyMs + (Math.ceil(wanted / Math.max(1, most)) - 1) * roundMs;
}
