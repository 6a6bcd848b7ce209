import { beforeEach, describe, expect, test } from 'vitest';
import { parseEntry } from '../../../src/domain/changes/entry.js';
import { createExpiry } from '../../../src/domain/changes/expiry.js';
import { whyNotConfirm } from '../../../src/domain/changes/change-permissions.js';
import { createTrail } from '../../../src/changes/trail/trail.js';
import type { PaymentInput } from '../../../src/changes/kinds/payment-settings/payment-input.js';
import {
  createChangesHarness,
  GUILD,
  PEOPLE,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';

/**
 * If the pool's record holds the server's API key, it is read with `[key]` in its place. A request
 * containing that would name something the pool never listed, or rename what it lists.
 */

const COLD = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const SITE = { id: 'site-b', name: 'Site B' };
const { manager: member } = PEOPLE;

let world: ChangesHarness;
beforeEach(() => {
  world = createChangesHarness();
  world.workspace.siteOf.set('[key]x', 'site-a');
  world.workspace.payments.set('BTC main', {
    payment_frequency: 'DAILY',
    day_of_week: 'UNSPECIFIED',
    status: 'ACTIVE',
    balance: 0,
    addresses: [
      {
        address_id: 1,
        address_name: 'treasury [key]',
        external_address: COLD,
        revenue_allocation: 100,
      },
    ],
  });
});

const move = (name: string) =>
  world.ask(world.changes, { kind: 'subaccount-move', input: { name, site: SITE }, member });

function create(name: string, site = SITE) {
  return world.ask(world.changes, { kind: 'subaccount-create', input: { name, site }, member });
}

function pay(address_name: string, subaccount = 'main') {
  const addresses = [{ address_name, external_address: COLD, revenue_allocation: 100 }];
  const settings = { payment_frequency: 'WEEKLY', day_of_week: 'MONDAY', addresses } as const;
  const input: PaymentInput = { currency: 'BTC', subaccount, settings };
  return world.ask(world.changes, { kind: 'payment-settings', input, member });
}

async function entries() {
  const found = [];
  for await (const line of world.changes.exportTrail(GUILD)) found.push(parseEntry(line));
  return found;
}

describe('what was struck out is not sent back', () => {
  test.each([
    ['a subaccount that would be moved', () => move('[key]x'), 'Move a subaccount'],
    ['a subaccount that would be created', () => create('[key]y'), 'Create a subaccount'],
    ['the id of a site', () => create('new', { id: '[key]', name: 'A' }), 'Create a subaccount'],
    ['an address that would be kept', () => pay('treasury [key]'), 'Change payment settings'],
    ['the subaccount that is paid for', () => pay('cold', '[key]x'), 'Change payment settings'],
  ])('as %s: it is refused in words, and entered', async (_, ask, title) => {
    await expect(ask()).rejects.toThrow(/shows `\[key\]`.*Nothing was requested or sent/);
    expect(await entries()).toMatchObject([
      {
        step: 'refused',
        actor: { id: member.userId },
        details: { why: 'struck-out', attempt: expect.stringMatching(`^ask: ${title}, .*[^ ]$`) },
      },
    ]);
    expect(world.workspace.sent).toEqual([]);
  });

  test('nor what an earlier version asked for, when it is confirmed', async () => {
    const { store, clock } = world;
    const asked = await move('main');
    const request = { ...asked.request, path: '/api/v2/pool/subaccounts/%5Bkey%5Dx' };
    const now = await createTrail({ store, clock, onEntry: () => undefined }).state(GUILD);
    const facts = {
      member: PEOPLE.second,
      changeId: asked.id,
      settings: await world.guilds.settings(GUILD),
      expiry: createExpiry({ clock, uptime: () => 0 }),
    };
    const earlier = new Map([[asked.id, { ...asked, request }]]);
    expect(whyNotConfirm(now, facts)).toBeNull();
    expect(whyNotConfirm({ ...now, changes: earlier }, facts)).toEqual({ why: 'struck-out' });
  });
});

test.each([
  ['a move', () => move('main'), 'updateSubaccount'],
  ['a creation', () => create('new'), 'createSubaccount'],
  ['brackets, and the word', () => create('key [x] %5Bkey%5D'), 'createSubaccount'],
])('%s without it is sent', async (_, ask, operation) => {
  const change = await ask();
  await pressOn(world.changes).confirm(world.click(change, PEOPLE.second), '');
  expect(world.workspace.sent).toMatchObject([{ operation }]);
});

test('the address is kept under a name of its own', async () => {
  const change = await pay('treasury');
  await pressOn(world.changes).confirm(world.click(change, PEOPLE.second), '');
  expect(world.workspace.sent).toMatchObject([{ operation: 'createPaymentSettings' }]);
});
