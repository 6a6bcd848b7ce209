import { createExternalChangesWatch } from '../../../src/alerts/external-changes/external-changes-watch.js';
import { parseEntry, type Entry } from '../../../src/domain/changes/entry.js';
import { PoolError } from '../../../src/domain/errors/pool-errors.js';
import { externalChangeTitle } from '../../../src/views/alerts/external-change.js';
import { toResult } from '../../../src/domain/errors/result.js';
import { readTrail } from '../../../src/changes/trail/stored-trail.js';
import {
  createChangesHarness,
  GUILD,
  type ChangesHarness,
  PEOPLE,
  pressOn,
  reconcileFor,
} from '../../changes/fakes/changes-harness.js';
import type { Change } from '../../../src/domain/changes/change.js';

export const KNOWN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

export const OTHER = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

export const THIRD = 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c';

export function addressOf(address: string, share = 100) {
  return {
    address_id: 504,
    address_name: 'cold',
    external_address: address,
    revenue_allocation: share,
  };
}

/** Payment settings of `main`, after some watching. */
export async function watched(world = createChangesHarness(), changes = world.changes) {
  let effectsRead = 0;
  if (!world.workspace.payments.has('BTC main'))
    world.workspace.payments.set('BTC main', {
      payment_frequency: 'DAILY',
      day_of_week: 'UNSPECIFIED',
      status: 'ACTIVE',
      balance: 1,
      addresses: [addressOf(KNOWN)],
    });
  const elsewhere = createExternalChangesWatch({
    store: world.store,
    clock: world.clock,
    guilds: world.guilds,
    explain: (...asked) => changes.differences.explain(...asked),
    effects(guildId) {
      effectsRead++;
      return changes.differences.effects(guildId);
    },
    enter: (...each) => changes.differences.enter(...each),
    verifyAwaited: (guildId) => changes.differences.verifyAwaited(guildId),
  });
  /** Gives turns as the watch does: one a minute, and an extra one soon after if requested. */
  const turns = async (minutes: number) => {
    const told = [];
    for (let minute = 0; minute < minutes; minute++) {
      world.pass(45_000);
      const turn = await tryTurn();
      told.push(...(turn?.occurrences ?? []));
      await turn?.noted?.();
      // No clock's minutes are even.
      world.pass(15_037);
      if (turn?.again !== true) continue;
      const again = await tryTurn();
      told.push(...(again?.occurrences ?? []));
      await again?.noted?.();
    }
    return told;
  };
  /** Null if the pool let no list be read. */
  async function tryTurn() {
    const turn = await toResult(look());
    if (turn.ok) return turn.value;
    if (turn.error instanceof PoolError) return null;
    throw turn.error;
  }
  const look = async () => {
    const since = (await world.guilds.keyInfo(GUILD))?.connectedAt ?? 0;
    const guild = { guildId: GUILD, pool: world.workspace.client, since };
    return elsewhere.turn(guild, world.clock.now());
  };
  /** How often the trail was asked about effects. */
  return { world, turns, look, effectsRead: () => effectsRead };
}

export async function findings(
  world: ChangesHarness,
): Promise<Extract<Entry, { step: 'found-elsewhere' }>[]> {
  const entries = await entriesOf(world);
  return entries.flatMap((each) => (each.step === 'found-elsewhere' ? [each] : []));
}

export async function findingTitles(world: ChangesHarness): Promise<string[]> {
  return (await findings(world)).map(({ details }) => externalChangeTitle(details));
}

export async function entriesOf(world: ChangesHarness): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const text of readTrail(world.store, GUILD)) entries.push(parseEntry(text));
  return entries;
}

export function record(world: ChangesHarness) {
  const settings = world.workspace.payments.get('BTC main');
  if (settings === undefined) throw new Error('no settings');
  return settings;
}

export function never(): never {
  throw new Error('nothing was entered');
}

/** A manager asks to pay to that address, and another one confirms it. */
export async function payTo(world: ChangesHarness, address: string, frequency = 'DAILY') {
  const settings = {
    payment_frequency: frequency,
    day_of_week: frequency === 'DAILY' ? 'UNSPECIFIED' : 'FRIDAY',
    addresses: [{ address_name: 'cold', external_address: address, revenue_allocation: 100 }],
  };
  const input = { currency: 'BTC', subaccount: 'main', settings };
  const listed = world.workspace.payments.get('BTC main')?.addresses ?? [];
  const isKept = listed.some(({ external_address: kept }) => kept === address);
  const change = await world.ask(world.changes, {
    kind: 'payment-settings',
    input,
    member: PEOPLE.manager,
  });
  const messageId = await world.postCard(change);
  const typed = isKept ? '' : address.slice(-6);
  await pressOn(world.changes).confirm(world.click(change, PEOPLE.second), typed);
  return { change, messageId };
}

/** What the pool lists as paid, and in which status. */
export function listAs(
  world: ChangesHarness,
  address: string,
  listed: string | { status: string; wallet?: string | null; id?: number },
): void {
  const {
    status,
    wallet = null,
    id = 504,
  } = typeof listed === 'string' ? { status: listed } : listed;
  const addresses = [{ ...addressOf(address), address_id: id }];
  world.workspace.payments.set('BTC main', {
    ...record(world),
    status,
    addresses,
    wallet_id: wallet,
  });
}

/** The same, in force at once, and read back before the list is looked at. */
export async function payAndReadBack(world: ChangesHarness, address: string, frequency = 'WEEKLY') {
  await payTo(world, address, frequency);
  record(world).status = 'ACTIVE';
  await reconcileFor(world, 20_000);
}

/** A manager asks to move `main`, or another one, and confirms it. */
export async function moveMain(
  world: ChangesHarness,
  site = 'site-b',
  name = 'main',
): Promise<Change> {
  const input = { name, site: { id: site, name: site } };
  const change = await world.ask(world.changes, {
    kind: 'subaccount-move',
    input,
    member: PEOPLE.manager,
  });
  return pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
}
