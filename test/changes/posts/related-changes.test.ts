import { beforeEach, describe, expect, test } from 'vitest';
import type { PaymentInput } from '../../../src/changes/kinds/payment-settings/payment-input.js';
import { createPayingHarness } from '../fakes/paying-harness.js';
import {
  CHANNEL,
  GUILD,
  PEOPLE,
  pressOn,
  reconcileFor,
  type ChangesHarness,
} from '../fakes/changes-harness.js';

/** What a change's card says of other changes, and of the pool's lists after the first hour. */

const { manager, second } = PEOPLE;
const HOUR = 3_600_000;
const NEW = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
const OTHER = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';

let world: ChangesHarness;
beforeEach(() => {
  world = createPayingHarness();
});

const payTo = (external_address: string): PaymentInput['settings'] => ({
  payment_frequency: 'DAILY',
  day_of_week: 'UNSPECIFIED',
  addresses: [{ address_name: 'new', external_address, revenue_allocation: 100 }],
});

async function askToPay(address: string) {
  const input = { currency: 'BTC', subaccount: 'main', settings: payTo(address) };
  const change = await world.ask(world.changes, {
    kind: 'payment-settings',
    input,
    member: manager,
  });
  return { change, messageId: await world.postCard(change) };
}

/** Sent and waiting at the pool, whose lists show nothing of it yet. */
async function sentToPay(address: string) {
  world.workspace.appliesAtOnce = false;
  const asked = await askToPay(address);
  await pressOn(world.changes).confirm(world.click(asked.change, second), address.slice(-6));
  return asked;
}

/** The pool approves: it lists that address now, with this status. */
function list(address: string, status: string): void {
  const record = world.workspace.payments.get('BTC main');
  if (record === undefined) throw new Error('no record');
  const addresses = [
    { address_id: 12, address_name: 'new', external_address: address, revenue_allocation: 100 },
  ];
  world.workspace.payments.set('BTC main', { ...record, status, addresses });
}

const observations = async () => (await world.steps()).filter((step) => step === 'observed').length;

describe('a waiting card', () => {
  test('names the changes of its subaccount that aren’t finished', async () => {
    world.workspace.faults.nextWrites = ['timeout'];
    const move = await world.askToMove();
    await pressOn(world.changes).confirm(world.click(move.change, second));
    const { messageId } = await askToPay(NEW);
    const link = `[#1](https://discord.com/channels/${GUILD}/${CHANNEL}/${move.messageId})`;
    expect(world.chat.text(messageId)).toContain('Not finished when this card was drawn:');
    expect(world.chat.text(messageId)).toContain(
      `${link} Move a subaccount · Outcome unknown: please check`,
    );
  });

  test('names nothing once they are, nor those of another subaccount', async () => {
    const move = await world.askToMove();
    await pressOn(world.changes).confirm(world.click(move.change, second));
    await reconcileFor(world, 60_000);
    await world.ask(world.changes, {
      kind: 'subaccount-create',
      input: { name: 'other', site: { id: 'site-b', name: 'Site B' } },
      member: manager,
    });
    const { messageId } = await askToPay(NEW);
    expect(world.chat.text(messageId)).not.toContain('Other changes of this subaccount');
  });

  test('names Pitboss’s own change that waits at the pool, days later too', async () => {
    world = createPayingHarness({ checkpointEvery: 1 });
    await sentToPay(NEW);
    world.pass(48 * HOUR);
    list(NEW, 'PENDING_APPROVAL');
    const { messageId } = await askToPay(OTHER);
    expect(world.chat.text(messageId)).toContain('another change may be waiting there');
    expect(world.chat.text(messageId)).toContain('Change payment settings · Sent');
    expect(world.chat.text(messageId)).toContain('[#1](');
  });
});

describe('by the pool’s id', () => {
  /** At the pool, `main` is called `hall` from now on, and `spare` is called `main`. */
  function rename(): void {
    const { idOf, siteOf, payments } = world.workspace;
    const record = payments.get('BTC main');
    if (record === undefined) throw new Error('no record');
    idOf.set('hall', '41201').set('main', '41202');
    siteOf.set('hall', 'site-a');
    payments.set('BTC hall', { ...record }).set('BTC main', { ...record });
  }

  async function cardOfMove(name: string) {
    const input = { name, site: { id: 'site-b', name: 'Site B' } };
    const asked = { kind: 'subaccount-move', input, member: manager };
    return world.chat.text(await world.postCard(await world.ask(world.changes, asked)));
  }

  test('a change is named on the card of its subaccount under another name', async () => {
    await askToPay(NEW);
    rename();
    expect(await cardOfMove('hall')).toContain('Other changes of this subaccount');
  });

  test('and not on that of another subaccount that took over the name', async () => {
    await askToPay(NEW);
    rename();
    expect(await cardOfMove('main')).not.toContain('Other changes of this subaccount');
  });

  test('the values of another one that took over the name replace none', async () => {
    const older = await sentToPay(NEW);
    rename();
    const newer = await sentToPay(OTHER);
    list(OTHER, 'ACTIVE');
    await reconcileFor(world, 20_000);
    expect(world.chat.text(newer.messageId)).toContain('Done: the pool lists it');
    await world.changes.cardAgain(GUILD, older.change, CHANNEL);
    await world.changes.idle();
    expect(world.chat.text(older.messageId)).not.toContain('the pool listed other values');
  });
});

test('the sentence of an unknown outcome says what it blocks, and nothing more', async () => {
  world.workspace.faults.nextWrites = ['timeout'];
  const move = await world.askToMove();
  await pressOn(world.changes).confirm(world.click(move.change, second));
  const blocked =
    'Until then, no other request to move or create subaccount main is accepted. Its payment settings can still be changed.';
  expect(world.chat.text(move.messageId)).toContain(blocked);
  await expect(world.askToMove()).rejects.toThrow(blocked);
  // And what it says of payment settings holds.
  const { change } = await askToPay(NEW);
  await pressOn(world.changes).confirm(world.click(change, second), NEW.slice(-6));
  expect(world.workspace.sent).toHaveLength(2);
});

describe('after the first hour', () => {
  test('a card no longer says that the pool is being checked', async () => {
    const { messageId } = await sentToPay(NEW);
    expect(world.chat.text(messageId)).toContain('Pitboss checks the pool until');
    await reconcileFor(world, HOUR + 4_000);
    expect(world.chat.text(messageId)).not.toContain('Pitboss checks the pool until');
    expect(world.chat.text(messageId)).toContain('Not seen in force at the pool up to');
    expect(await observations()).toBe(0);
  });
});

describe('two changes that wait at the pool', () => {
  test('the one whose values another took the place of says so', async () => {
    const older = await sentToPay(NEW);
    const newer = await sentToPay(OTHER);
    // The newer is approved first, while the older still waits.
    list(OTHER, 'PENDING_APPROVAL');
    await reconcileFor(world, 20_000);
    expect(world.chat.text(newer.messageId)).toContain('Sent: the pool listed it as');
    expect(world.chat.text(older.messageId)).toContain('the pool listed other values');
    list(NEW, 'ACTIVE');
    await reconcileFor(world, 60_000);
    expect(world.chat.text(older.messageId)).toContain('Done: the pool lists it');
    expect(world.chat.text(older.messageId)).not.toContain('the pool listed other values');
    const link = `[#1](https://discord.com/channels/${GUILD}/${CHANNEL}/${older.messageId})`;
    expect(world.chat.text(newer.messageId)).toContain(
      `Since then the pool listed other values:** those of ${link}`,
    );
  });

  test('one that was listed as waiting is done once it is listed as in force', async () => {
    const { messageId } = await sentToPay(NEW);
    list(NEW, 'PENDING_APPROVAL');
    await reconcileFor(world, 5 * 60_000);
    expect(world.chat.text(messageId)).toContain('Sent: the pool listed it as');
    expect(await observations()).toBe(1);
    list(NEW, 'ACTIVE');
    await reconcileFor(world, 30 * 60_000);
    expect(world.chat.text(messageId)).toContain('Done: the pool lists it as “ACTIVE”');
    expect(await observations()).toBe(2);
    expect(await world.changes.verifyTrail(GUILD)).toMatchObject({ broken: null });
  });
});

describe('an unknown outcome', () => {
  const unknownMove = async () => {
    world.workspace.faults.nextWrites = ['timeout'];
    const move = await world.askToMove();
    await pressOn(world.changes).confirm(world.click(move.change, second));
    return move;
  };

  test('is checked by somebody other than the requester, where a second person is needed', async () => {
    world.guilds.set(GUILD, { approval: { payments: 'second', others: 'second' } });
    const { change, messageId } = await unknownMove();
    const byRequester = world.click(change, { ...manager, userId: change.requester.id });
    await expect(pressOn(world.changes).resolve(byRequester, 'it is there')).rejects.toThrow(
      /Somebody else who may confirm it has to check/,
    );
    expect(await world.steps()).toContain('refused');
    expect(world.chat.text(messageId)).toContain('Somebody other than the requester has to check');
    const checked = await pressOn(world.changes).resolve(world.click(change, second), 'not there');
    expect(checked.resolved).toMatchObject({ note: 'not there' });
  });

  test('is checked by the requester too, where none is', async () => {
    const { change } = await unknownMove();
    const byRequester = world.click(change, { ...manager, userId: change.requester.id });
    const checked = await pressOn(world.changes).resolve(byRequester, 'not there');
    expect(checked.resolved).toMatchObject({ note: 'not there' });
  });
});
