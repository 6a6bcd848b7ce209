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

/** `u5 … 000005`: alike but for its ends. */
function longAddress(index: number, length: number): string {
  const end = `zz${String(index).padStart(6, '0')}`;
  return `u${'abcdefghij'.repeat(120).slice(0, length - end.length - 1)}${end}`;
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
