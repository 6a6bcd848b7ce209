import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { ElsewhereEvent } from '../../src/alerts/alert.js';
import {
  MINUTE,
  openWorlds,
  paymentsInput,
  START,
  type Lists,
  type Settings,
  type World,
} from './support/elsewhere-world.js';

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
  const hall = { id: 7, name: 'hall-1' };
  return {
    payments: {
      BTC: [
        {
          subaccount: hall,
          frequency: 'DAILY',
          day: 'UNSPECIFIED',
          status: 'ACTIVE',
          wallet: 5,
          addresses: [entry(KNOWN)],
        },
      ],
    },
    subaccounts: [{ ...hall, site: NORTH }],
  };
}

let worlds: Awaited<ReturnType<typeof openWorlds>>;
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
  const [settings] = server.world.lists.payments['BTC'] ?? [];
  if (settings === undefined) throw new Error('There are no settings');
  return settings;
};
const titles = (events: readonly ElsewhereEvent[]) => events.map(({ title }) => title);

const KNOWN_BLOCK = '```\nbc1q vvww xxyy zz22 3344 5566\n7788 99aa ccdd eeff\n```';
const OTHER_BLOCK = '```\n1Boa tSLR HtKN ngkd XEeo bR76\nb53L ETtp yT\n```';
const THIRD_BLOCK = '```\n3J98 t1Wp EZ73 CNmQ viec rnyi\nWrnq RhWN Ly\n```';
const removed = (share: number) => `🗑️ **REMOVED** · treasury · ${share} → none`;
const added = (share: number) => `🆕 **NEW** · treasury · allocation **${share}**`;

describe('a change that somebody made at the pool reads', () => {
  const set = (rest: Partial<Settings>) => () => void Object.assign(hall(), rest);
  const cases: readonly [string, () => void, readonly string[]][] = [
    [
      'New payout address',
      set({ addresses: [entry(OTHER, 80)] }),
      [added(80), OTHER_BLOCK, removed(100), KNOWN_BLOCK],
    ],
    [
      'Payout addresses changed',
      set({ addresses: [entry(OTHER, 60), entry(THIRD, 40, '*cold*')] }),
      [
        added(60),
        OTHER_BLOCK,
        '🆕 **NEW** · \\*cold\\* · allocation **40**',
        THIRD_BLOCK,
        removed(100),
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
      () => {
        const settings = { ...hall(), subaccount: { id: 8, name: 'hall_2' } };
        server.world.lists.payments['BTC']?.push({ ...settings, addresses: [entry(OTHER)] });
      },
      [added(100), OTHER_BLOCK],
    ],
    [
      'Payment settings gone',
      () => void (server.world.lists.payments['BTC'] = []),
      [removed(100), KNOWN_BLOCK],
    ],
  ];
  it.each(cases)('%s', async (title, change, lines) => {
    change();
    const [event, ...more] = await server.pass(12);
    expect(event).toMatchObject({ kind: 'elsewhere', title, lines, perhaps: null });
    expect(event?.what).toBe(
      `BTC payouts of **${title === 'New payment settings' ? 'hall\\_2' : 'hall-1'}**`,
    );
    expect(event?.isPayoutAddress).toBe(lines.some((line) => /NEW|REMOVED/.test(line)));
    expect(more).toEqual([]);
  });

  const subaccounts: readonly [string, () => void, readonly string[]][] = [
    [
      'New subaccount',
      () => void server.world.lists.subaccounts.push({ id: 8, name: 'hall-2', site: SOUTH }),
      ['hall-2', 'Site: **South**'],
    ],
    [
      'Subaccount gone',
      () => void (server.world.lists.subaccounts = []),
      ['hall-1', 'Site: North \\*Ridge\\*'],
    ],
    [
      'Subaccount moved',
      () => void (server.world.lists.subaccounts = [{ id: 7, name: 'hall-1', site: SOUTH }]),
      ['hall-1', 'Site: North \\*Ridge\\* → **South**'],
    ],
    [
      'Subaccount renamed',
      () => void (server.world.lists.subaccounts = [{ id: 7, name: 'hall-7', site: NORTH }]),
      ['hall-7', 'Name: hall-1 → **hall-7**'],
    ],
  ];
  it.each(subaccounts)('%s', async (title, change, [name, ...lines]) => {
    change();
    const told = await server.pass(12);
    expect(told).toMatchObject([{ title, lines, what: `Subaccount **${name}**` }]);
    expect(told[0]?.key).toMatch(/^subaccounts:/);
  });
});

describe('a difference', () => {
  it('counts at the second look, and says between which looks it came', async () => {
    hall().addresses = [entry(OTHER)];
    expect(await server.pass(1)).toEqual([]);
    const [event] = await server.pass(1);
    const firstSeen = START + 6 * MINUTE;
    expect(event).toMatchObject({ firstSeen, lastSame: firstSeen - MINUTE });
    expect(await server.pass(10)).toEqual([]);
  });

  it('that a look does not confirm is forgotten', async () => {
    for (let turn = 0; turn < 4; turn++) {
      hall().addresses = [entry(OTHER)];
      expect(await server.pass(1)).toEqual([]);
      hall().addresses = [entry(KNOWN)];
      expect(await server.pass(1)).toEqual([]);
    }
  });

  it('does not begin anew because another one joins it', async () => {
    hall().addresses = [entry(OTHER)];
    await server.pass(1);
    Object.assign(hall(), { addresses: [entry(OTHER, 50), entry(THIRD, 50)], wallet: 9 });
    expect(titles(await server.pass(1))).toEqual(['New payout address']);
    expect((await server.pass(1))[0]?.lines).toEqual([added(50), THIRD_BLOCK, 'Wallet: 5 → **9**']);
  });

  it('is told with the next round where the first was lost', async () => {
    hall().addresses = [entry(OTHER)];
    await server.pass(1);
    server.time.now += MINUTE;
    await server.look({ isLost: true });
    server.restart();
    expect(titles(await server.pass(1))).toEqual(['New payout address']);
  });
});

describe('nothing is told', () => {
  it.each(['down', 'cut short'] as const)('of a list that is %s', async (fault) => {
    server.world.fault = fault;
    server.world.lists.payments['BTC'] = [];
    expect(await server.pass(10)).toEqual([]);
  });

  it('of things in a list without access to all, but of what is listed there', async () => {
    server.world.fault = 'no access';
    const { subaccount } = hall();
    hall().subaccount = { id: 9, name: 'hall-9' };
    expect(titles(await server.pass(3))).toEqual(['New payment settings']);
    hall().subaccount = subaccount;
    hall().addresses = [entry(OTHER)];
    expect(titles(await server.pass(3))).toEqual(['New payout address']);
  });

  it('where the pool forgets addresses', async () => {
    const { addresses } = hall();
    hall().addresses = null;
    expect(await server.pass(10)).toEqual([]);
    hall().addresses = addresses;
    expect(await server.pass(10)).toEqual([]);
  });

  it('by the first reading with another key, which may be of another workspace', async () => {
    server.world.keyVersion = 2;
    server.world.lists.payments['BTC'] = [{ ...hall(), addresses: [entry(OTHER)] }];
    expect(await server.pass(10)).toEqual([]);
    hall().addresses = [entry(THIRD)];
    expect(titles(await server.pass(2))).toEqual(['New payout address']);
  });
});

describe('a change of ours', () => {
  const wanted = () => paymentsInput(hall(), { addresses: [entry(OTHER)] });
  const apply = () => void (hall().addresses = [entry(OTHER)]);

  it('is not told, and is read back as soon as it is seen', async () => {
    const change = await server.send('payments', wanted());
    expect(await server.pass(3)).toEqual([]);
    hall().status = 'PENDING_APPROVAL';
    expect(await server.pass(60)).toEqual([]);
    Object.assign(hall(), { status: 'ACTIVE' });
    apply();
    expect(await server.pass(1)).toEqual([]);
    expect(await server.dueAt(change)).toBe(server.time.now);
    expect(await server.pass(10)).toEqual([]);
  });

  it('is news again once somebody undoes it, even before a look, but lag for ten minutes', async () => {
    const change = await server.send('payments', wanted());
    apply();
    expect(await server.readBack(change)).toBe(true);
    hall().addresses = [entry(KNOWN)];
    expect(await server.pass(9)).toEqual([]);
    expect(titles(await server.pass(3))).toEqual(['New payout address']);
  });

  it('hides nothing that somebody changed with it', async () => {
    hall().addresses = [entry(KNOWN, 50), entry(THIRD, 50)];
    await server.pass(1);
    const addresses = [entry(THIRD, 50), entry(OTHER, 50)];
    const change = await server.send('payments', paymentsInput(hall(), { addresses }));
    hall().addresses = addresses;
    await server.readBack(change);
    const [event, ...more] = await server.pass(12);
    expect(event).toMatchObject({ title: 'New payout address', lines: [added(50), THIRD_BLOCK] });
    expect(more).toEqual([]);
  });

  it('makes no address ours whose share it changes before people were told of it', async () => {
    hall().addresses = [entry(KNOWN, 50), entry(THIRD, 50)];
    await server.pass(1);
    const addresses = [entry(KNOWN, 40), entry(THIRD, 60)];
    const change = await server.send('payments', paymentsInput(hall(), { addresses }));
    hall().addresses = addresses;
    await server.readBack(change);
    expect(await server.pass(12)).toMatchObject([{ lines: [added(60), THIRD_BLOCK] }]);
  });

  it('that another one took back does not hide that somebody else does it again', async () => {
    const both = { addresses: [entry(KNOWN), entry(OTHER)] };
    await server.send('payments', paymentsInput(hall(), both));
    hall().addresses = both.addresses;
    await server.pass(3);
    const back = await server.send(
      'payments',
      paymentsInput(hall(), { addresses: [entry(KNOWN)] }),
    );
    hall().addresses = [entry(KNOWN)];
    expect(await server.readBack(back)).toBe(true);
    expect(await server.pass(15)).toEqual([]);
    hall().addresses = both.addresses;
    expect(titles(await server.pass(2))).toEqual(['New payout address']);
  });

  it('may be one that the pool declined', async () => {
    await server.send('payments', wanted(), 'declined');
    apply();
    expect(await server.pass(3)).toMatchObject([{ perhaps: 1 }]);
    server.time.now += 24 * 60 * MINUTE;
    hall().addresses = [entry(THIRD)];
    expect(await server.pass(3)).toMatchObject([{ perhaps: null }]);
  });

  it('may be one of which nobody knows what came', async () => {
    await server.send('payments', wanted(), 'unknown');
    hall().addresses = [entry(THIRD)];
    expect(await server.pass(3)).toMatchObject([{ perhaps: 1, title: 'New payout address' }]);
  });

  it('of a subaccount is not told either', async () => {
    await server.send('move', { name: 'hall-1', site: SOUTH });
    await server.send('create', { name: 'hall-2', site: SOUTH });
    server.world.lists.subaccounts = [
      { id: 7, name: 'hall-1', site: SOUTH },
      { id: 8, name: 'hall-2', site: SOUTH },
    ];
    expect(await server.pass(12)).toEqual([]);
    server.world.lists.subaccounts.pop();
    expect(titles(await server.pass(24))).toEqual(['Subaccount gone']);
  });
});

test('the main list is read every minute, and each other one within ten', async () => {
  server.world.requests = [];
  await server.pass(10);
  const { requests } = server.world;
  expect(requests.filter((name) => name === 'BTC')).toHaveLength(10);
  expect(requests).toHaveLength(20);
  expect(new Set(requests)).toEqual(new Set(['BTC', 'LTC_DOGE', 'SC', 'ZEC', 'subaccounts']));
});
