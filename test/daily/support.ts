import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { createMovableClock } from '../../sandbox/movable-clock.js';
import type { Condition } from '../../src/alerts/conditions.js';
import { eachDay } from '../../src/days.js';
import { createDaily } from '../../src/daily/daily.js';
import { readSchedules, USUAL_SECTIONS, type ScheduleDraft } from '../../src/daily/schedule.js';
import type { Member } from '../../src/guilds/access.js';
import type { Guild, Guilds } from '../../src/guilds/guilds.js';
import { DEFAULT_SETTINGS } from '../../src/guilds/settings.js';
import { createOutbox } from '../../src/jobs/outbox.js';
import { createMetrics } from '../../src/ops/metrics.js';
import type { List, Pool } from '../../src/pool/pool.js';
import { PoolError } from '../../src/pool/pool-error.js';
import {
  derivativesBalances,
  miner,
  paymentSettings,
  revenueRow,
  summary,
} from '../../src/pool/schemas.js';
import { openStore } from '../../src/store/store.js';
import { createFakeChannels } from '../support/fake-channels.js';
import { replyText } from '../support/reply-text.js';
import { silentLog as log } from '../support/silent-log.js';

export const GUILD = '1';
const ADAM: Member = { id: '201', name: 'Adam', roleIds: [], permissions: 1n << 5n };
export const BY = { guildId: GUILD, member: ADAM };
/** A Sunday. */
const START = Date.parse('2026-11-29T07:00:00Z');

const FIGURES: Record<string, unknown> = {
  hashrate_5m: '347000000000000000',
  hashrate_24h: '341100000000000000',
  uptime_24h: 0.9473,
  active_miners: 1870,
  hashprice: [{ currency_type: 'BTC', value: 0.00041788 }],
  balance: [{ currency_type: 'BTC', revenue: 0.43219156 }],
};

/** What the pool answers; an error is thrown in place of the answer. */
interface Workspace {
  figures: Record<string, unknown> | PoolError;
  refused: readonly string[];
  /** The rows of a day. */
  revenue: ((day: string) => object[]) | PoolError;
  miners: readonly object[] | PoolError;
  incomplete: string | null;
  payments: readonly object[] | PoolError;
  balances: object | PoolError;
  /** Awaited before each summary. */
  pause: () => Promise<void>;
  readonly askedRevenue: string[];
}

export const DRAFT: ScheduleDraft = {
  channel: 'ops',
  time: '08:00',
  timeZone: 'UTC',
  every: 'day',
  currencies: ['BTC'],
  sections: USUAL_SECTIONS.filter((section) => section !== 'chart'),
};

/** A store with one server, whose clock and pool the test moves. */
export async function openWorld() {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-daily-'));
  const clock = createMovableClock({ startAt: START, ticking: false });
  const store = await openStore({ dataDir: folder, clock });
  // Nothing is lost here, so that nothing is waited for.
  await sql`pragma synchronous = off`.execute(store.db);
  const channels = createFakeChannels(clock);
  const workspace: Workspace = {
    figures: FIGURES,
    refused: [],
    revenue: () => [{ currency_type: 'BTC', revenue_type: 'MINING', revenue: '0.14318063' }],
    miners: [{ hashing_status: 'hashing', healthy_status: 'healthy' }],
    incomplete: null,
    payments: [],
    balances: {},
    pause: async () => {},
    askedRevenue: [],
  };
  const guild: { -readonly [Key in keyof Guild]: Guild[Key] } = {
    id: GUILD,
    settings: DEFAULT_SETTINGS,
    key: { lastFour: '3ebd', connectedAt: 0, connectedBy: ADAM.id },
    keyVersion: 1,
    loosening: null,
    frozen: null,
  };
  const alerts: { condition: Condition }[] = [];
  const changes: { state: 'pending' | 'unknown' }[] = [];
  const pool = poolOf(workspace, () => clock.now());
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these alone are used
  const guilds = { find: async () => guild, pool: () => pool } as unknown as Guilds;
  const running = new Set<{ work(): Promise<void> }>();

  /** A process at work; `stop` is kill -9. */
  function startProcess() {
    let isRunning = true;
    const leader = { isLeader: () => isRunning };
    const metrics = createMetrics();
    const outbox = createOutbox({ store, clock, channels, leader, metrics, log });
    const daily = createDaily({
      store,
      clock,
      log,
      outbox,
      guilds,
      changes: {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the state alone is read
        list: async () => changes as never,
      },
      openAlerts: async () => alerts,
    });
    const process = {
      ...daily,
      async work() {
        await daily.tick();
        await outbox.deliver();
      },
      stop() {
        isRunning = false;
        running.delete(process);
      },
    };
    running.add(process);
    return process;
  }

  /** When something is due next (ms); null if nothing is. */
  async function nextDue(): Promise<number | null> {
    const posts = await store.db.selectFrom('outbox').select('due_at').execute();
    const times = [
      ...(await readSchedules(store.db, GUILD)).map(({ dueAt }) => dueAt),
      ...posts.map(({ due_at: at }) => at),
    ];
    return times.length === 0 ? null : Math.min(...times);
  }

  return {
    clock,
    store,
    channels,
    workspace,
    guild,
    guilds,
    pool,
    alerts,
    changes,
    startProcess,
    /** Other figures than now; the rest stays. */
    changeFigures(changes: Record<string, unknown>) {
      workspace.figures = { ...given(workspace.figures), ...changes };
    },
    /** The posts of a channel as text, oldest first. */
    posts: (channel = 'ops') => channels.all(channel).map(({ reply }) => replyText(reply)),
    titles: (channel = 'ops') =>
      channels.all(channel).flatMap(({ reply }) => (reply.cards ?? []).map(({ title }) => title)),
    /** Lets time pass, and the processes do what comes due on the way. */
    async goTo(moment: string) {
      const until = Date.parse(moment);
      for (let due = await nextDue(); running.size > 0 && due !== null; due = await nextDue()) {
        // What is due and was not done is looked at again a second later.
        const at = Math.max(due, clock.now() + 1_000);
        if (at > until) break;
        await clock.advance(at - clock.now());
        for (const process of running) await process.work();
      }
      await clock.advance(until - clock.now());
    },
    async close() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

export type World = Awaited<ReturnType<typeof openWorld>>;

function poolOf(workspace: Workspace, now: () => number): Pool {
  const listOf = <Row>(rows: readonly Row[], incomplete: string | null = null): List<Row> => {
    return { rows, readAt: now(), refused: workspace.refused, incomplete };
  };
  const readOf = <Value>(value: Value) => {
    return { value, readAt: now(), refused: workspace.refused };
  };
  const pool: Partial<Pool> = {
    async summary() {
      await workspace.pause();
      return readOf(summary.parse(given(workspace.figures)));
    },
    async revenue(_, { start, end }) {
      workspace.askedRevenue.push(`${start} ${end}`);
      const entries = given(workspace.revenue);
      const rows = eachDay(start, end).flatMap((day) =>
        entries(day).map((entry) => revenueRow.parse({ date_time: `${day}T00:00Z`, ...entry })),
      );
      return listOf(rows);
    },
    allMiners: async () => {
      const rows = given(workspace.miners).map((row) => miner.parse(row));
      return listOf(rows, workspace.incomplete);
    },
    paymentSettings: async () =>
      listOf(given(workspace.payments).map((row) => paymentSettings.parse(row))),
    balances: async () => readOf(derivativesBalances.parse(given(workspace.balances))),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- posts read no more
  return pool as Pool;
}

function given<Value>(answer: Value | PoolError): Value {
  if (answer instanceof PoolError) throw answer;
  return answer;
}
