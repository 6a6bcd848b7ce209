import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { AlertEvent } from '../../src/alerts/alert.js';
import type { ChangeState } from '../../src/changes/change.js';
import { MINUTE, openWorlds, paymentsInput, START } from './support/elsewhere-world.js';
import type { Lists, Settings, World, Worlds } from './support/elsewhere-world.js';

const KNOWN = 'bc1qvvwwxxyyzz2233445566778899aaccddeeff';
const OTHER = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
const THIRD = '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy';
const [NORTH, SOUTH] = [
  { id: 's-1', name: 'North *Ridge*' },
  { id: 's-2', name: 'South' },
];
const entry = (address: string, allocation = 100, name = 'treasury') => ({
  name,
  address,
  allocation,
});

function start(): Lists {
  const subaccount = { id: 7, name: 'hall-1' };
  const rest = { frequency: 'DAILY', day: 'UNSPECIFIED', status: 'ACTIVE', wallet: 5 };
  return {
    payments: [{ subaccount, ...rest, addresses: [entry(KNOWN)] }],
    subaccounts: [{ ...subaccount, site: NORTH }],
  };
}

let worlds: Worlds;
let server: World;
beforeAll(async () => {
  worlds = await openWorlds();
});
afterAll(() => worlds.close());
beforeEach(async () => {
  server = worlds.world(start());
  expect(await server.pass(5)).toEqual([]);
});

const hall = (): Settings => {
  const [settings] = server.world.lists.payments;
  if (settings === undefined) throw new Error('There are no settings');
  return settings;
};
const titles = (events: readonly AlertEvent[]) => events.map(({ title }) => title);

const NOT_OURS = '**Changed at the pool, not through Pitboss**';
const PERHAPS = '**Changed at the pool, perhaps by #1**';
const at = (minute: number) => `<t:${(START + minute * MINUTE) / 1_000}:t>`;
const KNOWN_BLOCK = '```\nbc1q vvww xxyy zz22 3344 5566\n7788 99aa ccdd eeff\n```';
const OTHER_BLOCK = '```\n1Boa tSLR HtKN ngkd XEeo bR76\nb53L ETtp yT\n```';
const THIRD_BLOCK = '```\n3J98 t1Wp EZ73 CNmQ viec rnyi\nWrnq RhWN Ly\n```';
const removed = (share: number) => `🗑️ **REMOVED** · treasury · ${share} → none`;
const added = (share: number) => `🆕 **NEW** · treasury · allocation **${share}**`;

type Case = readonly [title: string, change: (lists: Lists) => void, lines: readonly string[]];

const set = (rest: Partial<Settings>) => () => void Object.assign(hall(), rest);
const payments: readonly Case[] = [
  [
    'New payout address',
    set({ addresses: [entry(OTHER, 80)] }),
    [added(80), OTHER_BLOCK, removed(100), KNOWN_BLOCK],
  ],
  [
    'Payout addresses changed',
    set({ addresses: [entry(KNOWN, 20), entry(OTHER, 60), entry(THIRD, 20, '*cold*')] }),
    [
      added(60),
      OTHER_BLOCK,
      '🆕 **NEW** · \\*cold\\* · allocation **20**',
      THIRD_BLOCK,
      'Kept · treasury · allocation 100 → **20**',
      KNOWN_BLOCK,
    ],
  ],
  ['Payout addresses changed', set({ addresses: [] }), [removed(100), KNOWN_BLOCK]],
  [
    'Payout addresses changed',
    set({ addresses: [entry(KNOWN, 100, 'cold')] }),
    ['Kept · treasury · allocation 100', KNOWN_BLOCK, 'Name: treasury → **cold**'],
  ],
  [
    'Payout allocation changed',
    set({ addresses: [entry(KNOWN, 60)] }),
    ['Kept · treasury · allocation 100 → **60**', KNOWN_BLOCK],
  ],
  [
    'Payout schedule changed',
    set({ frequency: 'WEEKLY', day: 'MONDAY' }),
    ['Payouts: daily → **weekly on Monday**'],
  ],
  ['Payout wallet changed', set({ wallet: 6 }), ['Wallet: 5 → **6**']],
  [
    'Payout status changed',
    set({ status: 'PENDING_APPROVAL' }),
    ['Status: ACTIVE → **PENDING\\_APPROVAL**'],
  ],
  [
    'New payment settings',
    (lists) => {
      const subaccount = { id: 8, name: 'hall_2' };
      lists.payments.push({ ...hall(), subaccount, addresses: [entry(OTHER)] });
    },
    [added(100), OTHER_BLOCK],
  ],
  ['Payment settings gone', (lists) => lists.payments.pop(), [removed(100), KNOWN_BLOCK]],
];

const subaccounts: readonly Case[] = [
  [
    'New subaccount',
    (lists) => lists.subaccounts.push({ id: 8, name: 'hall-2', site: SOUTH }),
    ['hall-2', 'Site: **South**'],
  ],
  ['Subaccount gone', (lists) => lists.subaccounts.pop(), ['hall-1', 'Site: North \\*Ridge\\*']],
  [
    'Subaccount moved',
    ({ subaccounts: [first] }) => Object.assign(first ?? {}, { site: SOUTH }),
    ['hall-1', 'Site: North \\*Ridge\\* → **South**'],
  ],
  [
    'Subaccount renamed',
    ({ subaccounts: [first] }) => Object.assign(first ?? {}, { name: 'hall-7' }),
    ['hall-7', 'Name: hall-1 → **hall-7**'],
  ],
];

describe('a change that somebody made at the pool reads', () => {
  it.each(payments)('%s', async (title, change, lines) => {
    change(server.world.lists);
    const told = await server.pass(12);
    const name = title === 'New payment settings' ? 'hall\\_2' : 'hall-1';
    const what = `BTC payouts of **${name}**`;
    expect(told).toMatchObject([{ title, what, lines, claim: NOT_OURS }]);
  });

  it.each(subaccounts)('%s', async (title, change, [name, ...lines]) => {
    change(server.world.lists);
    const told = await server.pass(12);
    expect(told).toMatchObject([{ title, lines, what: `Subaccount **${name}**` }]);
    expect(told[0]?.key).toMatch(/^subaccounts:/);
  });
});

describe('a difference', () => {
  it('counts at the second look, and says between which looks it came', async () => {
    hall().addresses = [entry(OTHER)];
    expect(await server.pass(1)).toEqual([]);
    // Another one joins it.
    Object.assign(hall(), { addresses: [entry(OTHER, 50), entry(THIRD, 50)], wallet: 9 });
    const [event, other, ...more] = await server.pass(10);
    expect(event?.between).toBe(`-# Between ${at(5)} and ${at(6)}`);
    const blocks = [added(50), OTHER_BLOCK, added(50), THIRD_BLOCK, removed(100), KNOWN_BLOCK];
    expect(event?.lines).toEqual(blocks);
    expect(other?.lines).toEqual(['Wallet: 5 → **9**']);
    expect(more).toEqual([]);
  });

  it('counts at the second look though two shares take turns', async () => {
    hall().addresses = [entry(KNOWN, 1)];
    expect(await server.pass(1)).toEqual([]);
    hall().addresses = [entry(KNOWN, 2)];
    expect(titles(await server.pass(1))).toEqual(['Payout allocation changed']);
  });

  it('that the next look does not find is forgotten', async () => {
    for (const share of [60, 100, 60, 100]) {
      hall().addresses = [entry(KNOWN, share)];
      expect(await server.pass(1)).toEqual([]);
    }
  });

  it('is told though only every other look finds the new address', async () => {
    for (const address of [OTHER, KNOWN]) {
      hall().addresses = [entry(address)];
      expect(await server.pass(1)).toEqual([]);
    }
    hall().addresses = [entry(OTHER)];
    expect(titles(await server.pass(1))).toEqual(['New payout address']);
  });
});

describe('nothing is told', () => {
  it.each(['down', 'cut short'] as const)('of a list that is %s', async (fault) => {
    server.world.fault = fault;
    server.world.lists.payments = [];
    expect(await server.pass(10)).toEqual([]);
  });

  it('of what is out of reach, but of what is listed beside it', async () => {
    server.world.fault = 'no access';
    hall().subaccount = { id: 9, name: 'hall-9' };
    expect(titles(await server.pass(3))).toEqual(['New payment settings']);
  });

  it('where the pool forgets addresses', async () => {
    const { addresses } = hall();
    for (const given of [null, addresses]) {
      hall().addresses = given;
      expect(await server.pass(10)).toEqual([]);
    }
  });

  it('by the first reading with another key, which may be of another workspace', async () => {
    server.world.keyVersion = 2;
    hall().addresses = [entry(OTHER)];
    expect(await server.pass(10)).toEqual([]);
    hall().addresses = [entry(THIRD)];
    expect(titles(await server.pass(2))).toEqual(['New payout address']);
  });
});

describe('a change of ours', () => {
  const send = (addresses: Settings['addresses'], state?: ChangeState) =>
    server.send('payments', paymentsInput(hall(), { addresses }), state);

  it('is not told, and is read back as soon as it is seen', async () => {
    const change = await send([entry(OTHER)]);
    hall().status = 'PENDING_APPROVAL';
    expect(await server.pass(60)).toEqual([]);
    Object.assign(hall(), { status: 'ACTIVE', addresses: [entry(OTHER)] });
    expect(await server.pass(1)).toEqual([]);
    expect(await server.dueAt(change)).toBe(server.time.now);
    expect(await server.pass(10)).toEqual([]);
  });

  it('is news again once somebody undoes it, even before a look, but lag for ten minutes', async () => {
    const change = await send([entry(OTHER)]);
    hall().addresses = [entry(OTHER)];
    expect(await server.readBack(change)).toBe(true);
    hall().addresses = [entry(KNOWN)];
    expect(await server.pass(9)).toEqual([]);
    expect(titles(await server.pass(3))).toEqual(['New payout address']);
  });

  it('hides no address that somebody added before, also where it changes its share', async () => {
    hall().addresses = [entry(KNOWN, 50), entry(THIRD, 50)];
    await server.pass(1);
    const addresses = [entry(THIRD, 60), entry(OTHER, 40)];
    const change = await send(addresses);
    hall().addresses = addresses;
    await server.readBack(change);
    expect(await server.pass(12)).toMatchObject([{ lines: [added(60), THIRD_BLOCK] }]);
  });

  it('may be one that the pool declined within a day', async () => {
    await send([entry(OTHER)], 'declined');
    hall().addresses = [entry(OTHER)];
    expect(await server.pass(3)).toMatchObject([{ claim: PERHAPS }]);
    server.time.now += 24 * 60 * MINUTE;
    hall().addresses = [entry(THIRD)];
    expect(await server.pass(3)).toMatchObject([{ claim: NOT_OURS }]);
  });

  it('may be one whose outcome is unknown', async () => {
    await send([entry(OTHER)], 'unknown');
    hall().addresses = [entry(THIRD)];
    expect(await server.pass(3)).toMatchObject([{ claim: PERHAPS, title: 'New payout address' }]);
  });

  it('of a subaccount is not told either', async () => {
    await server.send('move', { name: 'hall-1', site: SOUTH });
    await server.send('create', { name: 'hall-2', site: SOUTH });
    server.world.lists.subaccounts = [
      { id: 7, name: 'hall-1', site: SOUTH },
      { id: 8, name: 'hall-2', site: SOUTH },
    ];
    expect(await server.pass(12)).toEqual([]);
  });
});

test('the main list is read every minute, and each other one within four', async () => {
  server.world.requests = [];
  await server.pass(4);
  const names = ['BTC', 'LTC_DOGE', 'SC', 'ZEC', 'subaccounts', 'BTC', 'BTC', 'BTC'];
  expect(server.world.requests.toSorted()).toEqual(names.toSorted());
});
