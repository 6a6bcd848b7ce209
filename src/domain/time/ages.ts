import type { Clock } from './clock.js';
import type { Uptime } from './uptime.js';

/** How long ago something happened, in ms, by its key and the wall clock's time of it. */
export type AgeOf = (key: string, at: number) => number;

interface AgesParts {
  readonly clock: Clock;
  readonly uptime: Uptime;
  /** What was older at first is only told by the wall clock. */
  readonly withinMs: number;
}

/** The longest known are forgotten first. */
const MAX_KNOWN = 10_000;

/**
 * Asks the wall clock once, when it first hears of something, and counts by itself from there:
 * setting the clock makes nothing older or younger.
 */
export function createAges({ clock, uptime, withinMs }: AgesParts): AgeOf {
  const known = new Map<string, { readonly age: number; readonly since: number }>();
  return (key, at) => {
    const first = known.get(key);
    if (first !== undefined) return first.age + uptime() - first.since;
    // A clock that was ahead when it happened would have it happen later.
    const age = Math.max(0, clock.now() - at);
    if (age > withinMs) return age;
    const [oldest] = known.keys();
    if (oldest !== undefined && known.size >= MAX_KNOWN) known.delete(oldest);
    known.set(key, { age, since: uptime() });
    return age;
  };
}
