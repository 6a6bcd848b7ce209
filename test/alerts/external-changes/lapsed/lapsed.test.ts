import { beforeEach, expect, test } from 'vitest';
import {
  CHANNEL,
  createChangesHarness,
  GUILD,
  PEOPLE,
  reconcileFor,
  type ChangesHarness,
} from '../../../changes/fakes/changes-harness.js';
import { KNOWN, listAs, OTHER, payTo, record, THIRD, watched } from '../watched.js';

/** A payout change that waits for approval at the pool, and what becomes of it there. */

const { manager } = PEOPLE;

let world: ChangesHarness;
let turns: (minutes: number) => Promise<readonly unknown[]>;
let look: () => Promise<unknown>;
beforeEach(async () => {
  world = createChangesHarness();
  world.workspace.requiresApproval = true;
  world.workspace.appliesAtOnce = false;
  ({ turns, look } = await watched(world));
  await turns(8);
});

const sentToPay = (address: string) => payTo(world, address);
const list = (address: string, listed: Parameters<typeof listAs>[2]) =>
  listAs(world, address, listed);

/** Sent, and seen to wait for approval at the pool. */
async function sentAndWaiting() {
  const sent = await sentToPay(OTHER);
  list(KNOWN, 'PENDING_APPROVAL');
  await turns(4);
  return sent;
}

const lapses = async () => (await world.steps()).filter((step) => step === 'lapsed').length;
const openNumbers = async () =>
  (await world.changes.list(GUILD, { openAt: world.clock.time })).map(({ number }) => number);
const TITLE = 'Not in force: no longer waiting for approval';

test('declined: the card says so, and it can be asked for again', async () => {
  const { change, messageId } = await sentToPay(OTHER);
  list(KNOWN, 'PENDING_APPROVAL');
  expect(await turns(4)).toEqual([]);
  expect(await openNumbers()).toEqual([1]);
  expect(world.chat.text(messageId)).toContain('Sent: waiting for approval at the pool');
  list(KNOWN, 'ACTIVE');
  expect(await turns(4)).toEqual([]);
  await world.changes.idle();
  expect(world.chat.text(messageId)).toContain(TITLE);
  expect(world.chat.text(messageId)).toContain('It may have been declined');
  expect(world.chat.text(messageId)).not.toContain('Pitboss checks the pool until');
  expect(world.chat.buttons(messageId)).toEqual(['Ask again', 'Details']);
  expect([await openNumbers(), await lapses()]).toEqual([[], 1]);
  expect(await world.changes.verifyTrail(GUILD)).toMatchObject({ broken: null });
  const again = await world.changes.askAgain(world.click(change, manager), CHANNEL);
  expect(again).toMatchObject({ state: 'pending', replaces: change.id });
  expect(world.chat.text(await world.postCard(again))).toContain(
    'was sent, but isn’t in force at the pool',
  );
});

test('a pool whose record never says that anything waits tells nothing of it', async () => {
  const { messageId } = await sentToPay(OTHER);
  await reconcileFor(world, 70 * 60_000);
  await turns(20);
  expect(await lapses()).toBe(0);
  expect(world.chat.text(messageId)).toContain('Sent: waiting for approval at the pool');
  expect(await openNumbers()).toEqual([1]);
});

test('nor does another difference in such a record', async () => {
  await sentToPay(OTHER);
  await turns(4);
  list(THIRD, 'ACTIVE');
  expect(await turns(4)).toHaveLength(1);
  list(KNOWN, 'ACTIVE');
  expect(await turns(12)).toHaveLength(1);
  expect(await lapses()).toBe(0);
});

test('a change whose answer asked for no approval doesn’t lapse', async () => {
  world.workspace.requiresApproval = false;
  await sentAndWaiting();
  list(KNOWN, 'ACTIVE');
  await turns(4);
  expect(await lapses()).toBe(0);
});

test('one look that says otherwise is none, as long as the next says that it waits', async () => {
  await sentAndWaiting();
  list(KNOWN, 'ACTIVE');
  world.pass(60_000);
  expect(await look()).toMatchObject({ again: true });
  list(KNOWN, 'PENDING_APPROVAL');
  await turns(30);
  expect(await lapses()).toBe(0);
});

test('what waited there before it was sent says nothing of it', async () => {
  list(KNOWN, 'PENDING_APPROVAL');
  await turns(4);
  await sentToPay(OTHER);
  list(KNOWN, 'ACTIVE');
  await turns(4);
  expect(await lapses()).toBe(0);
});

test('approved: it is done, and so is one that comes into force after it lapsed', async () => {
  const { messageId } = await sentAndWaiting();
  list(OTHER, 'ACTIVE');
  await turns(4);
  await world.changes.idle();
  expect(world.chat.text(messageId)).toContain('Done: the pool lists it as “ACTIVE”');
  expect(await lapses()).toBe(0);
});

test('of two, the newer approved first and the older declined: each card says what holds', async () => {
  const older = await sentToPay(OTHER);
  const newer = await sentToPay(THIRD);
  list(KNOWN, 'PENDING_APPROVAL');
  await turns(4);
  list(THIRD, 'PENDING_APPROVAL');
  await turns(4);
  list(THIRD, 'ACTIVE');
  await turns(4);
  await world.changes.idle();
  expect(world.chat.text(newer.messageId)).toContain('Done: the pool lists it as “ACTIVE”');
  expect(world.chat.text(older.messageId)).toContain(TITLE);
});

test('one that came into force while no list could be read is done at the first look', async () => {
  world = createChangesHarness();
  world.workspace.requiresApproval = true;
  world.workspace.appliesAtOnce = false;
  const watching = await watched(world);
  const { messageId } = await sentToPay(OTHER);
  world.workspace.faults.readsFail = true;
  await reconcileFor(world, 70 * 60_000);
  await watching.turns(3);
  expect(world.chat.text(messageId)).toContain('Not seen in force at the pool up to');
  world.workspace.faults.readsFail = false;
  list(OTHER, 'ACTIVE');
  await watching.turns(8);
  await world.changes.idle();
  expect(world.chat.text(messageId)).toContain('Done: the pool lists it as “ACTIVE”');
});

test('one whose effect cannot be read keeps no watch from beginning', async () => {
  world = createChangesHarness();
  world.workspace.requiresApproval = true;
  world.workspace.appliesAtOnce = false;
  const { faults } = world.workspace;
  let failed = 0;
  const verifyAwaited = async (guildId: string) => {
    faults.readsFail = true;
    await world.changes.differences.verifyAwaited(guildId);
    faults.readsFail = false;
    failed++;
  };
  const differences = { ...world.changes.differences, verifyAwaited };
  const watching = await watched(world, { ...world.changes, differences });
  await sentToPay(OTHER);
  await watching.turns(4);
  list(THIRD, 'ACTIVE');
  expect(await watching.turns(4)).not.toEqual([]);
  expect(failed).toBeGreaterThan(0);
});

test('one whose subaccount is gone hides nothing that somebody did at the pool', async () => {
  await sentToPay(OTHER);
  await turns(4);
  world.workspace.siteOf.delete('main');
  list(THIRD, 'ACTIVE');
  expect(await turns(4)).not.toEqual([]);
});

test('one that the key may not read by name hides nothing, and nothing is claimed of it', async () => {
  const { messageId } = await sentAndWaiting();
  world.workspace.faults.forbidden.add('main');
  list(THIRD, 'ACTIVE');
  expect(await turns(4)).not.toEqual([]);
  list(OTHER, 'ACTIVE');
  expect(await turns(4)).toMatchObject([{ facts: { perhapsBy: 1 } }]);
  await world.changes.idle();
  expect(world.chat.text(messageId)).not.toContain(TITLE);
});

test('three looks that show three different lists don’t lapse it', async () => {
  await sentToPay(OTHER);
  list(KNOWN, 'PENDING_APPROVAL');
  await turns(14);
  for (const [wallet, status] of [
    ['111', 'PENDING_APPROVAL'],
    ['222', 'PENDING_APPROVAL'],
    [null, 'ACTIVE'],
  ] as const) {
    list(KNOWN, { status, wallet });
    world.pass(60_000);
    await look();
    list(KNOWN, 'PENDING_APPROVAL');
  }
  await turns(4);
  expect(await lapses()).toBe(0);
});

test('nor one whose values are in force, where the pool gives no ids of subaccounts', async () => {
  world.workspace.idOf.clear();
  await turns(8);
  const { messageId } = await sentAndWaiting();
  list(OTHER, 'ACTIVE');
  await turns(4);
  await world.changes.idle();
  expect(await lapses()).toBe(0);
  expect(world.chat.text(messageId)).not.toContain(TITLE);
});

test('nor one whose record there can’t be told for that of the change', async () => {
  await turns(8);
  await sentToPay(OTHER);
  world.workspace.idOf.clear();
  list(KNOWN, 'PENDING_APPROVAL');
  await turns(4);
  list(KNOWN, 'ACTIVE');
  await turns(4);
  expect(await lapses()).toBe(0);
});

test('nor where it gives a kept address another id', async () => {
  list(KNOWN, 'ACTIVE');
  await turns(4);
  await payTo(world, KNOWN, 'WEEKLY');
  list(KNOWN, 'PENDING_APPROVAL');
  await turns(4);
  list(KNOWN, { status: 'ACTIVE', id: 77 });
  record(world).payment_frequency = 'WEEKLY';
  await turns(4);
  expect(await lapses()).toBe(0);
});

test('nor is one that was requested with an earlier key', async () => {
  await sentAndWaiting();
  world.guilds.reconnect(GUILD, world.clock.now());
  await turns(8);
  list(KNOWN, 'ACTIVE');
  await turns(4);
  expect(await lapses()).toBe(0);
  list(OTHER, 'ACTIVE');
  expect(await turns(4)).toMatchObject([{ facts: { perhapsBy: 1 } }]);
  expect(await lapses()).toBe(0);
});

test.each(['SUSPENDED', 'DISABLED'])('a wait that ends as %s is told', async (status) => {
  await sentAndWaiting();
  list(KNOWN, status);
  expect(await turns(4)).toHaveLength(1);
});

test('approved, where the record by name is behind the list for some minutes: it is done', async () => {
  const { messageId } = await sentAndWaiting();
  await reconcileFor(world, 70 * 60_000);
  const { client } = world.workspace;
  const whole = client.listPaymentSettings.bind(client);
  const before = await whole('BTC', { subaccountNames: ['main'] });
  client.listPaymentSettings = async (currency, scope, page) =>
    scope?.subaccountNames === undefined ? whole(currency, scope, page) : before;
  list(OTHER, 'ACTIVE');
  expect(await turns(5)).toEqual([]);
  client.listPaymentSettings = whole;
  expect(await turns(5)).toEqual([]);
  await world.changes.idle();
  expect(world.chat.text(messageId)).toContain('Done: the pool lists it as “ACTIVE”');
});
