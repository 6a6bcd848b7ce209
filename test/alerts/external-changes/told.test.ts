import { formatAddress } from '../../../src/views/pool/payment-settings.js';
import { describe, expect, test } from 'vitest';
import { auditReply } from '../../../src/views/audit/audit-post.js';
import {
  externalChangeFields,
  externalChangeTitle,
} from '../../../src/views/alerts/external-change.js';
import { KNOWN, OTHER, addressOf, watched, findings, record, never } from './watched.js';

test('what was there at the first look is told to nobody', async () => {
  const { world, turns } = await watched();
  expect(await turns(8)).toEqual([]);
  expect(await findings(world)).toEqual([]);
});

test('a name that was changed by a character that nobody sees is told with it', async () => {
  const { world, turns } = await watched();
  await turns(8);
  record(world).addresses = [{ ...addressOf(KNOWN), address_name: 'cold\u200B' }];
  await turns(1);
  const [entry] = await findings(world);
  if (entry === undefined) throw new Error('nothing was entered');
  const [field] = externalChangeFields(entry.details);
  expect(field?.value).toContain('Payout address: cold · allocation 100 → **"cold\\\\u200b"**');
});

test('an address that differs by a sign that nobody sees, or by a look-alike, looks different', async () => {
  for (const address of [`${KNOWN}\u200B`, KNOWN.replace('c', '\u0441')]) {
    const { world, turns } = await watched();
    await turns(8);
    record(world).addresses = [addressOf(address)];
    await turns(1);
    const [entry] = await findings(world);
    const card = JSON.stringify(entry && externalChangeFields(entry.details));
    const line = JSON.stringify(
      auditReply([{ entry: entry ?? never(), change: null, cardUrl: null }]),
    );
    for (const text of [card, line]) expect(text).toMatch(/⚠️ `.*\\u(200b|0441)/);
  }
});

test('a payout address that nobody changed through Pitboss is told once, with both addresses', async () => {
  const { world, turns } = await watched();
  await turns(8);
  record(world).addresses = [addressOf(OTHER)];
  record(world).balance = 7;
  expect(await turns(1)).toHaveLength(1);
  const [entry, ...others] = await findings(world);
  expect(others).toEqual([]);
  if (entry === undefined) throw new Error('nothing was entered');
  expect(externalChangeTitle(entry.details)).toBe('A new payout address, not through Pitboss');
  const card = JSON.stringify(externalChangeFields(entry.details)).replaceAll(' ', '');
  expect(card).toContain(KNOWN);
  expect(card).toContain(OTHER);
  expect(card).toContain('Removedpayoutaddress');
  const line = JSON.stringify(auditReply([{ entry, change: null, cardUrl: null }]));
  expect(line).toContain(`**new** ${formatAddress(OTHER)}`);
  expect(await turns(30)).toEqual([]);
  expect(await findings(world)).toHaveLength(1);
});

test('a difference of one look alone is not told', async () => {
  const { world, turns, look } = await watched();
  await turns(8);
  const before = record(world).addresses;
  record(world).addresses = [addressOf(OTHER)];
  world.pass(60_000);
  expect(await look()).toMatchObject({ occurrences: [], again: true });
  record(world).addresses = before;
  expect(await turns(5)).toEqual([]);
});

test('balance, next payout and freezes move by themselves', async () => {
  const { world, turns } = await watched();
  await turns(8);
  Object.assign(record(world), { balance: 5, next_payout_at: 'soon', frozen_until: 'later' });
  expect(await turns(5)).toEqual([]);
});

test('a word of the pool in another spelling is the same word, and another word is not', async () => {
  const { world, turns } = await watched();
  Object.assign(record(world), { payment_frequency: 'WEEKLY', day_of_week: 'FRIDAY' });
  await turns(8);
  Object.assign(record(world), {
    status: 'active',
    payment_frequency: 'PAYMENT_FREQUENCY_WEEKLY',
    day_of_week: 'DayOfWeekFriday',
  });
  expect(await turns(5)).toEqual([]);
  record(world).day_of_week = 'DAY_OF_WEEK_MONDAY';
  expect(await turns(1)).toHaveLength(1);
  // Nothing but what may stand before a value: compared as it came.
  record(world).day_of_week = 'DAY';
  expect(await turns(12)).toHaveLength(1);
  record(world).day_of_week = 'WEEK';
  expect(await turns(12)).toHaveLength(1);
});

test('what the pool did not give differs from nothing', async () => {
  const { world, turns } = await watched();
  await turns(8);
  const before = { ...record(world) };
  Object.assign(record(world), { status: null, payment_frequency: null, addresses: null });
  expect(await turns(3)).toEqual([]);
  Object.assign(record(world), before);
  expect(await turns(3)).toEqual([]);
});

describe('of an entry of the addresses', () => {
  const cold = addressOf(KNOWN, 60);
  const hot = {
    address_id: 505,
    address_name: 'hot',
    external_address: OTHER,
    revenue_allocation: 40,
  };
  test.each([
    ['no address', [{ ...cold, external_address: undefined }, hot]],
    ['neither address nor id', [{ ...cold, external_address: null, address_id: null }, hot]],
    ['nothing but its share', [hot, { revenue_allocation: 60 }]],
    ['nothing at all of both', [{}, {}]],
    ['another way to write its share', [{ ...cold, revenue_allocation: '60.00' }, hot]],
    ['no id, no name', [{ ...cold, address_id: null, address_name: null }, hot]],
  ])('%s says nothing new', async (_, addresses) => {
    const { world, turns } = await watched();
    record(world).addresses = [cold, hot];
    await turns(8);
    Object.assign(record(world), { addresses });
    expect(await turns(3)).toEqual([]);
    record(world).addresses = [cold, hot];
    expect(await turns(3)).toEqual([]);
    // It was known all along.
    record(world).addresses = [{ ...cold, external_address: OTHER }];
    expect(await turns(2)).toHaveLength(1);
  });
});

describe('with more addresses than are kept one by one', () => {
  const THIEF = 'bc1qzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz';
  const entry = (address: string, share: number) => ({
    address_id: address,
    address_name: address.slice(-4),
    external_address: address,
    revenue_allocation: share,
  });
  const decoys = (count: number, share = 0) =>
    Array.from({ length: count }, (_, at) => entry(`bc1q${1_000 + at}`, share));

  test.each([
    ['beside 120 new ones at 0', [addressOf(KNOWN)], [...decoys(120), entry(THIEF, 100)]],
    [
      'in place of the last of 150',
      [...decoys(149), entry(OTHER, 100)],
      [...decoys(149), entry(THIEF, 100)],
    ],
    ['with slightly more than 150 others', decoys(150, 1), [...decoys(150, 1), entry(THIEF, 2)]],
    [
      'that was there before, beside 90 new ones',
      [addressOf(KNOWN, 100), entry(THIEF, 0)],
      [...decoys(90), entry(THIEF, 100)],
    ],
  ])('whoever gets most is named everywhere: %s', async (_, before, after) => {
    const { world, turns } = await watched();
    record(world).addresses = before;
    await turns(8);
    record(world).addresses = after;
    expect(await turns(2)).toHaveLength(1);
    const [found] = await findings(world);
    if (found === undefined) throw new Error('nothing was entered');
    expect(JSON.stringify(found.details.after)).toContain(THIEF);
    const [first] = externalChangeFields(found.details);
    expect(first?.value.replaceAll(' ', '')).toContain(THIEF);
    const line = JSON.stringify(auditReply([{ entry: found, change: null, cardUrl: null }]));
    expect(line).toContain(formatAddress(THIEF));
  });

  test('the shares of those that get least are told by count and hash', async () => {
    const { world, turns } = await watched();
    record(world).addresses = decoys(150, 1);
    await turns(8);
    record(world).addresses = [...decoys(149, 1), entry('bc1q1149', 0.5)];
    expect(await turns(2)).toHaveLength(1);
    const [found] = await findings(world);
    const card = JSON.stringify(externalChangeFields(found?.details ?? never()));
    expect(card).toMatch(/Further addresses: 50 .* → \*\*50 /);
  });
});
