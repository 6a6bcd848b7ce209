import { beforeEach, describe, expect, test } from 'vitest';
import type { Change } from '../../../src/domain/changes/change.js';
import {
  createChangesHarness,
  GUILD,
  PEOPLE,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';

/** "Never sent in a state other than the one shown", even for undescribed parts. */

const COLD = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const entry = {
  address_id: 11,
  address_name: 'cold',
  external_address: COLD,
  revenue_allocation: 50,
};

let world: ChangesHarness;
beforeEach(() => {
  world = createChangesHarness();
  list({});
});

function list(more: Record<string, unknown>, ofAddress: Record<string, unknown> = {}): void {
  world.workspace.payments.set('BTC main', {
    payment_frequency: 'WEEKLY',
    day_of_week: 'FRIDAY',
    status: 'ACTIVE',
    balance: 1.5,
    ...more,
    addresses: [{ ...entry, ...ofAddress }],
  });
}

async function askToPay(subaccount = 'main') {
  const addresses = [{ address_name: 'cold', external_address: COLD, revenue_allocation: 100 }];
  const settings = { payment_frequency: 'DAILY', addresses };
  const input = { currency: 'BTC', subaccount, settings };
  const asked = { kind: 'payment-settings', input, member: PEOPLE.manager };
  const change = await world.ask(world.changes, asked);
  return { change, messageId: await world.postCard(change) };
}

/** What "Details" shows of it. */
async function detailsOf({ id: changeId }: Pick<Change, 'id'>): Promise<string> {
  return JSON.stringify((await world.changes.record({ guildId: GUILD, changeId }))?.embeds);
}

async function stateOnConfirm(change: Change): Promise<string> {
  return (await pressOn(world.changes).confirm(world.click(change, PEOPLE.second))).state;
}

describe('payment settings', () => {
  test.each<[string, () => void]>([
    ['an address with a memo', () => list({}, { memo: 'm-1' })],
    ['a record on hold', () => list({ hold: true })],
    ['another wallet', () => list({ wallet_id: 8 })],
    ['another subaccount of the name', () => world.workspace.idOf.set('main', '8')],
    ['another owner of the subaccount', () => list({ subaccount: { owner: 'Mallory' } })],
    ['a subaccount that is closed', () => list({ subaccount: { status: 'CLOSED' } })],
    ['a subaccount at another site', () => list({ subaccount: { site: { id: 'site-z' } } })],
    ['a record of no currency', () => list({ currency_type: null })],
  ])('drift to %s', async (_, happens) => {
    const { change } = await askToPay();
    happens();
    expect(await stateOnConfirm(change)).toBe('drifted');
    expect(world.workspace.sent).toEqual([]);
  });

  test('do not drift because balance and next payout moved', async () => {
    list({ next_payout_at: '2026-01-01T00:00:00Z', memo: 'm' }, { network: 'x' });
    const { change } = await askToPay();
    list({ next_payout_at: '2026-01-02T00:00:00Z', memo: 'm', balance: 9 }, { network: 'x' });
    expect(await stateOnConfirm(change)).toBe('reported');
  });

  test('show what of the record is not part of the request, and count what has no room', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`x_${at}`, 'y'.repeat(40)]),
    );
    list(many, { memo: '**7**' });
    const short = world.chat.text((await askToPay()).messageId);
    expect(short).toContain('In the pool’s record, but not sent');
    expect(short).toMatch(/… and \d+ more/);
    world = createChangesHarness();
    list({ wallet_id: 12 }, { memo: '**7**' });
    const { change, messageId } = await askToPay();
    const card = world.chat.text(messageId);
    // Described fields of this kind help nobody decide.
    expect(card).not.toContain('wallet_id');
    expect(await detailsOf(change)).toContain('`wallet_id` 12');
    expect(card).toContain(String.raw`\`entry 1 …wf5mdq.memo\` \*\*7\*\*`.replaceAll('\\`', '`'));
  });

  test('show what is unknown of the subaccount, which counts as well', async () => {
    list({ subaccount: { owner: 'Northwind', site: { id: 'site-z', fenced: true } } });
    const { change, messageId } = await askToPay();
    const card = world.chat.text(messageId);
    expect(card).toContain('`subaccount.owner` Northwind');
    expect(card).toContain('`subaccount.site.fenced` true');
    expect(card).not.toContain('subaccount.site.id');
    expect(await detailsOf(change)).toContain('`subaccount.site` · `id` site');
  });

  test('say that another change may be waiting at the pool', async () => {
    list({ status: 'PENDING_APPROVAL' });
    const { messageId } = await askToPay();
    expect(world.chat.text(messageId)).toContain('another change may be waiting there');
  });

  test.each<[string, unknown]>([
    ['no subaccount', undefined],
    ['a subaccount that is null', null],
    ['an id alone', { id: 7 }],
    ['no name', { name: null }],
  ])('of a record with %s are not asked for', async (_, subaccount) => {
    world.workspace.alsoListed.payments.push({ subaccount, addresses: [entry] });
    await expect(askToPay()).rejects.toThrow(/doesn’t name its subaccount/);
  });

  test.each(['Main', 'main ', 'ma\u200Bin', 'ma\u0301in', 'm\u0430in'])(
    'of none by its very name but %j are not asked for; beside its own they are',
    async (name) => {
      world.workspace.alsoListed.payments.push({ subaccount: { name }, addresses: [entry] });
      const { change } = await askToPay();
      await pressOn(world.changes).cancel(world.click(change, PEOPLE.manager));
      world.workspace.payments.delete('BTC main');
      await expect(askToPay()).rejects.toThrow(/written almost alike/);
    },
  );

  test.each<[string, object, RegExp]>([
    ['nothing', {}, /say nothing of their addresses/],
    [
      'something in fields that nobody knows',
      { addresses: [entry, { externalAddress: 'bc1q' }] },
      /have an entry without an address/,
    ],
  ])('of a record that says %s of its addresses are not asked for', async (_what, said, why) => {
    world.workspace.payments.delete('BTC main');
    const record = { subaccount: { name: 'main' }, status: 'ACTIVE', ...said };
    world.workspace.alsoListed.payments.push(record);
    await expect(askToPay()).rejects.toThrow(why);
    expect(world.workspace.sent).toEqual([]);
  });

  test.each([
    ['goes missing', { id: '41201' }, {}],
    ['appears', {}, { id: '41201' }],
  ])('drift where the id in the record %s', async (_what, before, after) => {
    world.workspace.payments.delete('BTC main');
    const { payments } = world.workspace.alsoListed;
    payments.push({ subaccount: { name: 'main', ...before }, addresses: [entry] });
    const { change } = await askToPay();
    payments.splice(0, 1, { subaccount: { name: 'main', ...after }, addresses: [entry] });
    expect(await stateOnConfirm(change)).toBe('drifted');
  });

  describe('whose record has no id of its subaccount', () => {
    beforeEach(() => {
      world.workspace.payments.delete('BTC main');
      world.workspace.alsoListed.payments.push({
        subaccount: { name: 'main' },
        addresses: [entry],
      });
    });

    test('drift where another subaccount has that name now', async () => {
      const { change, messageId } = await askToPay();
      world.workspace.idOf.set('main', '8');
      expect(await stateOnConfirm(change)).toBe('drifted');
      await world.changes.idle();
      expect(world.chat.text(messageId)).toContain('Subaccount’s id in the list of subaccounts');
      expect(world.workspace.sent).toEqual([]);
    });

    test('wait for the check of an earlier change under another name', async () => {
      const { change } = await askToPay();
      world.workspace.faults.nextWrites = ['timeout'];
      expect(await stateOnConfirm(change)).toBe('unknown');
      const { idOf, siteOf, alsoListed } = world.workspace;
      siteOf.set('renamed', siteOf.get('main') ?? '');
      idOf.set('renamed', idOf.get('main') ?? '');
      for (const names of [idOf, siteOf]) names.delete('main');
      alsoListed.payments.splice(0, 1, { subaccount: { name: 'renamed' }, addresses: [entry] });
      await expect(askToPay('renamed')).rejects.toThrow(/An earlier change to payment settings/);
    });
  });

  test.each([{ address: COLD }, { wallet: { address: COLD } }])(
    'of an entry whose address is %j are not asked for',
    async (elsewhere) => {
      const { external_address: _, ...named } = entry;
      world.workspace.payments.delete('BTC main');
      const addresses = [{ ...named, ...elsewhere }];
      world.workspace.alsoListed.payments.push({ subaccount: { name: 'main' }, addresses });
      await expect(askToPay()).rejects.toThrow(/have an entry without an address/);
    },
  );

  test('of a subaccount that is listed twice, elsewhere or nowhere are not asked for', async () => {
    const { alsoListed, siteOf, idOf } = world.workspace;
    alsoListed.subaccounts.push({ id: '9', name: 'main' });
    await expect(askToPay()).rejects.toThrow(/more than one subaccount called `main`/);
    alsoListed.subaccounts.length = 0;
    world.workspace.payments.delete('BTC main');
    alsoListed.payments.push({ subaccount: { id: '9', name: 'main' }, addresses: [entry] });
    await expect(askToPay()).rejects.toThrow(/belong to the subaccount id `9`/);
    siteOf.delete('main');
    idOf.delete('main');
    await expect(askToPay()).rejects.toThrow(/no subaccount/i);
    expect(world.workspace.sent).toEqual([]);
  });

  test('where there were none are not set for another subaccount of that name', async () => {
    world.workspace.payments.delete('BTC main');
    const { change } = await askToPay();
    world.workspace.idOf.set('main', '99999');
    const closed = await pressOn(world.changes).confirm(
      world.click(change, PEOPLE.second),
      'wf5mdq',
    );
    expect(closed.state).toBe('drifted');
    expect(world.workspace.sent).toEqual([]);
  });

  test('of two records, or in another currency, are not asked for', async () => {
    list({ currency_type: 'ZEC' });
    await expect(askToPay()).rejects.toThrow(/got a record in `ZEC`/);
    list({ currency_type: 'BTC' });
    const { change } = await askToPay();
    world.workspace.alsoListed.payments.push({ subaccount: { name: 'main' }, addresses: [entry] });
    await expect(stateOnConfirm(change)).rejects.toThrow(/more than one record/);
    await pressOn(world.changes).cancel(world.click(change, PEOPLE.manager));
    await expect(askToPay()).rejects.toThrow(/more than one record/);
    expect(world.workspace.sent).toEqual([]);
  });
});

describe('what is different', () => {
  test.each<[string, () => void, string]>([
    ['null and none', () => list({}), '`hold` `null` → not given'],
    ['null and an empty list', () => list({ hold: [] }), '`hold` `null` → `[]`'],
    ['null and its name', () => list({ hold: 'null' }), '`hold` `null` → `"null"`'],
    [
      'what else the card has no line for',
      () => list({ hold: null, currency_type: null }),
      '→ `null`',
    ],
  ])('stands first on a drifted card: %s', async (_, happens, line) => {
    list({ hold: null });
    const { change, messageId } = await askToPay();
    happens();
    expect(await stateOnConfirm(change)).toBe('drifted');
    const fields = world.chat.text(messageId).split(/What changed|Currency/);
    expect(fields[1]).toContain(line);
  });

  test('of a move stands once, under the name of what it is', async () => {
    const { change, messageId } = await world.askToMove();
    world.workspace.siteOf.set('main', 'site-c');
    expect(await stateOnConfirm(change)).toBe('drifted');
    const card = world.chat.text(messageId);
    expect(card.match(/`"site-a"` → `"site-c"`/g)).toHaveLength(1);
    expect(card).toContain('Site `"Site site-a"` → `"Site site-c"`');
    expect(card).toContain('-# Site’s id `"site-a"` → `"site-c"`');
  });
});

describe('a move', () => {
  const target = { name: 'other', site: { id: 'site-b', name: 'Site B' } };

  test('drifts to another subaccount of the name', async () => {
    world.workspace.idOf.set('main', '7');
    const { change, messageId } = await world.askToMove();
    expect(world.chat.text(messageId)).toContain('Id at the pool: `7`');
    world.workspace.idOf.set('main', '8');
    expect(await stateOnConfirm(change)).toBe('drifted');
  });

  test.each([
    ['locked', { locked: true }, '`locked` true'],
    ['created at another time', { created_at: '2020' }, '`created_at` 2020'],
    ['at another path', { url: '/x' }, '`url` /x'],
    ['at a site that is fenced', { ofSite: { fenced: 'yes' } }, '`site.fenced` yes'],
  ])('drifts to one that is %s, and shows that', async (_, more, shown) => {
    const { change } = await world.askToMove();
    world.workspace.ofEach = more;
    const ended = await pressOn(world.changes).confirm(world.click(change, PEOPLE.second));
    expect(ended.state).toBe('drifted');
    const record = await world.changes.record({ guildId: GUILD, changeId: ended.id });
    expect(JSON.stringify(record?.embeds)).toContain(shown);
    expect(world.workspace.sent).toEqual([]);
  });

  test('drifts where the wanted site has a field that it had not', async () => {
    world.workspace.alsoListed.subaccounts = [target];
    const { change } = await world.askToMove();
    const site = { ...target.site, fenced: true };
    world.workspace.alsoListed.subaccounts = [{ ...target, site }];
    expect(await stateOnConfirm(change)).toBe('drifted');
  });

  test('drifts where the site is called otherwise now, and is asked again under that name', async () => {
    world.workspace.alsoListed.subaccounts = [target];
    const { change } = await world.askToMove();
    const site = { id: 'site-b', name: 'Rented out' };
    world.workspace.alsoListed.subaccounts = [{ ...target, site }];
    expect(await stateOnConfirm(change)).toBe('drifted');
    const again = (await world.changes.list(GUILD)).find((each) => each.state === 'pending');
    expect(again?.input).toMatchObject({ site });
  });

  test('of one of two subaccounts is not asked for; one that came twice is one', async () => {
    const main = { name: 'main', site: { id: 'site-a', name: 'Site site-a' } };
    world.workspace.idOf.set('main', '7');
    world.workspace.alsoListed.subaccounts = [{ ...main, id: '8' }];
    await expect(world.askToMove()).rejects.toThrow(/more than one subaccount called/);
    world.workspace.alsoListed.subaccounts = [{ ...main, id: '7' }];
    expect(await stateOnConfirm((await world.askToMove()).change)).toBe('reported');
  });
});
