import { expect, test } from 'vitest';
import { createExternalChangesWatch } from '../../../src/alerts/external-changes/external-changes-watch.js';
import type { PoolClient } from '../../../src/pool-api/client.js';
import { createClock } from '../../daily/fakes/daily-harness.js';
import { createSharedStore } from '../../daily/fakes/shared-store.js';
import { createFakePool } from '../fakes/fake-pool.js';
import { MINUTE, START } from '../fakes/watch-harness.js';
import { paying } from '../fakes/connected-server.js';
import { KNOWN } from './watched.js';

const SERVERS = 4_500;

/** The pool of a workspace that pays in BTC alone; tells of each look at the subaccounts. */
function paysInBtc(whole: PoolClient, onSubaccounts: () => void): PoolClient {
  const pool: PoolClient = {
    ...whole,
    fresh: () => pool,
    listPaymentSettings: async (currency, ...rest) => {
      const read = await whole.listPaymentSettings(currency, ...rest);
      return currency === 'BTC' ? read : { ...read, value: { ...read.value, items: [] } };
    },
    listSubaccounts: (...asked) => {
      onSubaccounts();
      return whole.listSubaccounts(...asked);
    },
  };
  return pool;
}

test(
  'each list has its turn, however many servers a process watches',
  { timeout: 120_000 },
  async () => {
    const clock = createClock(START);
    const store = createSharedStore(clock);
    const seen = new Set<string>();
    const fake = createFakePool(clock);
    fake.payments = [paying('main', '1', KNOWN)];
    const watch = createExternalChangesWatch({
      store,
      clock,
      guilds: { keyInfo: async () => ({ lastFour: '', connectedAt: 1, connectedBy: '1' }) },
      explain: async (_guildId, { before, after }) => ({ parts: [{ before, after }] }),
      enter: async () => 'entered',
      effects: async () => [],
      verifyAwaited: async () => undefined,
    });
    for (let minute = 0; minute < 7; minute++) {
      fake.asked.length = 0;
      for (let server = 0; server < SERVERS; server++) {
        const guildId = String(server);
        const pool = paysInBtc(fake.client, () => seen.add(guildId));
        await watch.turn({ guildId, pool, since: 1 }, clock.now());
      }
      clock.at += MINUTE;
    }
    // Each has waited six minutes at most.
    expect(seen.size).toBe(SERVERS);
  },
);
