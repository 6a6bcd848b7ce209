import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readGuildRow } from '../../src/guilds/transaction.js';
import type { GuildSettings } from '../../src/guilds/settings.js';
import { ADAM, NOW, openGuilds, refusal, SOFIA } from './support.js';

const DAY = 86_400_000;

let house: Awaited<ReturnType<typeof openGuilds>>;
beforeAll(async () => {
  house = await openGuilds();
});
afterAll(() => house.store.close());

let id = '1000';
beforeEach(async () => {
  id = String(Number(id) + 1);
  house.time.now = NOW;
  await store({ auditChannel: '301' });
});

/** Settings as if they had been made long ago; two people for payments, one for the rest. */
async function store(settings: Partial<GuildSettings>): Promise<void> {
  await house.store.inGuild(id, (tx) =>
    tx
      .updateTable('guild')
      .set({ settings: JSON.stringify(settings), loosening: null })
      .where('id', '=', id)
      .execute(),
  );
}

const set = (change: Partial<GuildSettings>, by = ADAM) =>
  house.guilds.configure(id, by, (settings) => ({ ...settings, ...change }));

const approve = (change: Partial<GuildSettings['approval']>, by = ADAM) =>
  house.guilds.configure(id, by, (settings) => ({
    ...settings,
    approval: { ...settings.approval, ...change },
  }));

const decide = (decision: 'confirm' | 'withdraw', by = ADAM, at = NOW) =>
  house.guilds.decideLoosening(id, by, { at, decision });

const row = () => readGuildRow(house.store.db, id, house.time.now);
const steps = async () => (await house.trail(id)).map((entry) => entry.split(' ')[1]);

async function rules(): Promise<string> {
  const { approval, auditChannel } = (await row()).settings;
  return `${approval.payments} ${approval.others} ${auditChannel}`;
}

test('where one person may change all, nothing waits', async () => {
  await store({ approval: { payments: 'self', others: 'self' }, auditChannel: '301' });
  expect((await set({ auditChannel: null })).loosening).toBeNull();
  expect(await rules()).toBe('self self null');
});

test('the admin who asked cannot confirm', async () => {
  await approve({ payments: 'self' });
  expect(await refusal(decide('confirm', ADAM))).toBe(
    'Second person needed: Another admin has to confirm this.',
  );
  expect(await rules()).toBe('second self 301');
});

test.each<[string, () => Promise<unknown>]>([
  ['two people again', () => approve({ payments: 'second' }, SOFIA)],
  ['the present audit channel', () => set({ auditChannel: '301' }, SOFIA)],
])('a stricter rule withdraws the weaker one that waits: %s', async (_, strengthen) => {
  await set({ approval: { payments: 'self', others: 'self' }, auditChannel: '302' });
  expect(await strengthen()).toMatchObject({ loosening: null, withdrawn: { by: ADAM.id } });
  house.time.now += 2 * DAY;
  expect(await rules()).toBe('second self 301');
  expect(await steps()).toEqual(['loosening', 'loosening-withdrawn']);
  expect(await house.posts(id)).toContain('301: 🔒 <@202> withdrew <@201>’s weaker rule');
});

test('an admin who sets something else leaves a weaker rule waiting', async () => {
  await approve({ payments: 'self' });
  await approve({ others: 'second' }, SOFIA);
  await set({ currency: 'ZEC' }, SOFIA);
  house.time.now += DAY;
  expect(await rules()).toBe('self second 301');
});

test('another audit channel takes the place of the one that waits, and waits a day itself', async () => {
  await set({ auditChannel: '302' });
  house.time.now += DAY - 1;
  await set({ auditChannel: '303' }, SOFIA);
  house.time.now += DAY - 1;
  expect(await rules()).toBe('second self 301');
  house.time.now += 1;
  expect(await rules()).toBe('second self 303');
  expect(await steps()).toEqual(['loosening', 'loosening-withdrawn', 'loosening']);
});

test('the button of a weaker rule decides no later one', async () => {
  await approve({ payments: 'self' });
  await decide('withdraw', ADAM);
  house.time.now += 1;
  await set({ auditChannel: null });
  const tooLate = 'Too late: This weaker rule no longer waits: see `/setup show`.';
  expect(await refusal(decide('confirm', SOFIA))).toBe(tooLate);
  expect(await refusal(decide('withdraw', SOFIA))).toBe(tooLate);
  expect((await row()).loosening?.weaker).toEqual({ auditChannel: null });
});

test('a weaker rule is in force after exactly a day, without anything running', async () => {
  await approve({ payments: 'self' });
  house.time.now = NOW + DAY - 1;
  expect(await rules()).toBe('second self 301');
  expect((await row()).loosening).not.toBeNull();
  house.time.now = NOW + DAY;
  expect(await rules()).toBe('self self 301');
  expect((await row()).loosening).toBeNull();
  expect(await refusal(decide('withdraw', SOFIA))).toContain('Too late');
});

test('a weaker rule in force is entered in the trail and told once', async () => {
  await set({ auditChannel: '302' });
  await house.guilds.settleLoosenings();
  house.time.now = NOW + DAY - 1;
  await house.guilds.settleLoosenings();
  expect(await steps()).toEqual(['loosening']);
  house.time.now = NOW + DAY;
  await house.guilds.settleLoosenings();
  await house.guilds.settleLoosenings();
  expect(await house.trail(id)).toEqual([
    expect.stringContaining('1 loosening 201'),
    '2 settings pitboss {"auditChannel":{"before":"301","after":"302"}}',
  ]);
  expect((await house.posts(id)).slice(1)).toEqual([
    '301: The audit channel is now <#302> (<@201>).',
    '302: 🔓 <@201>’s weaker rule is in force: the audit channel <#301> → **<#302>**',
  ]);
  expect((await house.guilds.find(id)).settings.auditChannel).toBe('302');
});

test('a weaker rule in force is entered before the next setting', async () => {
  await approve({ payments: 'self' });
  house.time.now = NOW + DAY;
  await set({ currency: 'ZEC' }, SOFIA);
  expect((await house.trail(id)).slice(1)).toEqual([
    '2 settings pitboss {"approval":{"before":{"payments":"second","others":"self"},"after":{"payments":"self","others":"self"}}}',
    '3 settings 202 {"currency":{"before":"BTC","after":"ZEC"}}',
  ]);
});

test('one admin alone never weakens the rules within a day', async () => {
  const approval = fc.constantFrom('self' as const, 'second' as const);
  const approvals = fc.record({ payments: approval, others: approval });
  const auditChannel = fc.constantFrom(null, '301', '302');
  const act = fc.oneof(
    { weight: 6, arbitrary: fc.record({ approval: approvals }) },
    { weight: 3, arbitrary: fc.record({ auditChannel }) },
    fc.constantFrom('confirm', 'withdraw', 'disconnect', 'settle'),
  );
  // Eight steps of less than three hours.
  const acts = fc.array(fc.tuple(act, fc.nat(3 * 3_600_000 - 1)), { minLength: 2, maxLength: 8 });
  const rank = { self: 0, second: 1 };

  async function perform(what: typeof act extends fc.Arbitrary<infer Act> ? Act : never) {
    const askedAt = (await row()).loosening?.at ?? 0;
    if (typeof what === 'object') return set(what);
    if (what === 'confirm' || what === 'withdraw') return decide(what, ADAM, askedAt);
    if (what === 'disconnect') return house.guilds.disconnect(id, ADAM);
    return house.guilds.settleLoosenings();
  }

  await fc.assert(
    fc.asyncProperty(approvals, acts, async (approval, acts) => {
      house.time.now = NOW;
      await store({ approval, auditChannel: '301' });
      for (const [what, pause] of acts) {
        // Refusals are part of it.
        await perform(what).catch(() => {});
        house.time.now += pause;
        const { settings } = await row();
        expect(rank[settings.approval.payments]).toBeGreaterThanOrEqual(rank[approval.payments]);
        expect(rank[settings.approval.others]).toBeGreaterThanOrEqual(rank[approval.others]);
        if (approval.payments === 'second' || approval.others === 'second')
          expect(settings.auditChannel).toBe('301');
      }
    }),
    { numRuns: 200, interruptAfterTimeLimit: 3_000 },
  );
});
