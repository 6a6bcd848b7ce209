import { newAlert, type Alert, type AlertEvent, type Reading } from '../../../src/alerts/alert.js';
import { createAlerts } from '../../../src/alerts/alerts.js';
import type { Condition } from '../../../src/alerts/conditions.js';
import type { Elsewhere } from '../../../src/alerts/changed-elsewhere/look.js';
import { NEW_NOTE, usualDraft, type Rule, type RuleDraft } from '../../../src/alerts/rule.js';
import { part } from '../../../src/cards/failures.js';
import type { Clock } from '../../../src/clock.js';
import type { Answer } from '../../../src/discord/command.js';
import type { Reply } from '../../../src/discord/reply.js';
import { createGuilds } from '../../../src/guilds/guilds.js';
import { DEFAULT_SETTINGS, type GuildSettings } from '../../../src/guilds/settings.js';
import { auditEntries } from '../../../src/guilds/audit-trail.js';
import { createOutbox } from '../../../src/jobs/outbox.js';
import { createMetrics } from '../../../src/ops/metrics.js';
import { PoolError } from '../../../src/pool/pool-error.js';
import type { Pool } from '../../../src/pool/pool.js';
import { contract, derivativesBalances, miner, summary } from '../../../src/pool/schemas.js';
import { readable } from '../../changes/samples.js';
import { ADAM, MASTER_KEY } from '../../guilds/support.js';
import { createStillClock, openTestStore } from '../../store/support.js';
import { createFakeChannels } from '../../support/fake-channels.js';
import { replyText } from '../../support/reply-text.js';
import { silentLog as log } from '../../support/silent-log.js';

export const NOW = Date.parse('2026-11-28T20:00:00Z');
const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const GUILD = '1000';
export const CHANNEL = '300';
const metrics = createMetrics();

/** What the pool answers now; a test changes it while time passes. */
export interface Workspace {
  summary: object;
  offline: object[];
  contracts: object[];
  /** In place of any answer. */
  fault: PoolError | null;
  /** Answers to rules that are made now arrive with it. */
  slow: Promise<void> | null;
  /** What somebody changed there, told at the next look. */
  changed: AlertEvent[];
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
  const { time, clock } = createStillClock(NOW);
  const store = await openTestStore(clock);
  const workspace: Workspace = {
    summary: ALL_WELL,
    offline: [],
    contracts: [],
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
  async function pass(minutes: number): Promise<void> {
    for (let turn = 1; turn <= minutes * 3; turn++) {
      time.now += 20 * SECOND;
      await first.alerts.watch();
      await first.outbox.deliver();
    }
  }

  /** Messages of a channel, oldest first: what was posted, as it reads now. */
  const messages = (channel = CHANNEL) => channels.all(channel).map(({ reply }) => titleOf(reply));

  const add = async (condition: Condition, rest: Partial<RuleDraft> = {}): Promise<Rule> => {
    const draft = { ...usualDraft(condition, SETTINGS), channel: CHANNEL, ...rest };
    const [rule] = await first.alerts.add(GUILD, ADAM, [draft]);
    if (rule === undefined) throw new Error('No rule was added');
    return rule;
  };

  const trail = async () => (await auditEntries(store.db, GUILD)).map(({ step }) => step);

  return {
    ...first,
    store,
    time,
    workspace,
    channels,
    pass,
    messages,
    add,
    trail,
    startProcess,
    close: () => store.close(),
  };
}

export type WatchedServer = Awaited<ReturnType<typeof watchedServer>>;

export const LOW = { ...ALL_WELL, hashrate_5m: '75' };

/** A rule on the hashrate whose alert fires. */
export async function fire({ add, workspace, pass }: WatchedServer): Promise<Rule> {
  const rule = await add('hashrate');
  workspace.summary = LOW;
  await pass(12);
  return rule;
}

function titleOf({ content, cards }: Reply): string {
  return cards?.[0]?.title ?? content ?? '';
}

/** Reads the payment settings each minute, as the real one does. */
function elsewhereOf(workspace: Workspace): Pick<Elsewhere, 'look'> {
  return {
    async look({ settings }, pool) {
      const answer = await part(pool.paymentSettings(settings.currency));
      const isBlind = answer instanceof PoolError;
      const events = [...workspace.changed];
      return {
        answers: [isBlind ? answer : null],
        events: isBlind ? null : events,
        settle: async () => void workspace.changed.splice(0, events.length),
      };
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
    paymentSettings: () => list('payment settings', () => []),
    contracts: () => list('contracts', () => workspace.contracts.map((row) => contract.parse(row))),
    balances: () => record('balances', () => derivativesBalances.parse({})),
    miners: ({ hashing_status: status }: { hashing_status?: string }) =>
      answer('miners', () => {
        const rows = status === 'offline' ? workspace.offline : [];
        return { rows: rows.map((row) => miner.parse(row)), readAt: clock.now(), hasMore: false };
      }),
    siteNamed: async (name: string) => ({ id: 'a', name }),
    fresh: () => pool,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the watch asks for nothing else
  return pool as unknown as Pool;
}

export const SETTINGS: GuildSettings = {
  ...DEFAULT_SETTINGS,
  auditChannel: '900',
  alerts: { channel: '800', role: null },
};

/** A rule as it is usual, which posts in #pool-ops. */
export function ruleOf(condition: Condition, rest: Partial<Rule> = {}): Rule {
  const draft = usualDraft(condition, SETTINGS);
  const own = { guildId: GUILD, id: 'k7m2p', since: NOW, note: NEW_NOTE };
  return { ...draft, ...own, ...rest };
}

/** `at`: minutes after `NOW`. */
export function readingOf(
  at: number,
  verdict: Reading['verdict'] = 'breached',
  rest: Partial<Reading> = {},
): Reading {
  const value = verdict === 'clear' ? '90' : '70';
  const usual = { limit: '80', baseline: '100' };
  return { at: NOW + at * MINUTE, verdict, value, ...usual, ...rest };
}

/** It holds since `NOW`, and fires since ten minutes later. */
export function alertOf(rule: Rule, rest: Partial<Alert> = {}): Alert {
  const message = { channelId: '800', messageId: '1001' };
  const firing = { phase: 'firing', firedAt: NOW + 10 * MINUTE, message } as const;
  return { ...newAlert(rule, NOW), id: `${rule.id}-a`, ...firing, ...rest };
}

export const ADDRESS_CHANGED: AlertEvent = {
  key: 'payments:BTC:cedar-ridge-air',
  title: 'New payout address',
  what: 'BTC payouts of **cedar-ridge-air**',
  lines: ['**Changed at the pool, not through Pitboss**', '```\nbc1q tksp\n```'],
};

/** As people see it: names in place of mentions, and ‹minutes since `NOW`› in place of moments. */
export function shown(answer: Answer): string[] {
  return readable(replyText(answer), NOW).split('\n');
}
