import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ElsewhereEvent } from '../../../src/alerts/alert.js';
import type { RuleDraft } from '../../../src/alerts/alerts.js';
import type { Condition } from '../../../src/alerts/conditions.js';
import { createAlerts } from '../../../src/alerts/create-alerts.js';
import type { Elsewhere } from '../../../src/alerts/watch/round.js';
import type { Clock } from '../../../src/clock.js';
import type { Reply } from '../../../src/discord/reply.js';
import { createGuilds } from '../../../src/guilds/create-guilds.js';
import { auditEntries } from '../../../src/guilds/trail.js';
import { createOutbox } from '../../../src/jobs/outbox.js';
import { createMetrics } from '../../../src/ops/metrics.js';
import { PoolError } from '../../../src/pool/pool-error.js';
import type { Pool } from '../../../src/pool/pool.js';
import { contract, derivativesBalances, miner, summary } from '../../../src/pool/schemas.js';
import { openStore } from '../../../src/store/open-store.js';
import { ADAM, MASTER_KEY } from '../../guilds/support.js';
import { createFakeChannels } from '../../support/fake-channels.js';
import { silentLog as log } from '../../support/silent-log.js';
import { aRule, NOW } from './samples.js';

export const GUILD = '1000';
export const CHANNEL = '300';
const SECOND = 1_000;
const metrics = createMetrics();

/** What the pool answers now; a test changes it while time passes. */
export interface Workspace {
  summary: object;
  offline: object[];
  contracts: object[];
  addresses: object[];
  /** In place of any answer. */
  fault: PoolError | null;
  /** Answers to rules that are made now arrive with it. */
  slow: Promise<void> | null;
  /** What somebody changed there, told at the next look. */
  changed: ElsewhereEvent[];
  /** Names of the operations, in the order of the requests. */
  readonly requests: string[];
}

export const ALL_WELL = {
  hashrate_5m: '100',
  hashrate_24h: '100',
  active_miners: 100,
  balance: [{ currency_type: 'BTC', revenue: '0.5' }],
};

/** A connected server on a real store, watched second by second. */
export async function watchedServer() {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-alerts-'));
  const time = { now: NOW };
  // Time stands still between moves: who sleeps sleeps on.
  const clock: Clock = {
    now: () => time.now,
    sleep: () => new Promise(() => {}),
    every: () => () => {},
  };
  const store = await openStore({ dataDir: folder, clock });
  const workspace: Workspace = {
    summary: ALL_WELL,
    offline: [],
    contracts: [],
    addresses: [],
    fault: null,
    slow: null,
    changed: [],
    requests: [],
  };
  const pool = poolOf(workspace, clock);
  const channels = createFakeChannels(clock);

  /** A process with its own memory on the same store. */
  function startProcess() {
    const guilds = createGuilds({
      store,
      poolApi: { forKey: () => pool },
      masterKey: MASTER_KEY,
      clock,
    });
    const leader = { isLeader: () => true };
    const outbox = createOutbox({ store, clock, channels, leader, metrics, log });
    const elsewhere = elsewhereOf(workspace);
    const alerts = createAlerts({ store, guilds, outbox, elsewhere, clock, log });
    return { guilds, outbox, alerts };
  }

  const first = startProcess();
  await first.guilds.connect(GUILD, ADAM, 'lpk_good_3ebd');
  workspace.requests.splice(0);

  /** Lets minutes pass in the process that leads. */
  async function pass(minutes: number, { alerts, outbox } = first): Promise<void> {
    for (let turn = 1; turn <= minutes * 12; turn++) {
      time.now += 5 * SECOND;
      await alerts.watch();
      if (turn % 2 === 0) await outbox.deliver();
    }
  }

  /** Messages of a channel, oldest first: what was posted, as it reads now. */
  const messages = (channel = CHANNEL) => channels.all(channel).map(({ reply }) => titleOf(reply));

  const add = (condition: Condition, rest: Partial<RuleDraft> = {}) => {
    // Who set it and when is the service's.
    const draft: RuleDraft = aRule(condition, { channel: CHANNEL });
    return first.alerts.add(GUILD, ADAM, { ...draft, ...rest });
  };

  const trail = async () => {
    const steps: string[] = [];
    for await (const { step } of auditEntries(store.db, GUILD)) steps.push(step);
    return steps;
  };

  async function close(): Promise<void> {
    await store.close();
    rmSync(folder, { recursive: true });
  }

  const { alerts, guilds } = first;
  return {
    alerts,
    guilds,
    store,
    time,
    workspace,
    channels,
    pass,
    messages,
    add,
    trail,
    startProcess,
    close,
  };
}

export type WatchedServer = Awaited<ReturnType<typeof watchedServer>>;

function titleOf({ content, cards }: Reply): string {
  return cards?.[0]?.title ?? content ?? '';
}

/** Reads the payment settings each minute, as the real one does. */
function elsewhereOf(workspace: Workspace): Elsewhere {
  return {
    async look({ pool, mainCurrency }) {
      await pool.paymentSettings(mainCurrency);
      const events = [...workspace.changed];
      return { events, settle: async () => void workspace.changed.splice(0, events.length) };
    },
  };
}

function poolOf(workspace: Workspace, clock: Clock): Pool {
  async function answer<Value>(name: string, make: () => Value): Promise<Value> {
    workspace.requests.push(name);
    if (workspace.fault !== null) throw workspace.fault;
    const made = make();
    if (name !== 'payment settings') await workspace.slow;
    return made;
  }
  const list = (name: string, make: () => readonly object[]) =>
    answer(name, () => ({ rows: make(), readAt: clock.now(), refused: [], incomplete: null }));
  const record = (name: string, make: () => object) =>
    answer(name, () => ({ value: make(), readAt: clock.now(), refused: [] }));
  const pool = {
    summary: () => record('summary', () => summary.parse(workspace.summary)),
    revenue: () => list('revenue', () => []),
    subaccounts: () => list('subaccounts', () => []),
    paymentSettings: () => list('payment settings', () => [{ addresses: workspace.addresses }]),
    contracts: () => list('contracts', () => workspace.contracts.map((row) => contract.parse(row))),
    balances: () => record('balances', () => derivativesBalances.parse({})),
    miners: ({ hashing_status: status }: { hashing_status?: string }) =>
      answer('miners', () => {
        const rows = status === 'offline' ? workspace.offline : [];
        return { rows: rows.map((row) => miner.parse(row)), readAt: clock.now(), hasMore: false };
      }),
    sites: () => answer('sites', () => [{ id: 'a', name: 'Cedar Ridge' }]),
    fresh: () => pool,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the watch asks for nothing else
  return pool as unknown as Pool;
}

/** So many miners that are off, at Cedar Ridge. */
export const minersOff = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({
    ip_address: `10.0.0.${index}`,
    hashing_status: 'offline',
    site_id: 'a',
  }));
