import { poll, type PollParts } from './poll.js';
import { HOUR_MS, SECOND_MS } from '../../domain/time/units.js';

/** How often the store is searched for what other processes left behind. */
const SEARCH_MS = 20 * SECOND_MS;
/** How soon to retry a poll that failed because of the store. */
const RETRY_MS = 5 * SECOND_MS;
/** Node's timers overflow above 24 days. */
const MAX_WAIT_MS = HOUR_MS;

/** Polls each follow when it is due, with one timer and one poll at a time for each. */
export function createPollScheduler(parts: PollParts) {
  const timers = new Map<string, NodeJS.Timeout>();
  const running = new Map<string, Promise<void>>();
  let searching: NodeJS.Timeout | undefined;
  let isClosed = false;

  function plan(id: string, at: number): void {
    if (isClosed || running.has(id)) return;
    clearTimeout(timers.get(id));
    const wait = Math.min(MAX_WAIT_MS, Math.max(0, at - parts.clock.now()));
    timers.set(
      id,
      setTimeout(() => running.set(id, run(id)), wait),
    );
  }

  async function run(id: string): Promise<void> {
    timers.delete(id);
    let next: number | null = parts.clock.now() + RETRY_MS;
    try {
      next = await poll(id, parts);
    } catch (error) {
      parts.onError('a followed fleet action could not be looked at', error);
    }
    running.delete(id);
    if (next !== null) plan(id, next);
  }

  async function search(): Promise<void> {
    try {
      for (const { id, nextPollAt } of await parts.follows.all()) {
        if (!timers.has(id)) plan(id, nextPollAt);
      }
    } catch (error) {
      parts.onError('followed fleet actions could not be searched for', error);
    }
  }

  return {
    plan,
    start(): void {
      void search();
      searching = setInterval(() => void search(), SEARCH_MS);
    },
    async close(): Promise<void> {
      isClosed = true;
      clearInterval(searching);
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
