import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../../sandbox/discord/loopback-discord.js';
import { PALETTE } from '../../../../src/views/kit/palette.js';
import { startFront, type Front } from '../../../support/proxy.js';
import { idOf, shown } from '../../shown.js';
import { ask, startWorld, type World } from '../../world.js';
import { auditedWorld, confirm, type ChangeWorld } from '../change-world.js';

/** A pool that lists what was requested, and says beside it that it isn't in force. */

let house: World;
let front: Front;
let world: ChangeWorld;
let audit: string;
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
  ({ world, audit } = await auditedWorld(house));
});
afterAll(async () => {
  await house.close();
  await front.close();
});

const COLD = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const HOT = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';

const auditText = () => world.discord.messages(audit).map(shown).join('\n');

/** What reads of the list answer, from now on. */
function list(part: string, field: string, records: readonly object[]): void {
  const pagination = { page_number: 1, item_count: records.length, next_page_url: null };
  const body = JSON.stringify({ [field]: records, pagination });
  front.habits.instead = ({ method, url }) =>
    method === 'GET' && url?.includes(part) === true ? { status: 200, body } : null;
}

function listPayments(shares: readonly [number, number], record: object = {}, entry = {}): void {
  const [subaccount] = world.pool.workspaceOf(world.key).subaccounts;
  const addresses = [COLD, HOT].map((external_address, at) => ({
    address_id: at + 1,
    address_name: 'cold',
    external_address,
    revenue_allocation: shares[at],
    ...(at === 1 ? entry : {}),
  }));
  list('payment-settings/BTC', 'payment_settings', [
    {
      currency_type: 'BTC',
      status: 'ACTIVE',
      wallet_id: 900_001,
      addresses,
      subaccount: { id: String(subaccount?.id), name: subaccount?.name },
      payment_frequency: 'DAILY',
      day_of_week: 'UNSPECIFIED',
      ...record,
    },
  ]);
}

async function answered(card: LoopbackMessage): Promise<void> {
  await expect.poll(() => world.card(card)).toContain('Sent once; the pool answered');
}

async function seen(card: LoopbackMessage): Promise<string> {
  await expect.poll(() => world.card(card), { timeout: 30_000 }).toContain('👁️ Seen at the pool');
  return world.card(card);
}

test('payment settings', async () => {
  listPayments([60, 40]);
  const manager = world.as('manager');
  const { subaccount } = world.elsewhere();
  const present = await ask(manager, 'payment-settings change', { subaccount, currency: 'BTC' });
  const form = await manager.click(present, idOf(present, 'Fill in'));
  const asked = await manager.submit(form, {
    frequency: ['DAILY'],
    day: ['UNSPECIFIED'],
    addresses: `cold | ${COLD} | 50\ncold | ${HOT} | 50`,
  });
  const card = await asked.settled();
  await confirm(world, 'second', card);
  await answered(card);
  const beside = {
    in_force: false,
    effective_from: '2099-01-01',
    note: 'awaiting second approver',
  };
  listPayments([50, 50], beside, { state: 'REJECTED' });
  const text = await seen(card);
  expect(text).toContain('Listed by the pool as “ACTIVE”, with fields to check');
  expect(text).not.toContain('Done');
  for (const each of [text, await world.details(card)]) {
    expect(each).toContain('Also in the pool’s record when seen');
    expect(each).toContain('Check the fields that Pitboss doesn’t know');
    for (const value of ['in_force', '2099', 'awaiting second approver', 'REJECTED'])
      expect(each).toContain(value);
  }
  expect(world.now(card).embeds[0]?.color).not.toBe(PALETTE.good);
}, 60_000);

test('a move', async () => {
  const card = await world.askToMove();
  await confirm(world, 'manager', card);
  await answered(card);
  const workspace = world.pool.workspaceOf(world.key);
  const beside = { status: 'DELETED', move_state: 'REVERTED', disabled: true };
  const rows = workspace.subaccounts.map((each, at) => ({
    ...workspace.show(each),
    ...(at === 0 ? beside : {}),
  }));
  list('subaccounts', 'subaccounts', rows);
  const text = await seen(card);
  expect(text).toContain('Listed by the pool, with fields to check');
  await expect.poll(auditText).toMatch(/⚠️ Pitboss saw .* at the pool, which says more of it/);
  expect(auditText()).not.toContain('✅');
  for (const value of ['DELETED', 'REVERTED', 'disabled']) expect(text).toContain(value);
}, 60_000);

test('a move whose row names another site beside the one that was asked for', async () => {
  const card = await world.askToMove();
  const workspace = world.pool.workspaceOf(world.key);
  const before = workspace.subaccounts[0]?.siteId;
  await confirm(world, 'manager', card);
  await answered(card);
  const rows = workspace.subaccounts.map((each, at) => ({
    ...workspace.show(each),
    ...(at === 0 ? { site_id: before } : {}),
  }));
  list('subaccounts', 'subaccounts', rows);
  const text = await seen(card);
  expect(text).toContain('Listed by the pool, with fields to check');
  expect(text.replaceAll('\\', '')).toContain(`\`site_id\` ${before}`);
}, 60_000);
