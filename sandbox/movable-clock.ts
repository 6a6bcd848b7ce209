import { setImmediate as nextTurn, setTimeout as realSleep } from 'node:timers/promises';
import type { Clock } from '../src/clock.js';

/** Real milliseconds that `advance` waits for one piece of work, alone or while somebody sleeps. */
const PATIENCE_MS = 2_000;
const SLEEPERS_PATIENCE_MS = 20;

export interface MovableClock extends Clock {
  /**
   * Lets time pass: runs everything that is due on the way, in order, and waits for it. Work that
   * itself sleeps on this clock goes on as time comes to it.
   */
  advance(ms: number): Promise<void>;
  /** As after a suspend: the time is another one at once, and what became due runs once. */
  jump(ms: number): Promise<void>;
}

interface Timer {
  readonly at: number;
  readonly isSleep: boolean;
  run(): Promise<void>;
}

interface Options {
  /** Milliseconds since the epoch; default: now. */
  readonly startAt?: number;
  /** Real time passes too (the playground); otherwise time stands still between moves. */
  readonly ticking: boolean;
}

export function createMovableClock({ startAt, ticking }: Options): MovableClock {
  const startedAt = Date.now();
  let moved = (startAt ?? startedAt) - startedAt;
  const now = () => (ticking ? Date.now() : startedAt) + moved;
  const reach = (time: number) => {
    moved += Math.max(0, time - now());
  };

  const timers = new Set<Timer>();
  let moves = Promise.resolve();
  let isMoving = false;
  let alarm: NodeJS.Timeout | undefined;

  /** In order of time, then of entry. */
  function nextDue(until: number): Timer | undefined {
    const due = [...timers].filter(({ at }) => at <= until);
    return due.toSorted((one, other) => one.at - other.at)[0];
  }

  function start(timer: Timer): Promise<void> {
    timers.delete(timer);
    return timer.run();
  }

  function add(timer: Timer): void {
    timers.add(timer);
    setAlarm();
  }

  /** While real time ticks and nobody moves it, runs what is due without waiting for it. */
  function setAlarm(): void {
    clearTimeout(alarm);
    const next = ticking && !isMoving ? nextDue(Infinity) : undefined;
    if (next === undefined) return;
    alarm = setTimeout(
      () => {
        for (let due = nextDue(now()); due !== undefined; due = nextDue(now())) void start(due);
        setAlarm();
      },
      Math.max(0, next.at - now()),
    );
  }

  async function waitFor(work: Promise<void>): Promise<void> {
    const since = Date.now();
    const isDone = () => Promise.race([work.then(() => true), nextTurn(false)]);
    const patience = () =>
      [...timers].some(({ isSleep }) => isSleep) ? SLEEPERS_PATIENCE_MS : PATIENCE_MS;
    await settle();
    while (!(await isDone()) && Date.now() - since < patience()) {
      await Promise.race([work, realSleep(1)]);
    }
    await settle();
  }

  async function move(ms: number, leaps: boolean): Promise<void> {
    isMoving = true;
    clearTimeout(alarm);
    await settle();
    const target = now() + ms;
    if (leaps) reach(target);
    for (let due = nextDue(target); due !== undefined; due = nextDue(target)) {
      reach(due.at);
      await waitFor(start(due));
    }
    reach(target);
    isMoving = false;
    setAlarm();
  }

  /** One move at a time. */
  function moveInTurn(ms: number, leaps: boolean): Promise<void> {
    moves = moves.then(() => move(ms, leaps));
    return moves;
  }

  return {
    now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const timer = { at: now() + ms, isSleep: true, run: async () => resolve() };
        add(timer);
        signal?.addEventListener('abort', () => void start(timer));
      }),
    every(ms, work) {
      let timer: Timer;
      let isStopped = false;
      const again = () => {
        if (isStopped) return;
        timer = { at: now() + ms, isSleep: false, run: () => work().finally(again) };
        add(timer);
      };
      again();
      return () => {
        isStopped = true;
        timers.delete(timer);
      };
    },
    advance: (ms) => moveInTurn(ms, false),
    jump: (ms) => moveInTurn(ms, true),
  };
}

/** Lets what was resolved go on; a query of SQLite takes some turns, never real time. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await nextTurn();
}
