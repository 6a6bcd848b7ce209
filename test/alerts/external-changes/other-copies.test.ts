import { describe, expect, test } from 'vitest';
import { auditReply } from '../../../src/views/audit/audit-post.js';
import type { PaymentsSnapshot } from '../../../src/domain/changes/external-changes/external-finding.js';
import { hashOf } from '../../../src/domain/json/canonical-json.js';
import { externalChangeEvent } from '../../../src/views/alerts/external-change.js';
import {
  createChangesHarness,
  GUILD,
  NO_LOSS,
  PEOPLE,
  reconcileFor,
  type ChangesHarness,
} from '../../changes/fakes/changes-harness.js';
import { KNOWN, OTHER, addressOf, watched, findings, record, moveMain } from './watched.js';

test('another process, killed between entry and note, tells the same once', async () => {
  const { world, turns, look } = await watched();
  await turns(8);
  record(world).addresses = [addressOf(OTHER)];
  world.pass(45_000);
  await look();
  world.pass(15_000);
  // Killed before it could record what it had reported.
  const [first] = (await look()).occurrences;
  expect(first).toBeDefined();
  const later = await watched(world, world.start());
  const again = await later.turns(8);
  expect(again.map(({ key }) => key)).toEqual([first?.key]);
  expect(await findings(world)).toHaveLength(1);
});

test('what it told as perhaps through Pitboss, too', async () => {
  const { world, turns } = await watched();
  await turns(8);
  await moveMain(world);
  await reconcileFor(world, 20_000);
  world.pass(5 * 3_600_000);
  const killed = await watched(world, world.start());
  const told: unknown[] = [];
  for (let tries = 0; told.length === 0 && tries < 20; tries++) {
    world.pass(15_000);
    told.push(...(await killed.look()).occurrences);
  }
  const later = await watched(world, world.start());
  expect(await later.turns(12)).toEqual([
    expect.objectContaining({ facts: expect.objectContaining({ perhapsBy: 1 }) }),
  ]);
  expect(await findings(world)).toHaveLength(1);
});

test('while entries are missing it is told at once, and entered once that is accepted', async () => {
  const { world, turns } = await watched();
  const restore = world.store.copy();
  await world.askToMove();
  await turns(8);
  // An older copy of the trail is restored; what was last listed stays as it was.
  const listed = world.store.namespace('alert-listed');
  const kept = await listed.get(`${GUILD}:BTC`);
  restore();
  await listed.set(`${GUILD}:BTC`, kept);
  expect(await world.changes.behind(GUILD)).not.toBeNull();
  record(world).addresses = [addressOf(OTHER)];
  const first = await turns(3);
  expect(new Set(first.map(({ key }) => key)).size).toBe(1);
  expect(await findings(world)).toEqual([]);
  await acceptRestore(world, world.changes);
  const later = await turns(3);
  expect(new Set([...first, ...later].map(({ key }) => key)).size).toBe(1);
  expect(await findings(world)).toHaveLength(1);
});

async function acceptRestore({ clock }: ChangesHarness, changes: ChangesHarness['changes']) {
  const found = (await changes.behind(GUILD)) ?? NO_LOSS;
  const accepted = { guildId: GUILD, member: PEOPLE.admin, reason: 'put back', found };
  await changes.acceptRestore({ ...accepted, askedAt: clock.now(), seenAt: clock.now() });
}

/** A change by Pitboss, and then an older copy of the store, from before it. */
async function withLostMove() {
  const { world, turns } = await watched();
  await turns(8);
  await moveMain(world);
  await reconcileFor(world, 20_000);
  await turns(6);
  const putBack = world.store.copy();
  await moveMain(world, 'site-c');
  await world.changes.idle();
  putBack();
  const changes = world.start();
  return { changes, ...(await watched(world, changes)) };
}

async function titles(world: ChangesHarness): Promise<string[]> {
  const all = await findings(world);
  return all.map((entry) => JSON.stringify(auditReply([{ entry, change: null, cardUrl: null }])));
}

test.each([
  ['was told before that was accepted', 12],
  ['was first seen after that', 0],
])('a change in entries that were lost is perhaps its own, if it %s', async (_, minutes) => {
  const { world, changes, turns } = await withLostMove();
  await changes.recover();
  await changes.idle();
  expect(new Set((await turns(minutes)).map(({ key }) => key)).size).toBe(Math.min(minutes, 1));
  await acceptRestore(world, changes);
  await turns(20);
  expect(await titles(world)).toEqual([expect.stringContaining('perhaps through Pitboss')]);
  // What is done once all lists were seen without it isn't.
  world.workspace.siteOf.set('main', 'site-a');
  await turns(12);
  expect((await titles(world))[1]).toContain('not through Pitboss');
});

describe('another key', () => {
  test('of the same workspace hides nothing that was changed just before it was connected', async () => {
    const { world, turns } = await watched();
    await turns(8);
    record(world).addresses = [addressOf(OTHER)];
    world.guilds.reconnect(GUILD, world.clock.now());
    expect(await turns(12)).toHaveLength(1);
    expect(JSON.stringify((await findings(world))[0]?.details.before)).toContain(KNOWN);
  });

  test('of the same workspace, whose ids came after the first look, too', async () => {
    const world = createChangesHarness();
    const ids = new Map(world.workspace.idOf);
    world.workspace.idOf.clear();
    const { turns } = await watched(world);
    await turns(8);
    for (const [name, id] of ids) world.workspace.idOf.set(name, id);
    await turns(8);
    record(world).addresses = [addressOf(OTHER)];
    world.guilds.reconnect(GUILD, world.clock.now());
    expect(await turns(12)).toHaveLength(1);
  });

  test.each([
    ['ids', (world: ChangesHarness) => world.workspace.idOf.set('main', '9').set('spare', '10')],
    ['ids at all', (world: ChangesHarness) => world.workspace.idOf.clear()],
  ])('whose lists have no such %s starts the watch over', async (_, change) => {
    const { world, turns } = await watched();
    await turns(8);
    record(world).addresses = [addressOf(OTHER)];
    change(world);
    world.guilds.reconnect(GUILD, world.clock.now());
    expect(await turns(12)).toEqual([]);
    record(world).addresses = [addressOf(KNOWN)];
    expect(await turns(12)).toHaveLength(1);
  });

  test('leaves open whether an approval is that of a change requested with the former one', async () => {
    const { world, turns } = await watched();
    await turns(8);
    world.workspace.appliesAtOnce = false;
    const change = await moveMain(world);
    world.guilds.reconnect(GUILD, world.clock.now());
    await turns(8);
    world.workspace.siteOf.set('main', 'site-b');
    expect(await turns(8)).toHaveLength(1);
    const [entry] = await findings(world);
    expect(entry?.details.perhapsBy).toBe(1);
    expect((await world.changes.find(GUILD, change.id))?.observed).toBeUndefined();
  });
});

test('in a restored store nothing is entered before it is known what it lacks', async () => {
  const { world, turns } = await watched();
  await turns(8);
  const putBack = world.store.copy();
  await moveMain(world);
  await world.changes.idle();
  putBack();
  const later = await watched(world, world.start());
  const [told] = await later.turns(12);
  expect(externalChangeEvent(told?.facts)).toMatchObject({
    title: 'A subaccount moved to another site, perhaps through Pitboss',
    next: expect.stringContaining('Entries of the audit trail are missing'),
  });
  expect(await findings(world)).toEqual([]);
});

test('what another process told meanwhile isn’t taken for what this one knows', async () => {
  const { world, turns } = await watched();
  await turns(8);
  record(world).addresses = [addressOf(OTHER)];
  const other = await watched(world, world.start());
  expect(await other.turns(3)).toHaveLength(1);
  // Set right, while this process has its turns again.
  record(world).addresses = [addressOf(KNOWN)];
  expect(await turns(8)).toHaveLength(1);
  record(world).addresses = [addressOf(OTHER)];
  expect(await turns(3)).toHaveLength(1);
});

test('a server of the pool that is behind may show the list before, after a restart too', async () => {
  const { world, turns } = await watched();
  await turns(8);
  record(world).addresses = [addressOf(OTHER)];
  expect(await turns(3)).toHaveLength(1);
  const { look } = await watched(world, world.start());
  for (let minute = 0; minute < 8; minute++) {
    record(world).addresses = [addressOf(minute % 2 === 0 ? KNOWN : OTHER)];
    world.pass(60_000);
    const turn = await look();
    expect(turn.occurrences).toEqual([]);
    await turn.noted?.();
  }
});

describe('of a list that an earlier version stored, which kept the first addresses', () => {
  const MANY = Array.from({ length: 150 }, (_, at) => ({
    ...addressOf(`bc1q${1_000 + at}`, at < 149 ? 0 : 100),
    address_id: at,
  }));

  /** As that version wrote it: the first hundred, and a hash of the others without further words. */
  async function upgraded() {
    const { world, turns } = await watched();
    record(world).addresses = MANY;
    await turns(8);
    const space = world.store.namespace<{ records: [string, PaymentsSnapshot][] }>('alert-listed');
    const listed = await space.get(`${GUILD}:BTC`);
    const [first] = listed?.records ?? [];
    if (first === undefined) throw new Error('nothing is stored');
    const [key, seen] = first;
    const all = MANY.map((each) => ({
      id: String(each.address_id),
      name: each.address_name,
      address: each.external_address,
      share: String(each.revenue_allocation),
    }));
    const others = { count: 50, hash: hashOf(all.slice(100)) };
    const records: [string, PaymentsSnapshot][] = [
      [key, { ...seen, addresses: all.slice(0, 100), others }],
    ];
    const written = { ...listed, hash: 'of another form', records };
    await space.set(`${GUILD}:BTC`, written);
    const stored = async () => JSON.stringify(await space.get(`${GUILD}:BTC`));
    return { stored, ...(await watched(world, world.start())) };
  }

  test('nothing is told, and it is stored as it is kept now', async () => {
    const { stored, turns } = await upgraded();
    expect(await turns(8)).toEqual([]);
    expect(await stored()).toContain('"areSmallest":true');
    expect(await stored()).toContain('bc1q1149');
  });

  test('what was changed meanwhile is told, with whoever gets most', async () => {
    const { world, turns } = await upgraded();
    record(world).addresses = [...MANY.slice(0, 149), addressOf(OTHER)];
    expect(await turns(4)).toHaveLength(1);
    expect(JSON.stringify((await findings(world))[0]?.details.after)).toContain(OTHER);
  });

  test('and another part of it by itself', async () => {
    const { world, turns } = await upgraded();
    Object.assign(record(world), { wallet_id: 7 });
    expect(await turns(4)).toHaveLength(1);
    const [entry] = await findings(world);
    expect(await titles(world)).toEqual([expect.stringContaining('The payout wallet changed')]);
    expect(entry?.details.before).toMatchObject({ others: { areSmallest: true } });
  });
});
