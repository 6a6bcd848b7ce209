import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { startFront, type Front } from '../../support/proxy.js';
import { idOf, shown } from '../shown.js';
import { ask, startWorld, type World } from '../world.js';
import { changeWorld, confirm, loosen, type ChangeWorld } from './change-world.js';

/** Addresses as long as a card can show, before a change is confirmed and after. */

let house: World;
let front: Front;
let world: ChangeWorld;

beforeAll(async () => {
  house = await startWorld({
    async env({ pool }) {
      front = await startFront(pool.url);
      return { POOL_API_URL: front.url };
    },
  });
  await house.start();
});
beforeEach(async () => {
  front.habits.instead = null;
  world = await changeWorld(house);
});
afterAll(async () => {
  await house.close();
  await front.close();
});

const LETTERS = 'abcdefghij'.repeat(120);

/** `uabc … 000005`: alike but for its last characters. */
function longAddress(index: number, length: number): string {
  const end = `zz${String(index).padStart(6, '0')}`;
  return `u${LETTERS.slice(0, length - end.length - 1)}${end}`;
}

/** One that looks like no other. */
function ownAddress(index: number, length: number): string {
  return `x${index}${longAddress(index, length).slice(3)}`;
}

function list(addresses: readonly string[]): void {
  const { subaccounts, payments } = world.pool.workspaceOf(world.key);
  const [subaccount] = subaccounts;
  if (subaccount === undefined) throw new Error('no subaccount');
  payments.set('BTC', subaccount, {
    payment_frequency: 'DAILY',
    day_of_week: 'UNSPECIFIED',
    addresses: addresses.map((each, index) => ({
      address_id: 100 + index,
      address_name: `old-${index}`,
      external_address: each,
      revenue_allocation: 100 / addresses.length,
    })),
  });
}

async function request(addresses: readonly string[], reason = ''): Promise<LoopbackMessage> {
  const { subaccount } = world.elsewhere();
  const manager = world.as('manager');
  const present = await ask(manager, 'payment-settings change', { subaccount, currency: 'BTC' });
  const form = await manager.click(present, idOf(present, 'Fill in'));
  const lines = addresses.map((each, at) => `new-${at} | ${each} | ${100 / addresses.length}`);
  const fields = { frequency: ['WEEKLY'], day: ['FRIDAY'], addresses: lines.join('\n'), reason };
  return (await manager.submit(form, fields)).settled();
}

const COLD = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const spaceless = (text: string) => text.replaceAll(' ', '');

describe('a removed address', () => {
  test('stands whole on the card and behind Details, however much alike another one is', async () => {
    const removed = [longAddress(1, 500), longAddress(2, 500)];
    list(removed);
    const card = await request([COLD]);
    expect(shown(card)).toContain('[Confirm…]');
    for (const each of removed) {
      expect(spaceless(shown(card))).toContain(`\`${each}\``);
      expect(await world.details(card)).toContain(`Removed: \`${each}\``);
    }
  });

  test('that fits in no field of a card, is refused in words', async () => {
    list([longAddress(1, 850)]);
    const refused = await request([COLD]);
    expect(shown(refused)).toContain('more text than fits on one card');
    expect(shown(refused)).not.toContain('[Confirm…]');
    expect((await world.trail()).map(({ step }) => step)).toEqual(['refused']);
  });

  test('that Details can’t hold beside the others is counted, and the file has it', async () => {
    list([1, 2, 3, 4].map((index) => longAddress(index, 500)));
    const card = await request([COLD]);
    const details = await world.details(card);
    expect(details).toContain(`New: \`${COLD}\``);
    expect(details).toMatch(/⚠️ \d more addresses are too long to show here: copy from the file\./);
    expect(details).toContain('The file has every field in full');
  });
});

describe('a finished card whose answer is longer than Discord shows', () => {
  /** In the form in which the pool tells of payout addresses. */
  function answer(told: readonly string[], others: object = {}): void {
    const payment_addresses = told.map((address) => ({ name: 'k', address, split: '20' }));
    const metadata = { payment_settings: { payment_addresses } };
    const action = { id: 'a-1', action_name: 'CREATE_PAYMENT_SETTINGS', status: 'COMPLETED' };
    const body = JSON.stringify({ ...action, metadata, ...others });
    front.habits.instead = ({ method }) => (method === 'GET' ? null : { status: 200, body });
  }

  async function finished(card: LoopbackMessage, addresses: readonly string[]) {
    expect(shown(card)).toContain('[Confirm…]');
    const form = await confirm(world, 'second', card);
    const typed = ['first', 'second', 'third', 'fourth', 'fifth'].map((name, at) => [
      name,
      addresses[at]?.slice(-6) ?? '',
    ]);
    await world.as('second').submit(form, Object.fromEntries(typed));
    await expect.poll(() => world.card(card)).toMatch(/# .* · (?:Sent: |The pool answered)/);
    return world.card(card);
  }

  const PEOPLE_LINE = /-# Requested by <@…> <t:…:f> · confirmed by <@…> <t:…:f>/;
  const FRESH = [1, 2, 3, 4, 5].map((index) => ownAddress(index, 200));
  const more = Object.fromEntries(
    Array.from({ length: 80 }, (_, index) => [`field${index}`, `value${index}`]),
  );

  test('has outcome, people and each value, and says that the answer contradicts them', async () => {
    const removed = [6, 7, 8, 9, 10].map((index) => ownAddress(index, 213));
    const wanted = [COLD, ...FRESH.slice(1).map((each) => each.slice(-60))];
    await loosen(world, 'setup roles', { checksum: 'warn' });
    list(removed);
    const card = await request(wanted, 'moving to the new custodian');
    answer(removed, more);
    const text = await finished(card, wanted);
    expect(text).toContain('**Sent once; the pool answered: COMPLETED**');
    expect(text).toMatch(PEOPLE_LINE);
    for (const each of [...removed, ...wanted]) expect(spaceless(text)).toContain(`\`${each}\``);
    expect(text.split('\n')[1]).toContain('The pool’s answer tells of another payout address');
    expect(text).not.toContain('… cut,');
    expect(text).not.toContain('Left out');
    expect(text).toContain('_Details_ has');
  });

  test('keeps each warning of a wrong checksum, also where the answer says that it failed', async () => {
    await loosen(world, 'setup roles', { checksum: 'warn' });
    list([6, 7, 8, 9, 10].map((index) => ownAddress(index, 100)));
    const card = await request(FRESH);
    const told = [11, 12, 13, 14, 15].map((index) => ownAddress(index, 200));
    answer(told, { success: false, message: 'M'.repeat(3_000), more });
    const text = await finished(card, FRESH);
    expect(text).toContain('Sent once; the pool answered that it failed: MMM');
    expect(text).toMatch(PEOPLE_LINE);
    expect(text.match(/⛔ \*\*The checksum is wrong/g)).toHaveLength(5);
    for (const each of FRESH) expect(spaceless(text)).toContain(`\`${each}\``);
    expect(text).not.toContain('… cut,');
    expect(text).not.toContain('Left out');
  });
});
