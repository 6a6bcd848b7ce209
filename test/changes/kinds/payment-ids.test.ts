import { beforeEach, describe, expect, test } from 'vitest';
import type { PaymentInput } from '../../../src/changes/kinds/payment-settings/payment-input.js';
import {
  createChangesHarness,
  GUILD,
  PEOPLE,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';

const COLD = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const HOT = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';

let world: ChangesHarness;
beforeEach(() => {
  world = createChangesHarness();
});

const entry = (address_id: unknown, address_name: string, external_address = COLD) => ({
  address_id,
  address_name,
  external_address,
  revenue_allocation: 30,
});
const line = (address_name: string, external_address = COLD) => ({
  address_name,
  external_address,
  revenue_allocation: 30,
});

function list(...addresses: Record<string, unknown>[]): void {
  world.workspace.payments.set('BTC main', {
    payment_frequency: 'DAILY',
    day_of_week: 'UNSPECIFIED',
    status: 'ACTIVE',
    balance: 1.5,
    addresses,
  });
}

async function askFor(...addresses: PaymentInput['settings']['addresses']) {
  const settings = { payment_frequency: 'DAILY', addresses };
  const input = { currency: 'BTC', subaccount: 'main', settings };
  const change = await world.ask(world.changes, {
    kind: 'payment-settings',
    input,
    member: PEOPLE.manager,
  });
  return { change, messageId: await world.postCard(change) };
}

/** Confirms, and returns the ids that were sent. */
async function sentIds(change: { readonly id: string }, typed?: string): Promise<unknown[]> {
  await pressOn(world.changes).confirm(world.click(change, PEOPLE.second), typed);
  const [, , settings] = world.workspace.sent.at(-1)?.args ?? [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the third argument of that one operation
  return (settings as PaymentInput['settings']).addresses.map((each) => each.address_id);
}

describe('the id of an address', () => {
  test('is fixed in the request when it is asked for', async () => {
    list(entry(11, 'cold'), entry('12', 'hot', HOT));
    const { change } = await askFor(line('renamed'), line('hot', HOT));
    expect(change.request.body).toMatchObject({
      addresses: [{ address_id: 11 }, { address_id: 12 }],
    });
    expect(await sentIds(change)).toEqual([11, 12]);
  });

  test('that moved since is drift, and what is asked again has the one of then', async () => {
    list(entry(11, 'cold'));
    const { change } = await askFor({ ...line('cold'), revenue_allocation: 100 });
    list(entry(12, 'cold'));
    const closed = await pressOn(world.changes).confirm(world.click(change, PEOPLE.second));
    expect(closed.state).toBe('drifted');
    expect(world.workspace.sent).toEqual([]);
    const again = (await world.changes.list(GUILD)).find(({ state }) => state === 'pending');
    expect(again?.request.body).toMatchObject({ addresses: [{ address_id: 12 }] });
  });

  test.each([['9007199254740993'], ['a-11'], [11.5], [0], [-3], [''], [' ']])(
    '%j cannot be sent exactly: refused where it is kept, not where it goes',
    async (id) => {
      list(entry(id, 'cold'), entry(12, 'hot', HOT));
      await expect(askFor(line('cold'), line('hot', HOT))).rejects.toThrow(/nothing was sent/);
      expect(await world.steps()).toEqual(['refused']);
      const { change } = await askFor(line('hot', HOT));
      expect(await sentIds(change)).toEqual([12]);
    },
  );

  test.each([[504], ['504']])(
    'that two entries have, %j too, is not sent for either',
    async (id) => {
      list(entry(504, 'cold'), entry(id, 'hot', HOT));
      await expect(askFor(line('cold'), line('hot', HOT))).rejects.toThrow(
        /the id 504 for more than one entry/,
      );
      await expect(askFor(line('cold'))).rejects.toThrow(/the id 504 for more than one entry/);
      expect(await world.steps()).toEqual(['refused', 'refused']);
    },
  );

  test('that the record does not give is not sent, and the card says so', async () => {
    list(entry(null, 'cold'));
    const { change, messageId } = await askFor({ ...line('cold'), revenue_allocation: 100 });
    expect(world.chat.text(messageId)).toContain('because the pool lists none');
    expect(await sentIds(change)).toEqual([undefined]);
  });

  test('that one name does not tell from another is refused', async () => {
    list(entry(5, 'cold'), entry(7, 'backup'));
    await expect(askFor(line('spare'))).rejects.toThrow(/more than once/);
    const { change, messageId } = await askFor(line('backup'));
    expect(world.chat.text(messageId)).toContain('REMOVED entry (its address stays)');
    expect(world.chat.text(messageId)).toContain('none new, **1 kept**, **1 removed**');
    expect(await sentIds(change)).toEqual([7]);
  });
});

describe('settings that are in force already', () => {
  test('are refused where ids, names and all the rest are as they were', async () => {
    list(entry(5, 'cold'), entry(7, 'backup'), entry(null, 'hot', HOT));
    const same = [line('cold'), line('backup'), line('hot', HOT)];
    await expect(askFor(...same)).rejects.toThrow(/already lists exactly these settings/);
    expect(await world.steps()).toEqual(['refused']);
  });

  test('are not two entries where the record has two others', async () => {
    list(entry(5, 'cold'), entry(7, 'backup'));
    const { change } = await askFor(line('cold'), line('hot', HOT));
    expect(change.state).toBe('pending');
  });
});

describe('seen at the pool', () => {
  async function lookAfter(ids: readonly unknown[]): Promise<string> {
    list(entry(11, 'cold'));
    world.workspace.appliesAtOnce = false;
    const { change, messageId } = await askFor(line('cold'), line('hot', HOT));
    await sentIds(change, HOT.slice(-6));
    list(entry(ids[0], 'cold'), entry(ids[1], 'hot', HOT));
    world.pass(5_000);
    await world.changes.reconcile();
    await world.changes.idle();
    return world.chat.text(messageId);
  }

  test('is a new address with the id that the pool gave it', async () => {
    expect(await lookAfter([11, 900])).toContain('Seen at the pool');
  });

  test('is not a kept address under another id', async () => {
    expect(await lookAfter([12, 900])).not.toContain('Seen at the pool');
  });

  test('of an entry in another spelling goes, and its address stays', async () => {
    list(entry(5, 'cold'), entry(7, 'backup', COLD.toUpperCase()));
    const { messageId } = await askFor({ ...line('cold'), revenue_allocation: 100 });
    expect(world.chat.text(messageId)).toContain('REMOVED entry (its address stays)');
  });
});
