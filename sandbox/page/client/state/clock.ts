import { aheadAt, steppedUntil, type ClockOffset } from '../../../clock-offset.js';

let turn: ClockOffset = { aheadMs: 0 };

/** The world's clock may be ahead of this browser's, because days and hours can be skipped. */
export function setClock(next: ClockOffset): void {
  turn = next;
}

/** Milliseconds since 1970. */
export function now(): number {
  const at = Date.now();
  return at + aheadAt(turn, at);
}

export function isTimePassing(): boolean {
  return Date.now() < steppedUntil(turn);
}
