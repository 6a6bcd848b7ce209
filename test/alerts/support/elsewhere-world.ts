import type { AlertEvent } from '../../../src/alerts/alert.js';
import { createElsewhere } from '../../../src/alerts/changed-elsewhere/look.js';
import type { Change, ChangeState, KindName } from '../../../src/changes/change.js';
import { findChange, insertChange, updateChange } from '../../../src/changes/rows.js';
import { KINDS, kindOf } from '../../../src/changes/kinds/kinds.js';
import { DEFAULT_SETTINGS } from '../../../src/guilds/settings.js';
import { PoolError } from '../../../src/pool/pool-error.js';
import type { Pool } from '../../../src/pool/pool.js';
import { paymentSettings, subaccount } from '../../../src/pool/schemas.js';
import { moved } from '../../changes/samples.js';
import { createStillClock, openTestStore } from '../../store/support.js';

export const MINUTE = 60_000;
export const START = Date.parse('2026-11-28T20:00:00Z');

export interface Settings {
  subaccount: { id: number; name: string };
  frequency: string;
  day: string;
  status: string;
  wallet: number;
  addresses: { name: string; address: string; allocation: number }[] | null;
}

/** An event, its lines taken apart. */
export interface ToldEvent extends AlertEvent {
  /** Whose it is. */
  readonly claim: string;
  /** When it came. */
  readonly between: string;
}

/** Payment settings in BTC; there are none in other currencies. */
export interface Lists {
  payments: Settings[];
  subaccounts: { id: number; name: string; site: { id: string; name: string } }[];
}

/** A store for all worlds of a test file, on its own clock. */
export async function openWorlds() {
  const { time, clock } = createStillClock(START);
  const store = await openTestStore(clock);
  const elsewhere = createElsewhere({ store, clock });
  let worlds = 0;

  /** A server, its workspace, and the rows of its changes. */
  function createWorld(lists: Lists) {
    time.now = START;
    const guildId = String(++worlds);
    const world = {
      /** What the pool really has. */
      lists,
      /** What the server that answers has of it; null: all. */
      lagging: null as Lists | null,
      fault: null as 'down' | 'cut short' | 'no access' | null,
      keyVersion: 1,
      requests: [] as string[],
    };
    const truth = poolOf(() => world.lists);
    const answering = poolOf(
      () => world.lagging ?? world.lists,
      (name) => {
        world.requests.push(name);
        if (world.fault === 'down') throw new PoolError('unreachable');
        const incomplete = world.fault === 'cut short' ? 'the pool stopped answering' : null;
        return { incomplete, refused: world.fault === 'no access' ? ['hall-9'] : [] };
      },
    );

    function poolOf(shown: () => Lists, asked?: (name: string) => object): Pool {
      const listOf = (name: string, rows: object[]) => {
        return { rows, readAt: time.now, refused: [], incomplete: null, ...asked?.(name) };
      };
      const read = {
        paymentSettings: async (currency: string) =>
          listOf(currency, currency === 'BTC' ? shown().payments.map(settingsRow) : []),
        subaccounts: async () =>
          listOf(
            'subaccounts',
            shown().subaccounts.map((row) => subaccount.parse(row)),
          ),
        subaccountNamed: async (name: string) =>
          subaccount.parse(shown().subaccounts.find((each) => each.name === name)),
      };
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is asked for
      return read as unknown as Pool;
    }

    /** What is told; of a lost look, nothing is kept. */
    async function look({ isLost = false } = {}): Promise<readonly ToldEvent[]> {
      const guild = { id: guildId, keyVersion: world.keyVersion, settings: DEFAULT_SETTINGS };
      const looked = await elsewhere.look(guild, answering);
      if (isLost) return [];
      await store.inGuild(guildId, (tx) => looked.settle(tx));
      return (looked.events ?? []).map((event) => {
        const [claim = '', ...lines] = event.lines;
        return { ...event, claim, lines: lines.slice(0, -2), between: lines.at(-1) ?? '' };
      });
    }

    return {
      world,
      time,
      look,
      /** Looks every minute for this long; returns what is told. */
      async pass(minutes: number): Promise<ToldEvent[]> {
        const told: ToldEvent[] = [];
        for (let minute = 0; minute < minutes; minute++) {
          time.now += MINUTE;
          told.push(...(await look()));
        }
        return told;
      },
      /** Enters a change as it is once the pool was asked for it. */
      async send(kind: KindName, input: unknown, state: ChangeState = 'reported'): Promise<Change> {
        const present = await KINDS[kind].read(truth, input);
        const draft = moved({
          guildId,
          kind,
          state,
          input,
          present,
          sentAt: time.now,
          endedAt: time.now,
          dueAt: time.now + 120 * MINUTE,
          touches: `${time.now}:${Math.random()}`,
        });
        const change = await store.inGuild(guildId, (tx) => insertChange(tx, draft));
        if (change === null) throw new Error('Another change is open');
        return change;
      },
      /** As the sweep does it; whether the pool lists what was asked for. */
      async readBack(change: Change): Promise<boolean> {
        const { kind, input } = change;
        const present = await KINDS[kind].read(truth, input);
        if (!kindOf({ kind, input, present }).isDone) return false;
        const observed = { at: time.now, isDone: true, status: null, facts: null };
        const done = { ...change, observed, dueAt: null };
        await store.inGuild(guildId, async (tx) => {
          await updateChange(tx, done);
          await elsewhere.noteOwn(tx, done);
        });
        return true;
      },
      dueAt: async ({ number }: Change) =>
        (await findChange(store.db, guildId, number))?.dueAt ?? null,
    };
  }

  return { world: createWorld, close: () => store.close() };
}

export type Worlds = Awaited<ReturnType<typeof openWorlds>>;
export type World = ReturnType<Worlds['world']>;

function settingsRow({ wallet, frequency, day, addresses, ...settings }: Settings) {
  return paymentSettings.parse({
    ...settings,
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
export function paymentsInput(settings: Settings, rest: Partial<Settings> = {}) {
  const { subaccount, frequency, day, addresses } = { ...settings, ...rest };
  return {
    currency: 'BTC',
    subaccount: subaccount.name,
    frequency,
    day,
    addresses: addresses?.map((each) => ({ ...each, allocation: String(each.allocation) })),
  };
}
