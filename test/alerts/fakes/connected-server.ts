import { createSecretKey } from 'node:crypto';
import { createAlerts, type AlertsParts } from '../../../src/alerts/alerts.js';
import { createGuilds } from '../../../src/guilds/create-guilds.js';
import { paymentSettingsSchema } from '../../../src/pool-api/resources.js';
import { scanNamespace } from '../../../src/store/scan-namespace.js';
import { createClock } from '../../daily/fakes/daily-harness.js';
import { createSharedStore } from '../../daily/fakes/shared-store.js';
import { createAlertChannel } from './alert-channel.js';
import { createFakePool, type FakePool } from './fake-pool.js';
import { GUILD, MINUTE, START } from './watch-harness.js';

const LOOK_MS = 5_000;
const MAX_LOOKS = 500;
const SPACES = [
  'alert-history',
  'alert-listed',
  'alert-readings',
  'alert-readings-index',
  'alert-seen',
  'alert-states',
];

/** The payment settings of a workspace's only subaccount. */
export function paying(name: string, id: string, address: string) {
  return paymentSettingsSchema.parse({
    subaccount: { id, name },
    payment_frequency: 'DAILY',
    status: 'ACTIVE',
    addresses: [
      { address_id: 5, address_name: 'x', external_address: address, revenue_allocation: 100 },
    ],
  });
}

/** All of a server's alerts, from its key to its posts. Each key has a pool of its own. */
export function createConnectedServer(change: Partial<AlertsParts> = {}) {
  const clock = createClock(START);
  const store = createSharedStore(clock);
  const masterKey = createSecretKey(Buffer.alloc(32, 1));
  const guilds = createGuilds({ store, clock, masterKey, previousMasterKey: undefined });
  const pools = new Map<string, FakePool>();
  const trouble: unknown[] = [];
  const alerts = createAlerts({
    store,
    clock,
    uptime: () => clock.now(),
    guilds,
    channels: createAlertChannel(clock),
    async openPool(guildId) {
      const opened = await guilds.openKey(guildId);
      const pool = pools.get(opened?.key ?? '');
      if (opened === null || pool === undefined) throw new Error('not connected');
      return { pool: pool.client, connectedAt: opened.connectedAt };
    },
    onError: (_what, error) => void trouble.push(error),
    differences: {
      explain: async (_guildId, { before, after }) => ({ parts: [{ before, after }] }),
      enter: async () => 'entered',
      effects: async () => [],
      verifyAwaited: async () => undefined,
    },
    ...change,
  });
  async function look(): Promise<void> {
    await alerts.runner.look();
    clock.at += LOOK_MS;
    // Time for what it began.
    await new Promise((resolve) => setTimeout(resolve, 2));
  }

  return {
    clock,
    store,
    guilds,
    alerts,
    trouble,
    /** Connects a workspace with these payment settings. */
    async connect(key: string, ...payments: FakePool['payments']): Promise<FakePool> {
      const pool = createFakePool(clock);
      pool.payments = payments;
      pools.set(key, pool);
      await guilds.saveKey(GUILD, key, '1');
      return pool;
    },
    /** Looks, without waiting for rounds to end, until it holds. */
    async lookUntil(holds: () => boolean | Promise<boolean>): Promise<void> {
      for (let looks = 0; !(await holds()); looks++) {
        if (looks > MAX_LOOKS) throw new Error('it never holds');
        await look();
      }
    },
    /** Looks for so long, without waiting for rounds to end. */
    async lookFor(ms: number): Promise<void> {
      for (let passed = 0; passed < ms; passed += LOOK_MS) await look();
    },
    async pass(minutes: number): Promise<void> {
      for (let passed = 0; passed < minutes * MINUTE; passed += LOOK_MS) {
        await alerts.runner.look();
        await alerts.runner.idle();
        clock.at += LOOK_MS;
      }
    },
    /** Rows of alerts that the store holds, by space. */
    async kept(): Promise<readonly string[]> {
      const found: string[] = [];
      for (const space of SPACES)
        for await (const [key] of scanNamespace(store.namespace(space)))
          found.push(`${space} ${key}`);
      return found;
    },
  };
}
