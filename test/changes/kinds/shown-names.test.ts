import { beforeEach, describe, expect, test } from 'vitest';
import { unusualLettersLine } from '../../../src/views/pool/lookalikes.js';
import {
  createChangesHarness,
  GUILD,
  PEOPLE,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';

/** A name that the card shows only in part is never sent. */

const COLD = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

let world: ChangesHarness;
beforeEach(() => {
  world = createChangesHarness();
});

async function askForName(address_name: string): Promise<string> {
  const addresses = [{ address_name, external_address: COLD, revenue_allocation: 100 }];
  const settings = { payment_frequency: 'DAILY', addresses };
  const input = { currency: 'BTC', subaccount: 'main', settings };
  const asked = { kind: 'payment-settings', input, member: PEOPLE.manager };
  return world.chat.text(await world.postCard(await world.ask(world.changes, asked)));
}

function list(address_name: string): void {
  world.workspace.payments.set('BTC main', {
    payment_frequency: 'WEEKLY',
    day_of_week: 'UNSPECIFIED',
    status: 'ACTIVE',
    balance: 0,
    addresses: [{ address_id: 1, address_name, external_address: COLD, revenue_allocation: 100 }],
  });
}

const create = (name: string) =>
  world.ask(world.changes, {
    kind: 'subaccount-create',
    input: { name, site: { id: 'site-a', name: 'A' } },
    member: PEOPLE.manager,
  });

describe('the name of an address', () => {
  test('is shown whole, or not sent', async () => {
    await expect(askForName('a'.repeat(81))).rejects.toThrow(/longer than the 80/);
    expect(await askForName('a'.repeat(80))).toContain('a'.repeat(80));
  });

  test('may stay as long as the pool has it', async () => {
    list('a'.repeat(300));
    expect(await askForName('a'.repeat(300))).toContain('1 kept');
  });

  test('shows the letter that changes, however far back', async () => {
    list(`${'a'.repeat(70)}b`);
    const card = await askForName(`${'a'.repeat(70)}c`);
    expect(card).toContain('`…aaaaaaaaaab` → `…aaaaaaaaaac`');
    expect(card).not.toContain('changed only in spaces');
  });
});

test('characters of a listed address that nobody sees are named on the card', async () => {
  list('cold');
  const [entry] = world.workspace.payments.get('BTC main')?.addresses ?? [];
  if (entry === undefined) throw new Error('no entry');
  entry['external_address'] = `${COLD}\u200B`;
  const card = await askForName('cold');
  expect(card).toContain('Unusual letters in this address: U+200B');
});

describe('spaces that are easily missed', () => {
  const MARK = 'Extra spaces in this name: characters 1 to 2 and characters 4 to 5.';

  test('are marked in the kept name of an address', async () => {
    list('  a  ');
    const card = await askForName('  a  ');
    expect(card).toContain('1 kept');
    expect(card).toContain(MARK);
  });

  test('are not seen in single ones between words', async () => {
    list('a b');
    expect(await askForName('a b')).not.toContain('Extra spaces');
  });

  test('are marked in the name of a subaccount and of a site', async () => {
    world.workspace.siteOf.set('  a  ', 'site-a');
    const input = { name: '  a  ', site: { id: 'site-b', name: 'Site  b' } };
    const asked = { kind: 'subaccount-move', input, member: PEOPLE.manager };
    const change = await world.ask(world.changes, asked);
    expect(world.chat.text(await world.postCard(change))).toContain(MARK);
    expect(unusualLettersLine('Site  b')).toBe('⚠️ Extra spaces in this name: characters 5 to 6.');
  });
});

describe('the name of a new subaccount', () => {
  test.each(['.', '..'])('is not %j, which no path can hold', async (name) => {
    await expect(create(name)).rejects.toThrow(/could never be moved from here/);
  });

  test('is shown whole, or not sent', async () => {
    await expect(create('a'.repeat(201))).rejects.toThrow(/longer than the 200/);
    expect((await create('a'.repeat(200))).state).toBe('pending');
  });
});

describe('names that leave no room on the card for what warns of them', () => {
  // Five characters that are one letter to a reader.
  const accented = (count: number) => 'e\u0323\u0330\u0331\u0332'.repeat(count);
  const site = (end: string) => ({ id: `${'x'.repeat(110)}${end}`, name: `${accented(79)}${end}` });
  const moveTo = (name: string, wanted: { id: string; name: string }) =>
    world.ask(world.changes, {
      kind: 'subaccount-move',
      input: { name, site: wanted },
      member: PEOPLE.manager,
    });

  test('of the sites of a move', async () => {
    world.workspace.alsoListed.subaccounts.push({ id: '9', name: 'leased', site: site('a') });
    await expect(moveTo('leased', site('b'))).rejects.toThrow(/more room than one card has/);
    expect((await moveTo('main', { id: 'site-b', name: accented(79) })).state).toBe('pending');
  });

  test('of a new subaccount', async () => {
    await expect(create(accented(190))).rejects.toThrow(/more room than one card has/);
    expect((await create(accented(100))).state).toBe('pending');
  });
});

describe('the name of an address that is an address', () => {
  const HOT = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';

  test.each([
    ['of this network', HOT],
    ['of another network', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
    ['that another subaccount is paid to', 'account-of-the-exchange-7'],
  ])('%s is not sent', async (_, name) => {
    const spare = { subaccount: { name: 'spare' }, addresses: [{ external_address: name }] };
    world.workspace.alsoListed.payments.push(spare);
    await expect(askForName(name)).rejects.toThrow(/which is another address: a reader could take/);
    expect(world.workspace.sent).toEqual([]);
  });

  test('may stay where the pool has it, and is pointed out', async () => {
    list(HOT);
    const card = await askForName(HOT);
    expect(card).toContain('1 kept');
    expect(card).toContain('⚠️ A name that looks like an address');
  });

  test('of its own may be given; a part of another is pointed out', async () => {
    expect(await askForName(COLD)).not.toContain('A name that looks like an address');
    await pressOn(world.changes).cancel(
      world.click((await world.changes.list(GUILD))[0] ?? { id: '' }, PEOPLE.manager),
    );
    expect(await askForName('once bc1qrp33g0…')).toContain(
      '`bc1qrp33g0`, in the name of `…wf5mdq`',
    );
  });
});
