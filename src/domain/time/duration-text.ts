/** How long something waits, as people type and read it. */

const PART = /^(\d{1,4})\s*(m|min|mins|minutes?|h|hrs?|hours?|d|days?)(?:\s+|(?=\d)|$)/;
const MINUTES = { m: 1, h: 60, d: 1_440 } as const;

/** Minutes in `30m`, `2h`, `1d`, `90 minutes`, `1h 30m`; null if it is no such time. */
export function readWaitingTime(typed: string): number | null {
  let rest = typed.trim().toLowerCase();
  let minutes = 0;
  if (rest === '') return null;
  while (rest !== '') {
    const [part, amount, unit = ''] = PART.exec(rest) ?? [];
    if (part === undefined) return null;
    minutes +=
      Number(amount) * MINUTES[unit.startsWith('m') ? 'm' : unit.startsWith('h') ? 'h' : 'd'];
    rest = rest.slice(part.length).trimStart();
  }
  return minutes;
}

/** `1 day 2 h`, `30 min`. */
export function waitingTimeText(minutes: number): string {
  const days = Math.floor(minutes / MINUTES.d);
  const hours = Math.floor((minutes % MINUTES.d) / MINUTES.h);
  const left = minutes % MINUTES.h;
  const words = [
    ...(days === 0 ? [] : [`${days} ${days === 1 ? 'day' : 'days'}`]),
    ...(hours === 0 ? [] : [`${hours} h`]),
    ...(left === 0 ? [] : [`${left} min`]),
  ];
  return words.length === 0 ? '0 min' : words.join(' ');
}
