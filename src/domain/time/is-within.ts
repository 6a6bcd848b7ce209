/** Whether two times are at most `ms` apart: a clock that went back may put `at` after `now`. */
export function isWithin(at: number, now: number, ms: number): boolean {
  return Math.abs(now - at) <= ms;
}
