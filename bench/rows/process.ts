import { setTimeout as sleep } from 'node:timers/promises';
import type { Figures, Row } from './row.js';

const START = 'start to IDENTIFY (ms)';
const FIRST = 'an ask right after READY: first response (ms)';
const IDLE = 'resident, idle (MiB)';
const GROWTH = 'resident after the asks, × idle';
const RETAINED = 'retained an ask (bytes)';
/** Servers with a key. */
const CONNECTED = 64;
/** The pool's answers are kept for five seconds, and dropped by the server's next ask. */
const OLD_MS = 6_000;

/** P5: nothing is warm. */
export const start: Row = {
  name: 'start',
  what: 'A start with 500 servers; the first ask comes with READY',
  targets: [
    { id: 'P5', figure: START, beside: 'Sapphire', atMost: 1 },
    { id: 'P5', figure: FIRST, atMost: 250 },
  ],
  bots: ['Pitboss', 'Sapphire', 'tuned'],
  guilds: 500,
  isFresh: true,
  async round({ started }) {
    const { identifyMs, firstMs } = await started;
    return { [START]: identifyMs, [FIRST]: firstMs };
  },
};

/** P6: what the asks leave is counted from those that warmed it up. */
export const memory: Row = {
  name: 'memory',
  what: 'Memory with 500 servers, then after 10,000 asks (2,000 if quick)',
  targets: [
    { id: 'P6', figure: IDLE, beside: 'tuned', atMost: 1.2 },
    { id: 'P6', figure: GROWTH, atMost: 1.5 },
    { id: 'P6', figure: RETAINED, atMost: 100 },
  ],
  bots: ['Pitboss', 'tuned'],
  guilds: 500,
  connected: CONNECTED,
  isSlow: true,
  isFresh: true,
  async round({ name, child, ask }, quick): Promise<Figures> {
    await sleep(quick ? 2_000 : 5_000);
    const idle = child.mebibytes('VmRSS');
    if (name !== 'Pitboss') return { [IDLE]: idle };
    const count = quick ? 2_000 : 10_000;
    const heapAfterAsks = async () => {
      await ask({ count, guilds: CONNECTED, pace: { atOnce: 16 } });
      await sleep(OLD_MS);
      await ask({ count: CONNECTED, guilds: CONNECTED, pace: { atOnce: 16 } });
      return child.call('heap');
    };
    const before = await heapAfterAsks();
    const retained = ((await heapAfterAsks()) - before) / count;
    return { [IDLE]: idle, [GROWTH]: child.mebibytes('VmRSS') / idle, [RETAINED]: retained };
  },
};
