import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../../sandbox/discord/loopback-discord.js';
import { PALETTE } from '../../../../src/views/kit/palette.js';
import { parseCsv } from '../../../support/parse-csv.js';
import { startFront, type Front } from '../../../support/proxy.js';
import { idOf, shown } from '../../shown.js';
import { ask, startWorld, type World } from '../../world.js';
import { changeWorld, confirm, type ChangeWorld } from '../change-world.js';

/** A pool whose answer to a change describes something other than what was requested. */

let house: World;
let front: Front;
let world: ChangeWorld;
let auditId: string;

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
  [, auditId = ''] = [...world.guild.channels.keys()];
  await ask(world.as('admin'), 'setup defaults', { audit: auditId });
});
afterAll(async () => {
  await house.close();
  await front.close();
});

const REQUESTED = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const ANOTHER = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';

function answer(metadata: object, others: object = {}, status = 200): void {
  const action = { id: 'a-1', action_name: 'CHANGE', status: 'PENDING', metadata, ...others };
  const body = JSON.stringify(action);
  front.habits.instead = ({ method }) => (method === 'GET' ? null : { status, body });
}

async function pay(told = 'Sent once; the pool answered'): Promise<LoopbackMessage> {
  const manager = world.as('manager');
  const { subaccount } = world.elsewhere();
  const present = await ask(manager, 'payment-settings change', { subaccount, currency: 'BTC' });
  const form = await manager.click(present, idOf(present, 'Fill in'));
  const addresses = `cold | ${REQUESTED} | 100`;
  const asked = await manager.submit(form, { frequency: ['WEEKLY'], day: ['FRIDAY'], addresses });
  const card = await asked.settled();
  const typing = await confirm(world, 'second', card);
  await world.as('second').submit(typing, { first: REQUESTED.slice(-6) });
  await expect.poll(() => world.card(card)).toContain(told);
  return world.now(card);
}

const auditPosts = () => world.discord.messages(auditId);
const colourOf = ({ embeds }: LoopbackMessage) => embeds[0]?.color;

async function csvCells(): Promise<string[]> {
  const reply = await ask(world.as('admin'), 'changes export', { format: 'csv' });
  return parseCsv(reply.attachments[0]?.data ?? new Uint8Array()).at(-1) ?? [];
}

test('another payout address leads the card, in amber, the audit line and the CSV', async () => {
  const payment_addresses = [{ name: 'cold', address: ANOTHER, split: '100', action: 'ADD' }];
  answer({ payment_settings: { payment_addresses } });
  const card = await pay();
  const [, first] = shown(card).split('\n');
  expect(first).toBe(
    '⚠️ **The pool’s answer tells of another payout address than was requested: `1BvB MSEY stWe tqTF n5Au 4m4G Fg7x JaNV N2`, allocation “100”**',
  );
  expect(shown(card)).toContain('leaves out a payout address that was requested: `bc1q ar0s');
  expect(colourOf(card)).toBe(PALETTE.warning);
  await expect.poll(() => auditPosts().map(shown).join('\n')).toContain(ANOTHER);
  const told = auditPosts().find((post) => shown(post).includes(ANOTHER));
  expect(colourOf(told ?? card)).toBe(PALETTE.bad);
  expect((await csvCells()).at(-1)).toBe(
    `tells of another payout address than was requested: "${ANOTHER}", allocation "100"; leaves out a payout address that was requested: "${REQUESTED}"`,
  );
});

const FAILED = 'Sent once; the pool answered that it failed: no';
test.each([
  {
    how: 'says that it failed',
    others: { status: 'COMPLETED', success: false, message: 'no' },
    told: FAILED,
  },
  {
    how: 'has fields of another shape beside',
    others: { success: false, message: 'no', canceled_by: 'nobody', approved_by: 'nobody' },
    told: FAILED,
  },
  { how: 'comes with a 500', others: {}, status: 500, told: 'The pool failed on its side (500)' },
])('another payout address is told too where the answer $how', async ({ others, status, told }) => {
  const payment_addresses = [{ name: 'cold', address: ANOTHER, split: '100', action: 'ADD' }];
  answer({ payment_settings: { payment_addresses } }, others, status);
  const card = await pay(told);
  const [title, first] = shown(card).split('\n');
  expect(title).toContain('please check');
  expect(first).toContain('tells of another payout address than was requested: `1BvB MSEY stWe');
  expect(colourOf(card)).toBe(PALETTE.warning);
  const tells = () => auditPosts().find((post) => shown(post).includes(ANOTHER));
  await expect.poll(tells).toBeDefined();
  expect(shown(tells() ?? card)).toContain('the answer tells of another payout address');
  expect(colourOf(tells() ?? card)).toBe(PALETTE.bad);
  const list = shown(await ask(world.as('viewer'), 'changes list'));
  expect(list).toContain('The pool’s answer tells of something else than was requested');
  expect((await csvCells()).at(-1)).toContain(ANOTHER);
});

test('an action nobody knows, an entry without an address and no frequency are told', async () => {
  const payment_addresses = [
    { name: 'cold', address: REQUESTED, split: '100', action: 'ARCHIVED' },
    { name: 'more', address: '', split: '50', action: 'ADD' },
  ];
  answer({ payment_settings: { frequency: 'UNSPECIFIED', payment_addresses } });
  const card = shown(await pay());
  expect(card.split('\n').slice(1, 4)).toEqual([
    '⚠️ **The pool’s answer tells of one more payout address and doesn’t say which, allocation “50”**',
    '⚠️ **The pool’s answer tells of the action “ARCHIVED” for a payout address: `bc1q ar0s rrr7 xfkv y5l6 43ly dnw9 re59 gtzz wf5m dq`**',
    '⚠️ **The pool’s answer tells of another frequency than “WEEKLY”: “UNSPECIFIED”**',
  ]);
  expect((await csvCells()).at(-1)).toContain('tells of the action "ARCHIVED"');
});

test('another action in the metadata is told beside the change', async () => {
  const payment_addresses = [{ name: 'cold', address: ANOTHER, split: '100', action: 'ADD' }];
  const update_role = { old_memberships: [], new_memberships: [{ role: 'OWNER' }] };
  answer({ payment_settings: { payment_addresses }, update_role, new_role: '' });
  const message = await pay();
  const words = '`update_role`, which is no part of this change: ';
  expect(shown(message)).toContain(`answer also tells of ${words}`);
  expect(colourOf(message)).toBe(PALETTE.warning);
  expect((await csvCells()).at(-1)).toContain(
    'also tells of update_role, which is no part of this change: "new_memberships.0.role: OWNER"',
  );
  answer({ update_role });
  await pay();
  await expect.poll(() => auditPosts().map(shown).join('\n')).toContain(`also tells of ${words}`);
});

const INVISIBLE = '\u200b';

test.each([
  ['40 invisible characters', INVISIBLE.repeat(40) + ANOTHER],
  ['30 emoji', '\u{1F642}'.repeat(30)],
  ['30 NULs', '\u0000'.repeat(30) + ANOTHER],
  ['2,000 backticks and line ends', '`\n# x'.repeat(400)],
])('no address that the pool tells of empties its own audit line: %s', async (_, address) => {
  answer({ payment_settings: { payment_addresses: [{ address, split: '100' }] } });
  await pay();
  await expect.poll(() => auditPosts().map(shown).join('\n')).toContain('the answer tells of');
  const told = auditPosts().map(shown).join('\n');
  expect(told).toContain('got the pool’s answer to #1 **Change payment settings: BTC of ');
  expect(told).toContain('PENDING · ⚠️ **the answer tells of another payout address');
  const ids = (await world.trail()).flatMap((each) =>
    each.step === 'reported' ? [each.change] : [],
  );
  expect(ids).toHaveLength(1);
  expect(told.split('the answer tells of')[1]).toContain(`\`${ids[0]}\``);
});

test('an answer that tells of what was requested is drawn as ever', async () => {
  const card = await pay();
  expect(shown(card)).not.toMatch(/answer (?:tells|leaves)/);
  expect((await csvCells()).at(-1)).toBe('');
});

test('another site leads the card of a move, and stays on it once the move is seen', async () => {
  const asked = await world.askToMove();
  const { subaccounts } = world.pool.workspaceOf(world.key);
  const name = world.elsewhere().subaccount;
  const id = world.elsewhere().site;
  answer({ new_entity: { id: 'site-x', name: 'Mars' } });
  await (await confirm(world, 'manager', asked)).settled();
  expect(world.card(asked)).toContain('⚠️ **The pool’s answer tells of another site than “');
  expect(world.card(asked)).toContain('”: “Mars \\(site\\-x\\)”**');
  const moved = subaccounts.find((each) => each.name === name);
  if (moved !== undefined) moved.siteId = id;
  await expect.poll(() => world.card(asked), { timeout: 30_000 }).toContain('Seen at the pool');
  expect(world.card(asked)).toContain('tells of another site');
  expect(colourOf(world.now(asked))).toBe(PALETTE.warning);
}, 60_000);

test('a created subaccount with the id of one that was there before is told as that', async () => {
  const { site } = world.elsewhere();
  const [before] = world.pool.workspaceOf(world.key).subaccounts;
  const card = await ask(world.as('manager'), 'subaccount create', { name: 'hall-3', site });
  const body = JSON.stringify({ id: before?.id, name: 'hall-3' });
  front.habits.instead = ({ method }) => (method === 'GET' ? null : { status: 200, body });
  await confirm(world, 'manager', card);
  await expect.poll(() => world.card(card)).toContain('Sent once; the pool answered');
  expect(world.card(card)).toContain(
    `⚠️ **The pool’s answer has the id of a subaccount that was there before: “${before?.id}”**`,
  );
});

test('an action that tells of something else than a new subaccount leads its card', async () => {
  const { site } = world.elsewhere();
  const card = await ask(world.as('manager'), 'subaccount create', { name: 'hall-3', site });
  const payment_addresses = [{ name: 'cold', address: ANOTHER, split: '100', action: 'ADD' }];
  answer(
    { subaccount: { account_name: 'evil' }, payment_settings: { payment_addresses } },
    { action_name: 'DELETE_SUBACCOUNT' },
  );
  await confirm(world, 'manager', card);
  await expect.poll(() => world.card(card)).toContain('Sent once; the pool answered');
  const lines = world.card(card).split('\n').slice(1, 4);
  expect(lines).toEqual([
    '⚠️ **The pool’s answer tells of another payout address than was requested: `1BvB MSEY stWe tqTF n5Au 4m4G Fg7x JaNV N2`, allocation “100”**',
    '⚠️ **The pool’s answer tells of another subaccount than “hall\\-3”: “evil”**',
    '⚠️ **The pool’s answer tells of another action than was requested: “DELETE\\_SUBACCOUNT”**',
  ]);
  expect(colourOf(world.now(card))).toBe(PALETTE.warning);
  // The action's id isn't that of the new subaccount.
  expect(world.card(card)).toContain('no id of it can be relied on');
});

describe('payment settings as the pool lists them, which come as the answer', () => {
  const entry = { address_id: 9, address_name: 'cold', revenue_allocation: '100.0' };

  function answerWith(more: object): void {
    const record = {
      currency_type: 'BTC',
      subaccount: { name: world.elsewhere().subaccount },
      payment_frequency: 'WEEKLY',
      day_of_week: 'FRIDAY',
      addresses: [{ ...entry, external_address: REQUESTED }],
    };
    const body = JSON.stringify({ ...record, ...more });
    front.habits.instead = ({ method }) => (method === 'GET' ? null : { status: 200, body });
  }

  test.each([
    ['whole', { status: 'ACTIVE' }, 'Sent once; the pool answered'],
    ['without what an action has, too', {}, 'something that could not be read (200)'],
  ])('are compared: %s', async (_, more, told) => {
    const addresses = [{ ...entry, external_address: ANOTHER }];
    answerWith({ ...more, day_of_week: 'MONDAY', addresses });
    const card = await pay(told);
    expect(shown(card).split('\n').slice(1, 4)).toEqual([
      '⚠️ **The pool’s answer tells of another payout address than was requested: `1BvB MSEY stWe tqTF n5Au 4m4G Fg7x JaNV N2`, allocation “100\\.0”**',
      expect.stringContaining('leaves out a payout address that was requested: `bc1q ar0s'),
      '⚠️ **The pool’s answer tells of another day than “FRIDAY”: “MONDAY”**',
    ]);
    expect(colourOf(card)).toBe(PALETTE.warning);
    await expect.poll(() => auditPosts().map(shown).join('\n')).toContain(ANOTHER);
  });

  test('are drawn as ever where they are those requested', async () => {
    answerWith({ status: 'ACTIVE' });
    expect(shown(await pay())).not.toMatch(/answer (?:tells|leaves|also)/);
  });
});
