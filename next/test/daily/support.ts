import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMovableClock } from '../../sandbox/movable-clock.js';
import type { Clock } from '../../src/clock.js';
import type { ScheduleDraft } from '../../src/daily/daily.js';
import { createDaily } from '../../src/daily/daily.js';
import { USUAL_SECTIONS } from '../../src/daily/schedule.js';
import type { Member } from '../../src/discord/command.js';
import type { Guild, Guilds } from '../../src/guilds/guilds.js';
import { readGuildRow } from '../../src/guilds/guild-row.js';
import { DEFAULT_SETTINGS, type GuildSettings } from '../../src/guilds/settings.js';
import { createOutbox } from '../../src/jobs/outbox.js';
import { createMetrics } from '../../src/ops/metrics.js';
import type { DateRange, List, Pool, Read } from '../../src/pool/pool.js';
import { PoolError } from '../../src/pool/pool-error.js';
import {
  derivativesBalances,
  miner,
  paymentSettings,
  revenueRow,
  summary,
} from '../../src/pool/schemas.js';
import { openStore } from '../../src/store/open-store.js';
import { createFakeChannels } from '../support/fake-channels.js';
import { replyText } from '../support/reply-text.js';
import { silentLog as log } from '../support/silent-log.js';

export const GUILD = '1';
export const ADAM: Member = { id: '201', name: 'Adam', roleIds: [], permissions: 1n << 5n };
export const BY = { guildId: GUILD, member: ADAM };
export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;
/** A Sunday. */
const START = Date.parse('2026-11-29T07:00:00Z');

const FIGURES = {
  currency_type: 'BTC',
  hashrate_5m: '347000000000000000',
  hashrate_24h: '341100000000000000',
  uptime_24h: 0.9473,
  active_miners: 1870,
  hashprice: [{ currency_type: 'BTC', value: 0.00041788 }],
  balance: [{ currency_type: 'BTC', revenue: 0.43219156 }],
};

/** What the pool answers; an error is thrown in place of the answer. */
export interface Workspace {
  figures: Record<string, unknown> | PoolError;
  refused: readonly string[];
  /** By day; absent: none. */
  revenue: ((day: string) => object | object[] | null) | PoolError;
  miners: readonly object[] | PoolError;
  incomplete: string | null;
  payments: readonly object[] | PoolError;
  balances: object | PoolError;
  /** Awaited before each summary. */
  pause: (() => Promise<void>) | null;
  settings: GuildSettings;
  connectedAt: number;
  loosening: Guild['loosening'];
  readonly asked: string[];
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
  const channels = createFakeChannels(clock);
  const workspace: Workspace = {
    figures: FIGURES,
    refused: [],
    revenue: () => ({ currency_type: 'BTC', revenue_type: 'MINING', revenue: '0.14318063' }),
    miners: [{ hashing_status: 'hashing', healthy_status: 'healthy' }],
    incomplete: null,
    payments: [],
    balances: {},
    pause: null,
    settings: DEFAULT_SETTINGS,
    connectedAt: 0,
    loosening: null,
    asked: [],
  };
  const alerts: { event: null | { kind: 'elsewhere' } }[] = [];
  const changes: { state: 'pending' | 'unknown' }[] = [];

  const guilds: Partial<Guilds> = {
    find: async (id) => ({
      id,
      settings: workspace.settings,
      key: { lastFour: '3ebd', connectedAt: workspace.connectedAt, connectedBy: ADAM.id },
      keyVersion: 1,
      loosening: workspace.loosening,
    }),
    pool: () => poolOf(workspace, clock),
  };

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
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these alone are used
      guilds: guilds as Guilds,
      changes: {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the state alone is read
        list: async () => changes as never,
        row: () => readGuildRow(store.db, GUILD, clock.now()),
      },
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the kind alone is read
      openAlerts: async () => alerts as never,
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
    const tables = (['daily', 'outbox'] as const).map((table) =>
      store.db.selectFrom(table).select('due_at').where('due_at', 'is not', null).execute(),
    );
    const times = (await Promise.all(tables)).flat().flatMap(({ due_at: at }) => at ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  return {
    clock,
    store,
    channels,
    workspace,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these alone are used
    guilds: guilds as Guilds,
    pool: poolOf(workspace, clock),
    alerts,
    changes,
    startProcess,
    /** Other figures than now; the rest stays. */
    changeFigures(changes: Record<string, unknown>) {
      const { figures } = workspace;
      if (!(figures instanceof PoolError)) workspace.figures = { ...figures, ...changes };
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

function poolOf(workspace: Workspace, clock: Clock): Pool {
  const listOf = <Row>(rows: readonly Row[], incomplete: string | null = null): List<Row> => ({
    rows,
    readAt: clock.now(),
    refused: workspace.refused,
    incomplete,
  });
  const readOf = <Value>(value: Value): Read<Value> => ({
    value,
    readAt: clock.now(),
    refused: workspace.refused,
  });
  const pool: Partial<Pool> = {
    async summary(currency) {
      workspace.asked.push(`summary ${currency}`);
      await workspace.pause?.();
      return readOf(summary.parse(given(workspace.figures)));
    },
    async revenue(currency, range) {
      workspace.asked.push(`revenue ${currency} ${range.start} ${range.end}`);
      const entries = given(workspace.revenue);
      return listOf(daysOf(range).flatMap((day) => rowsOf(day, entries(day))));
    },
    allMiners: async () =>
      listOf(
        given(workspace.miners).map((row) => miner.parse(row)),
        workspace.incomplete,
      ),
    paymentSettings: async () =>
      listOf(given(workspace.payments).map((row) => paymentSettings.parse(row))),
    balances: async () => readOf(derivativesBalances.parse(given(workspace.balances))),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- posts read no more
  return pool as Pool;
}

function rowsOf(day: string, entries: object | object[] | null) {
  if (entries === null) return [];
  const all = Array.isArray(entries) ? entries : [entries];
  return all.map((entry: object) => revenueRow.parse({ date_time: `${day}T00:00:00Z`, ...entry }));
}

function given<Value>(answer: Value | PoolError): Value {
  if (answer instanceof PoolError) throw answer;
  return answer;
}

function daysOf({ start, end }: DateRange): string[] {
  const days = [];
  for (let at = Date.parse(start); at <= Date.parse(end); at += DAY)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
