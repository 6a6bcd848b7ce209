import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { ElsewhereEvent } from '../../../src/alerts/alert.js';
import { createElsewhere } from '../../../src/alerts/elsewhere/elsewhere.js';
import type { Change, ChangeState, KindName, Present } from '../../../src/changes/change.js';
import { insertChange, updateChange } from '../../../src/changes/rows.js';
import { kindOf } from '../../../src/changes/kinds/kinds.js';
import type { Clock } from '../../../src/clock.js';
import { PoolError } from '../../../src/pool/pool-error.js';
import type { Pool } from '../../../src/pool/pool.js';
import { paymentSettings, subaccount } from '../../../src/pool/schemas.js';
import { openStore } from '../../../src/store/open-store.js';
import type { Store } from '../../../src/store/store.js';

export const MINUTE = 60_000;
export const START = Date.parse('2026-11-28T20:00:00Z');

export interface Address {
  name: string;
  address: string;
  allocation: number;
}

export interface Settings {
  subaccount: { id: number; name: string };
  frequency: string;
  day: string;
  status: string;
  wallet: number;
  addresses: Address[] | null;
}

export interface Site {
  id: string;
  name: string;
}

export interface Lists {
  /** By currency. */
  payments: Record<string, Settings[]>;
  subaccounts: { id: number; name: string; site: Site | null }[];
}

/** A store for all worlds of a test file, on its own clock. */
export async function openWorlds() {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-elsewhere-'));
  const time = { now: START };
  const clock: Clock = {
    now: () => time.now,
    sleep: () => new Promise(() => {}),
    every: () => () => {},
  };
  const store = await openStore({ dataDir: folder, clock });
  await sql`pragma synchronous = off`.execute(store.db);
  let worlds = 0;
  return {
    world: (lists: Lists) => createWorld({ store, clock, time, guildId: `${++worlds}` }, lists),
    async close() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

interface Around {
  readonly store: Store;
  readonly clock: Clock;
  readonly time: { now: number };
  readonly guildId: string;
}

/** A server, its workspace, and the rows of its changes. */
function createWorld({ store, clock, time, guildId }: Around, lists: Lists) {
  time.now = START;
  const world = {
    /** What the pool really has. */
    lists,
    /** What the server that answers has of it; null: all. */
    lagging: null as Lists | null,
    fault: null as 'down' | 'cut short' | 'no access' | null,
    keyVersion: 1,
    requests: [] as string[],
  };
  let elsewhere = createElsewhere({ store, clock });

  function listed(name: string, rows: (from: Lists) => object[]) {
    world.requests.push(name);
    if (world.fault === 'down') throw new PoolError('unreachable');
    const incomplete = world.fault === 'cut short' ? 'the pool stopped answering' : null;
    const refused = world.fault === 'no access' ? ['hall-9'] : [];
    return { rows: rows(world.lagging ?? world.lists), readAt: time.now, refused, incomplete };
  }
  const read = {
    paymentSettings: async (currency: string) =>
      listed(currency, ({ payments }) => (payments[currency] ?? []).map(settingsRow)),
    subaccounts: async () =>
      listed('subaccounts', ({ subaccounts }) => subaccounts.map((row) => subaccount.parse(row))),
    subaccountNamed: async (name: string) => {
      const found = world.lists.subaccounts.find((each) => each.name === name);
      return subaccount.parse(found);
    },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is asked for
  const pool = read as unknown as Pool;

  /** What a change asks for is compared with what the pool really has. */
  async function readAsIs(kind: KindName, input: unknown): Promise<Present> {
    const { lagging, fault } = world;
    world.lagging = null;
    world.fault = fault === 'down' ? fault : null;
    try {
      return await kindOf(kind).read(pool, input);
    } finally {
      Object.assign(world, { lagging, fault });
      world.requests.pop();
    }
  }

  async function look({ isLost = false } = {}): Promise<readonly ElsewhereEvent[]> {
    const guild = { id: guildId, keyVersion: world.keyVersion };
    const looked = await elsewhere.look({ guild, pool, mainCurrency: 'BTC' });
    if (isLost) return [];
    await store.inGuild(guildId, (tx) => looked.settle(tx));
    return looked.events;
  }

  return {
    world,
    time,
    look,
    /** A look every minute, for so long; what is told. */
    async pass(minutes: number): Promise<ElsewhereEvent[]> {
      const told: ElsewhereEvent[] = [];
      for (let minute = 0; minute < minutes; minute++) {
        time.now += MINUTE;
        told.push(...(await look()));
      }
      return told;
    },
    restart() {
      elsewhere = createElsewhere({ store, clock });
    },
    readAsIs,
    /** Enters a change as it is once the pool was asked for it. */
    async send(kind: KindName, input: unknown, state: ChangeState = 'reported'): Promise<Change> {
      const present = await readAsIs(kind, input);
      const draft = { ...DRAFT, guildId, kind, state, input, present, sentAt: time.now };
      const touches = `${time.now}:${Math.random()}`;
      const change = await store.inGuild(guildId, (tx) =>
        insertChange(tx, { ...draft, touches, endedAt: time.now, dueAt: time.now + 120 * MINUTE }),
      );
      if (change === null) throw new Error('Another change is open');
      return change;
    },
    /** As the sweep does it; whether the pool lists what was asked for. */
    async readBack(change: Change): Promise<boolean> {
      const { kind, input } = change;
      const found = await readAsIs(kind, input);
      if (!kindOf(kind).isDone(input, found)) return false;
      const observed = { at: time.now, isDone: true, status: null, facts: null };
      const done = { ...change, observed, dueAt: null };
      await store.inGuild(guildId, async (tx) => {
        await updateChange(tx, done);
        await elsewhere.noteOwn(tx, done);
      });
      return true;
    },
    async dueAt({ number }: Change): Promise<number | null> {
      const row = await store.db
        .selectFrom('change')
        .select('due_at')
        .where('guild', '=', guildId)
        .where('number', '=', number)
        .executeTakeFirstOrThrow();
      return row.due_at;
    },
  };
}

export type World = ReturnType<typeof createWorld>;

const DRAFT: Omit<Change, 'number' | 'guildId' | 'kind' | 'state' | 'input' | 'present'> = {
  touches: '',
  request: { method: 'POST', path: '/', body: {} },
  rule: 'second',
  requester: '1',
  earlierRequesters: [],
  confirmer: '2',
  reason: null,
  askedAt: START,
  expiresAt: START,
  sentAt: START,
  endedAt: START,
  keyVersion: 1,
  outcome: null,
  ending: null,
  observed: null,
  checked: null,
  dueAt: null,
  looks: 0,
  replaces: null,
  replacedBy: null,
  undoes: null,
  channelId: '1',
  card: null,
};

function settingsRow(settings: Settings) {
  const { subaccount, frequency, day, status, wallet, addresses } = settings;
  return paymentSettings.parse({
    subaccount,
    status,
    wallet_id: wallet,
    payment_frequency: frequency,
    day_of_week: day,
    addresses: addresses?.map(({ name, address, allocation }) => ({
      address_name: name,
      external_address: address,
      revenue_allocation: allocation,
    })),
  });
}

/** What a form asks for that keeps everything but `rest`. */
export function paymentsInput(
  { subaccount: { name }, frequency, day, addresses }: Settings,
  rest: Partial<Pick<Settings, 'frequency' | 'day' | 'addresses'>> = {},
) {
  const wanted = rest.addresses ?? addresses ?? [];
  return {
    currency: 'BTC',
    subaccount: name,
    frequency,
    day,
    ...rest,
    addresses: wanted.map((each) => ({ ...each, allocation: String(each.allocation) })),
  };
}
