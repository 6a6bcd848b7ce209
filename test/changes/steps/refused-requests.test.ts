import { beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineKind } from '../../../src/changes/kinds/kind.js';
import { subaccountMoveChange } from '../../../src/changes/kinds/subaccounts/subaccount-move.js';
import { MAX_REFUSALS } from '../../../src/changes/engine/refused-attempts.js';
import { parseEntry } from '../../../src/domain/changes/entry.js';
import { ChangeRuledOut, UserError } from '../../../src/domain/errors/user-errors.js';
import { PoolListTooLong } from '../../../src/domain/errors/pool-errors.js';
import { whyText } from '../../../src/views/audit/audit-labels.js';
import {
  AUDIT_CHANNEL,
  createChangesHarness,
  GUILD,
  PEOPLE,
  type ChangesHarness,
} from '../fakes/changes-harness.js';

/** What the pool's records or our own rules exclude is refused and recorded. */

const COLD = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const HOT = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
const SITE_A = { id: 'site-a', name: 'Site a' };

let world: ChangesHarness;
beforeEach(() => {
  world = createChangesHarness();
});

async function refusals(): Promise<string[]> {
  const found: string[] = [];
  for await (const line of world.changes.exportTrail(GUILD)) {
    const entry = parseEntry(line);
    if (entry.step !== 'refused' || entry.actor === 'pitboss') continue;
    found.push(`${entry.actor.id} ${entry.details.attempt}: ${entry.details.why}`);
  }
  return found;
}

function ask(kind: string, input: unknown): Promise<unknown> {
  return world.ask(world.changes, { kind, input, member: PEOPLE.manager });
}

const create =
  (name: string, site = SITE_A) =>
  () =>
    ask('subaccount-create', { name, site });
const move =
  (name: string, site = SITE_A) =>
  () =>
    ask('subaccount-move', { name, site });
const withId = (id: string) => ({ ...SITE_A, id });

const pay = (...names: string[]): Promise<unknown> => payFor('main', ...names);

function payFor(subaccount: string, ...names: string[]): Promise<unknown> {
  const addresses = names.map((address_name, index) => ({
    address_name,
    external_address: index === 0 ? COLD : HOT,
    revenue_allocation: 50,
  }));
  const settings = { payment_frequency: 'DAILY', addresses };
  return ask('payment-settings', { currency: 'BTC', subaccount, settings });
}

const entry = (address_id: unknown, address_name = 'cold', external_address = COLD) => ({
  address_id,
  address_name,
  external_address,
  revenue_allocation: 50,
});

function list(addresses: Record<string, unknown>[], more: Record<string, unknown> = {}): void {
  world.workspace.payments.set('BTC main', {
    payment_frequency: 'WEEKLY',
    day_of_week: 'FRIDAY',
    status: 'ACTIVE',
    balance: 1.5,
    ...more,
    addresses,
  });
}

const TO_CREATE = (name: string) => `ask: Create a subaccount, ${name} at Site a`;
const TO_MOVE = 'ask: Move a subaccount, main → Site a';
const TO_PAY = 'ask: Change payment settings, BTC of main';

test.each<[string, () => Promise<unknown>, string]>([
  ['a name that nobody can read', create('a\u200Bb'), `${TO_CREATE('ab')}: unseen-letters`],
  ['a name beyond the card', create('x'.repeat(201)), 'not-shown-whole'],
  ['a site’s id beyond the card', create('new', withId('7'.repeat(121))), 'not-shown-whole'],
  ['the same of a move', move('main', withId('7'.repeat(121))), 'not-shown-whole'],
  [
    'a site’s id with a letter nobody sees',
    move('main', withId('site\u200B-a')),
    'not-shown-whole',
  ],
  ['a name that stands for a folder', create('..'), `${TO_CREATE('..')}: path-name`],
  ...['.', '..', 'x\uD800'].flatMap((name): [string, () => Promise<unknown>, string][] => [
    [
      `a move of ${JSON.stringify(name)}, which no path can hold`,
      () => {
        world.workspace.siteOf.set(name, 'site-b');
        return move(name)();
      },
      `, ${name.toWellFormed()} → Site a: path-name`,
    ],
    [
      `the payment settings of ${JSON.stringify(name)}`,
      () => {
        world.workspace.siteOf.set(name, 'site-b');
        world.workspace.alsoListed.payments.push({ subaccount: { name }, addresses: [] });
        return payFor(name, 'cold');
      },
      `, BTC of ${name.toWellFormed()}: path-name`,
    ],
  ]),
  ['a name that is taken', create('main'), `${TO_CREATE('main')}: name-taken`],
  ['a site that it is at', move('main'), `${TO_MOVE}: already-there`],
  [
    'two subaccounts of the name',
    () => {
      world.workspace.alsoListed.subaccounts.push({ id: '9', name: 'main' });
      return move('main')();
    },
    `${TO_MOVE}: several-listed`,
  ],
  ...[move, create].map((kind): [string, () => Promise<unknown>, string] => [
    `a site with two names, of ${kind.name}`,
    () => {
      world.workspace.siteOf.set('main', 'site-b');
      const site = { id: 'site-a', name: 'Gamma' };
      const other = { id: 'site-a', name: 'Beta' };
      world.workspace.alsoListed.subaccounts.push({ id: '8', name: 'x', site: other });
      world.workspace.alsoListed.subaccounts.push({ id: '9', name: 'y', site });
      return kind(kind === move ? 'main' : 'new')();
    },
    ': several-site-names',
  ]),
  [
    'two records of the name',
    () => {
      list([entry(1)]);
      world.workspace.alsoListed.payments.push({ subaccount: { name: 'main' }, addresses: [] });
      return pay('cold');
    },
    `${TO_PAY}: several-listed`,
  ],
  [
    'a record in another currency',
    () => {
      list([entry(1)], { currency_type: 'LTC' });
      return pay('cold');
    },
    `${TO_PAY}: other-currency`,
  ],
  ...[{ addressId: 5 }, { externalAddress: HOT }, { address: HOT }].map(
    (beside): [string, () => Promise<unknown>, string] => [
      `an entry that also says ${JSON.stringify(beside)}`,
      () => {
        list([{ ...entry(1), ...beside }]);
        return pay('cold');
      },
      `${TO_PAY}: self-contradiction`,
    ],
  ),
  [
    'an id that can’t be sent',
    () => {
      list([entry('a-1')]);
      return pay('cold');
    },
    `${TO_PAY}: inexact-id`,
  ],
  [
    'one id for two addresses',
    () => {
      list([entry(7), entry(7, 'hot', HOT)]);
      return pay('cold', 'hot');
    },
    `${TO_PAY}: repeated-id`,
  ],
  [
    'an entry that can’t be told apart',
    () => {
      list([entry(7), entry(8, 'backup')]);
      return pay('spare');
    },
    `${TO_PAY}: listed-twice`,
  ],
  [
    'more addresses than a card shows',
    () => {
      list(Array.from({ length: 11 }, (_, index) => entry(index + 1, `cold ${index}`)));
      return pay();
    },
    `${TO_PAY}: too-much-to-show`,
  ],
  [
    'no list',
    () => {
      world.workspace.faults.listsAreNull = true;
      return move('main')();
    },
    `${TO_MOVE}: unreadable`,
  ],
  [
    'a list that doesn’t end',
    () => {
      world.workspace.client.listSubaccounts = () => {
        throw new PoolListTooLong('allPages', { by: 'rows', rows: 100_000 });
      };
      return move('main')();
    },
    `${TO_MOVE}: unreadable`,
  ],
])('%s is refused and entered', async (_, asked, entered) => {
  await expect(asked()).rejects.toThrow();
  const [only, ...others] = await refusals();
  expect(only).toMatch(/^2 ask: /);
  expect(only?.endsWith(entered)).toBe(true);
  expect(others).toEqual([]);
  expect(await world.steps()).toEqual(['refused']);
});

test('of a listed name that no path can hold, the words say so', async () => {
  world.workspace.siteOf.set('..', 'site-b');
  await expect(move('..')()).rejects.toThrow(/`\.\.` can’t be used in a request/);
  // Typed but not listed, it is just a name that matches nothing.
  await expect(move('.')()).rejects.toThrow('lists no subaccount called');
});

test('the audit channel says it in words', async () => {
  await expect(create('main')()).rejects.toThrow('already exists');
  await world.changes.idle();
  const [post = ''] = world.chat.inChannel(AUDIT_CHANNEL);
  expect(world.chat.text(post)).toContain(
    'couldn’t request `Create a subaccount, main at Site a`: a subaccount of that name already exists',
  );
});

test.each<[string, Record<string, unknown>, string]>([
  [
    'another id',
    { subaccount: { id: '9', name: 'main' }, addresses: [entry(7)] },
    'the pool’s record has another id than its subaccount',
  ],
  [
    'no subaccount',
    { addresses: [entry(7)] },
    'a record that the pool gave doesn’t name its subaccount',
  ],
  [
    'a name written almost alike',
    { subaccount: { name: ' MAIN' }, addresses: [entry(7)] },
    'the pool gave a record of a name that is written almost alike',
  ],
  [
    'null as its addresses',
    { subaccount: { name: 'main' }, addresses: null },
    'the pool’s record says nothing of its addresses',
  ],
  [
    'an entry without an address',
    { subaccount: { name: 'main' }, addresses: [{ address_id: 7, address_name: 'cold' }] },
    'an entry of the pool’s record has no address that can be read',
  ],
])('of a record with %s the audit channel says just that', async (_, record, said) => {
  world.workspace.idOf.set('main', '41203');
  world.workspace.alsoListed.payments.push(record);
  await expect(pay('cold')).rejects.toThrow();
  await world.changes.idle();
  const [post = ''] = world.chat.inChannel(AUDIT_CHANNEL);
  expect(world.chat.text(post)).toContain(`: ${said}`);
});

test('an entry of an earlier version says no more of an unclear record than is known', () => {
  expect(whyText('unclear-entry')).toBe('the pool’s record was not clear');
});

describe('what is only said', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['a name that nothing is listed by', move('nobody')],
    [
      'a pool that gives no answer',
      () => {
        world.workspace.faults.readsFail = true;
        return move('main')();
      },
    ],
  ])('%s', async (_, asked) => {
    await expect(asked()).rejects.toThrow();
    expect(await world.steps()).toEqual([]);
  });
});

test('the bound of refusals holds for these too', async () => {
  for (let index = 0; index < MAX_REFUSALS.inAnHour + 3; index++) {
    await expect(create('main')()).rejects.toThrow('already exists');
  }
  expect(await refusals()).toHaveLength(MAX_REFUSALS.inAnHour);
});

test('what is looked up before a request can be made is entered the same', async () => {
  const who = { guildId: GUILD, member: PEOPLE.manager };
  const wanted = { ...who, kind: 'payment-settings', about: 'BTC of main' };
  const looked = world.changes.lookUp(wanted, () =>
    Promise.reject(new ChangeRuledOut('several-listed', 'two of them')),
  );
  await expect(looked).rejects.toThrow('two of them');
  expect(await refusals()).toEqual([`2 ${TO_PAY}: several-listed`]);
});

test('a kind that names no code for what it finds is entered with a general one', async () => {
  const kind = defineKind({
    ...subaccountMoveChange,
    input: z.unknown(),
    present: z.unknown(),
    answer: z.unknown(),
    read: () =>
      Promise.reject(new UserError({ title: 'It moves', sentence: 'it moves by itself' })),
  });
  const read = kind.read(world.workspace.client, { name: 'main', site: SITE_A });
  await expect(read).rejects.toMatchObject({ why: 'ruled-out', message: 'it moves by itself' });
});
