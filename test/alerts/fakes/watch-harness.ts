import { createSecretKey } from 'node:crypto';
import { createAlertStates } from '../../../src/alerts/alert-states.js';
import { createRuleStore } from '../../../src/alerts/rule-store.js';
import type { ExternalChangesWatch } from '../../../src/alerts/watch/ask-pool.js';
import { createWatch, type Watch, type WatchParts } from '../../../src/alerts/watch/watch.js';
import type { Condition } from '../../../src/domain/alerts/conditions.js';
import type { GuildAlerts } from '../../../src/domain/alerts/alert.js';
import type { AlertRule } from '../../../src/domain/alerts/rule.js';
import { createGuilds } from '../../../src/guilds/create-guilds.js';
import type { Guilds } from '../../../src/guilds/guilds.js';
import type { Store } from '../../../src/store/store.js';
import { createClock, type TurnedClock } from '../../daily/fakes/daily-harness.js';
import { createSharedStore } from '../../daily/fakes/shared-store.js';
import { newRuleOf } from '../../domain/alerts/rules.js';
import { createFakePool, type FakePool } from './fake-pool.js';

export const MINUTE = 60_000;
export const GUILD = '100';
export const START = Date.UTC(2026, 5, 1, 12);

export function aRule(condition: Condition, change: Partial<AlertRule> = {}): AlertRule {
  return { ...newRuleOf(condition, condition), since: START, ...change };
}

export interface WatchHouse {
  readonly clock: TurnedClock;
  readonly store: Store;
  readonly guilds: Guilds;
  readonly watch: Watch;
  readonly pool: FakePool;
  /** The guilds for which something was to be delivered. */
  readonly delivered: string[];
  readonly trouble: unknown[];
  /** Another process on the same store. */
  process(): Watch;
  /** Connects a server with its own pool. */
  connect(guildId: string, rules?: readonly AlertRule[]): Promise<FakePool>;
  /** Lets this many minutes pass, looking every five seconds. */
  pass(minutes: number, process?: Watch): Promise<void>;
  state(guildId?: string): Promise<GuildAlerts>;
}

/** Nobody changes anything at the pool, and no list is due. */
export const QUIET: ExternalChangesWatch = {
  siteNames: async () => new Map(),
  letGo: () => undefined,
  forget: async () => undefined,
  turn: async () => ({ occurrences: [], again: false, reads: 0 }),
};

/** The watch on a store, clocks and pools that a test controls. */
export async function createWatchHouse(
  rules: readonly AlertRule[],
  parts: Partial<WatchParts> = {},
): Promise<WatchHouse> {
  const clock = createClock(START);
  const { store = createSharedStore(clock) } = parts;
  const masterKey = createSecretKey(Buffer.alloc(32, 1));
  const guilds = createGuilds({ store, clock, masterKey, previousMasterKey: undefined });
  const pools = new Map<string, FakePool>();
  const delivered: string[] = [];
  const trouble: unknown[] = [];

  const process = () =>
    createWatch({
      guilds,
      clock,
      openPool: async (guildId) => {
        const pool = pools.get(guildId);
        if (pool === undefined) throw new Error('not connected');
        const { connectedAt } = (await guilds.keyInfo(guildId)) ?? { connectedAt: 0 };
        return { pool: pool.client, connectedAt };
      },
      onError: (_what, error) => void trouble.push(error),
      deliver: async (guildId) => void delivered.push(guildId),
      externalChanges: QUIET,
      history: { forget: async () => undefined },
      ...parts,
      store,
      rules: createRuleStore(store),
      states: createAlertStates(store),
    });
  const watch = process();
  const house: WatchHouse = {
    clock,
    store,
    guilds,
    watch,
    pool: createFakePool(clock),
    delivered,
    trouble,
    process,
    async connect(guildId, ofGuild = []) {
      const pool = createFakePool(clock);
      pools.set(guildId, pool);
      await guilds.saveKey(guildId, `key-of-${guildId}`, '1');
      await createRuleStore(store).change(guildId, (now) => ({ ...now, rules: [...ofGuild] }));
      return pool;
    },
    async pass(minutes, { rounds } = watch) {
      for (let passed = 0; passed < minutes * MINUTE; passed += LOOK_MS) {
        await rounds.look();
        await rounds.idle();
        clock.at += LOOK_MS;
      }
    },
    state: (guildId = GUILD) => createAlertStates(store).read(guildId),
  };
  return { ...house, pool: await house.connect(GUILD, rules) };
}

const LOOK_MS = 5_000;
