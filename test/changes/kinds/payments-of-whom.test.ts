import { beforeEach, describe, expect, test } from 'vitest';
import {
  createChangesHarness,
  PEOPLE,
  pressOn,
  reconcileFor,
  type ChangesHarness,
} from '../fakes/changes-harness.js';

/** Which subaccount a record of payment settings is of, where the pool's two lists differ. */

const ID = '41201';
const address = {
  address_id: 504,
  address_name: 'cold',
  external_address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
};

let world: ChangesHarness;
beforeEach(() => {
  world = createChangesHarness();
});

/** In place of all that the pool listed. */
function list(...records: { subaccount: object; share?: number }[]): void {
  const { payments, alsoListed } = world.workspace;
  payments.clear();
  alsoListed.payments = records.map(({ subaccount, share = 60 }) => ({
    subaccount,
    payment_frequency: 'DAILY',
    day_of_week: 'UNSPECIFIED',
    status: 'ACTIVE',
    addresses: [{ ...address, revenue_allocation: share }],
  }));
}

async function askToPay() {
  const { address_id: _, ...line } = address;
  const addresses = [{ ...line, revenue_allocation: 100 }];
  const settings = { payment_frequency: 'DAILY', day_of_week: 'UNSPECIFIED', addresses };
  const input = { currency: 'BTC', subaccount: 'main', settings };
  const asked = { kind: 'payment-settings', input, member: PEOPLE.manager };
  const change = await world.ask(world.changes, asked);
  return { change, messageId: await world.postCard(change) };
}

describe('a record of this subaccount’s id under another name', () => {
  test.each<[string, object[]]>([
    ['alone', []],
    ['beside one of its name', [{ name: 'main' }]],
    ['beside one of its name and id', [{ id: ID, name: 'main' }]],
  ])('%s: nothing is asked for', async (_, others) => {
    const all = [...others, { id: ID, name: 'of before' }];
    list(...all.map((subaccount) => ({ subaccount })));
    await expect(askToPay()).rejects.toThrow(/for that id under the name `of before`/);
    expect(await world.steps()).toEqual(['refused']);
  });

  test('since the card was drawn: nothing is sent', async () => {
    list({ subaccount: { id: ID, name: 'main' } });
    const { change } = await askToPay();
    list({ subaccount: { id: ID, name: 'renamed' } });
    await expect(
      pressOn(world.changes).confirm(world.click(change, PEOPLE.second)),
    ).rejects.toThrow(/under the name `renamed`/);
    expect(world.workspace.sent).toEqual([]);
  });
});

test('a name that is almost the same leaves no doubt where another id stands beside it', async () => {
  list({ subaccount: { id: '999', name: 'Main' } });
  expect((await askToPay()).change.state).toBe('pending');
});

describe('what was asked for is seen at the pool', () => {
  test.each<{ what: string; isSeen: boolean; subaccount: object; others: object[] }>([
    {
      what: 'in the record of its id',
      isSeen: true,
      subaccount: { id: ID, name: 'main' },
      others: [],
    },
    { what: 'in one that lost its id', isSeen: false, subaccount: { name: 'main' }, others: [] },
    {
      what: 'in one without, beside its own',
      isSeen: false,
      subaccount: { name: 'main' },
      others: [{ id: ID, name: 'moved' }],
    },
  ])('$what: $isSeen', async ({ isSeen, subaccount, others }) => {
    world.workspace.appliesAtOnce = false;
    list({ subaccount: { id: ID, name: 'main' } });
    const { change, messageId } = await askToPay();
    await pressOn(world.changes).confirm(world.click(change, PEOPLE.second));
    expect(world.workspace.sent).toHaveLength(1);
    list({ subaccount, share: 100 }, ...others.map((each) => ({ subaccount: each })));
    await reconcileFor(world, 20_000);
    expect((await world.steps()).includes('observed')).toBe(isSeen);
    expect(world.chat.text(messageId).includes('Seen at the pool')).toBe(isSeen);
  });

  test('in one without an id, as it was when the card was drawn', async () => {
    world.workspace.appliesAtOnce = false;
    list({ subaccount: { name: 'main' } });
    const { change } = await askToPay();
    await pressOn(world.changes).confirm(world.click(change, PEOPLE.second));
    list({ subaccount: { name: 'main' }, share: 100 });
    await reconcileFor(world, 20_000);
    expect(await world.steps()).toContain('observed');
  });
});

describe('beside a record of a listed subaccount', () => {
  function listSubaccount(name: string, id: string): void {
    world.workspace.siteOf.set(name, 'site-a');
    world.workspace.idOf.set(name, id);
  }

  test('whose name is almost the same, first settings can be asked for', async () => {
    listSubaccount('Main', '999');
    list({ subaccount: { name: 'Main' } });
    expect((await askToPay()).change.state).toBe('pending');
  });

  test('to which the pool gives the same id, they can too', async () => {
    listSubaccount('south', ID);
    list({ subaccount: { id: ID, name: 'south' } }, { subaccount: { id: ID, name: 'main' } });
    expect((await askToPay()).change.state).toBe('pending');
  });

  test('that took over the name of before, nothing is asked for', async () => {
    listSubaccount('of before', '999');
    list({ subaccount: { id: ID, name: 'of before' } });
    await expect(askToPay()).rejects.toThrow(/for that id under the name `of before`/);
  });
});
