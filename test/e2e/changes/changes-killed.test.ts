import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashOf } from '../../../src/domain/json/canonical-json.js';
import { createTrail } from '../../../src/changes/trail/trail.js';
import type { Draft } from '../../../src/domain/changes/entry.js';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { endAll, runBot } from '../bare-bot.js';
import { changeWorld, confirm, openStoreOf, told, type ChangeWorld } from './change-world.js';
import { idOf, shown } from '../shown.js';
import { onEachStore, type TestStore } from '../stores.js';
import { settledOf, startWorld, type World } from '../world.js';

/**
 * kill -9 of the real process around one confirmation: at most one request reaches the pool, and
 * the card tells the truth after the restart. What cannot be timed from outside is written into
 * the store as a killed process would have left it; `test/changes/crash.test.ts` kills at every
 * single call.
 */

let house: World;
let world: ChangeWorld;
let card: LoopbackMessage;

async function killAndRestart(): Promise<void> {
  house.bot.kill();
  await expect.poll(() => house.bot.state).toBe('dead');
  world.pool.faults.only = null;
  world.pool.faults.next = [];
  world.discord.faults.nextRequests = [];
  world.discord.faults.nextCallbacks = [];
  await house.start();
}

/** Longer than the process that was killed could have taken for its write (1 s + 5 s). */
const LEFT_BEHIND = { timeout: 15_000 };
const isWrite = ({ method }: { method: string }) => method !== 'GET';
const isRead = ({ method }: { method: string }) => method === 'GET';
const steps = async () => (await world.trail()).map(({ step }) => step);

/** As a process leaves the trail that was killed right after writing these. */
async function leftBehind(write: (change: string) => Draft[]): Promise<void> {
  const change = idOf(card, 'Confirm').split(':')[1] ?? '';
  house.bot.kill();
  await expect.poll(() => house.bot.state).toBe('dead');
  const store = await openStoreOf(world);
  const trail = createTrail({ store, clock: { now: Date.now }, onEntry: () => undefined });
  for (const draft of write(change)) await trail.record(world.guild.id, () => draft);
  await store.close();
  await house.start();
}

const byMarek = () => ({ id: world.people.manager.id, name: 'Marek' });

onEachStore((startStore) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await startStore();
    house = await startWorld({ env: store.env });
    await house.start();
  });
  beforeEach(async () => {
    // A test that failed while the bot was down takes no other with it.
    if (house.bot.state !== 'running') await house.start();
    world = await changeWorld(house);
    card = await world.askToMove();
  });
  afterEach(() => {
    world.pool.faults.only = null;
    world.pool.faults.next = [];
    world.pool.faults.latencyMs = 0;
    world.discord.faults.nextRequests = [];
    world.discord.faults.nextCallbacks = [];
    world.discord.faults.deliveries = 1;
  });
  afterAll(async () => {
    await endAll();
    await house.close();
    await store.stop();
  });

  describe('killed', () => {
    test('before the claim, while the present is read again: it still waits, and works', async () => {
      world.pool.faults.only = isRead;
      world.pool.faults.next = ['hang'];
      const reads = world.pool.requests.length;
      void confirm(world, 'manager', card).catch(() => undefined);
      await expect.poll(() => world.pool.requests.length).toBeGreaterThan(reads);
      await killAndRestart();
      expect(await steps()).toEqual(['asked']);
      expect(world.card(card)).toContain('[Confirm]');
      expect(world.writes()).toEqual([]);
      await confirm(world, 'manager', card);
      await expect.poll(() => world.card(card)).toContain('Sent once; the pool answered');
      expect(world.writes()).toHaveLength(1);
    });

    test.each(['hang', 'reset-after-effect'] as const)(
      'after the pool received it and before it answered (%s): unknown',
      async (fault) => {
        world.pool.faults.only = isWrite;
        world.pool.faults.next = [fault];
        world.discord.faults.nextRequests = Array.from({ length: 4 }, () => 'hang' as const);
        void confirm(world, 'manager', card).catch(() => undefined);
        await expect.poll(() => world.writes().length, { timeout: 5_000 }).toBe(1);
        await killAndRestart();
        await expect.poll(() => world.card(card), LEFT_BEHIND).toContain('Outcome unknown');
        expect(world.card(card)).toContain('[Mark as looked into…]');
        expect(world.writes()).toHaveLength(1);
      },
    );

    test('after the answer and before the card: the card catches up', async () => {
      world.discord.faults.nextRequests = Array.from({ length: 20 }, () => 'hang' as const);
      void confirm(world, 'manager', card).catch(() => undefined);
      await expect.poll(steps, { timeout: 10_000 }).toContain('reported');
      expect(world.card(card)).toContain('[Confirm]');
      await killAndRestart();
      await expect.poll(() => world.card(card)).toContain('Sent once; the pool answered');
      expect(world.card(card)).not.toContain('[Confirm]');
      expect(world.writes()).toHaveLength(1);
    });

    test('anywhere, while eight people’s confirmations are under way', async () => {
      const cards = [card];
      for (let index = 1; index < 8; index++) cards.push(await world.askToMove('manager', index));
      world.pool.faults.latencyMs = 30;
      for (const each of cards) {
        void confirm(world, 'second', each).catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await killAndRestart();
      world.pool.faults.latencyMs = 0;
      const paths = world.writes().map(({ path }) => path);
      expect(new Set(paths).size).toBe(paths.length);
      for (const [index, each] of cards.entries()) {
        const { subaccount } = world.elsewhere(index);
        const wasSent = paths.some((path) => path.endsWith(`/${subaccount}`));
        const truth = wasSent
          ? /Sent once; the pool answered|Outcome unknown/
          : /Waiting for confirmation|Nothing was sent|Outcome unknown/;
        await expect.poll(() => world.card(each), LEFT_BEHIND).toMatch(truth);
      }
      expect(world.writes()).toHaveLength(paths.length);
    }, 60_000);
  });

  describe('killed between two steps', () => {
    test('after `confirmed`: nothing is sent, and the card says so', async () => {
      await leftBehind((change) => [{ step: 'confirmed', change, actor: byMarek(), details: {} }]);
      await expect.poll(() => world.card(card), LEFT_BEHIND).toContain('**Nothing was sent.**');
      expect(world.card(card)).toContain('Move a subaccount · Failed');
      expect(world.writes()).toEqual([]);
    });

    test('after `sent`, before the request left: nobody sends it, and the card claims nothing', async () => {
      const { subaccount, site } = world.elsewhere();
      const request = {
        method: 'PATCH' as const,
        path: `/api/v2/pool/subaccounts/${subaccount}`,
        body: { site_id: site },
      };
      const details = { request, requestHash: hashOf(request) };
      await leftBehind((change) => [
        { step: 'confirmed', change, actor: byMarek(), details: {} },
        { step: 'sent', change, actor: byMarek(), details },
      ]);
      await expect.poll(() => world.card(card), LEFT_BEHIND).toContain('Outcome unknown');
      expect(world.card(card)).toContain('Whether the pool did it is not known');
      expect(world.writes()).toEqual([]);
    });
  });

  describe('a restart in each state', () => {
    /** What the card shows then, and a click on what was its Confirm button. */
    async function afterRestart(words: string, refused: string): Promise<void> {
      const confirmId = idOf(card, 'Confirm');
      await expect.poll(() => world.card(card), LEFT_BEHIND).toContain(words);
      const before = [world.card(card), world.writes().length];
      await killAndRestart();
      const outcome = await world.as('second').forge(card, confirmId);
      await expect.poll(() => told(outcome)).toContain(refused);
      expect([world.card(card), world.writes().length]).toEqual(before);
    }

    test('reported', async () => {
      await confirm(world, 'manager', card);
      // Its effect would be seen during the restart otherwise, which changes the card.
      await afterRestart('👁️ Observed', 'already confirmed');
      expect(world.writes()).toHaveLength(1);
    });

    test('failed', async () => {
      world.pool.faults.only = isWrite;
      world.pool.faults.next = [400];
      await confirm(world, 'manager', card);
      await afterRestart('The pool did not do it (400)', 'already confirmed');
      expect(world.writes()).toHaveLength(1);
    });

    test('unknown', async () => {
      world.pool.faults.only = isWrite;
      world.pool.faults.next = ['half-json'];
      await confirm(world, 'manager', card);
      await expect.poll(() => world.card(card)).toContain('Outcome unknown');
      // It was done, which is seen during the restart otherwise and changes the card.
      await afterRestart('👁️ Observed', 'already confirmed');
      expect(world.card(card)).toContain('Outcome unknown');
      expect(world.writes()).toHaveLength(1);
    });

    test('cancelled', async () => {
      const cancelled = idOf(card, 'Cancel');
      const confirmId = idOf(card, 'Confirm');
      await world.as('manager').click(card, cancelled);
      await expect.poll(() => world.card(card)).toContain('· Cancelled');
      await killAndRestart();
      const outcome = await world.as('second').forge(card, confirmId);
      await expect.poll(() => told(outcome)).toContain('was cancelled');
      expect(world.writes()).toEqual([]);
    });

    test('expired while the bot was down, its card posted by a process that could not note where', async () => {
      const [entry] = await world.trail();
      if (entry?.step !== 'asked') throw new Error('nothing was asked');
      const id = 'BBBBBBBBBBBBBBBBBBBBBB';
      const long = 20 * 60_000;
      const { proposal } = entry.details;
      const { askedAt, expiresAt } = proposal;
      const older = {
        ...proposal,
        id,
        touches: 'subaccount of long ago',
        askedAt: askedAt - long,
        expiresAt: expiresAt - long,
      };
      const posted = await fetch(
        `${world.discord.apiUrl}/v10/channels/${world.channelId}/messages`,
        {
          method: 'POST',
          headers: {
            authorization: `Bot ${world.discord.token}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify({
            embeds: card.embeds,
            components: JSON.parse(JSON.stringify(card.components).replaceAll(proposal.id, id)),
          }),
        },
      );
      expect(posted.status).toBe(200);
      const old = world.discord.messages(world.channelId).findLast((each) => each.id !== card.id);
      if (old === undefined) throw new Error('not posted');
      await leftBehind(() => [
        { step: 'asked', change: id, actor: byMarek(), details: { proposal: older } },
      ]);
      await expect.poll(() => world.card(old), LEFT_BEHIND).toContain('Expired');
      const outcome = await world.as('second').forge(old, `change-confirm:${id}`);
      await expect.poll(() => told(outcome)).toContain('This change expired');
      expect(world.writes()).toEqual([]);
      expect(await steps()).toEqual(['asked', 'asked', 'expired', 'refused']);
    });

    test('drifted: the old card stays closed, the new one works', async () => {
      const { subaccount, site } = world.elsewhere();
      const third = world.pool
        .workspaceOf(world.key)
        .sites.find(
          ({ id }) =>
            id !== site && id !== world.pool.workspaceOf(world.key).subaccount(subaccount)?.siteId,
        );
      world.pool.workspaceOf(world.key).setSite(subaccount, third?.id ?? '');
      await settledOf(confirm(world, 'manager', card));
      await afterRestart('Not sent: the present state changed', 'the present state had changed');
      expect(world.writes()).toEqual([]);
      const next = world.discord
        .messages(world.channelId)
        .findLast((each) => each.id !== card.id && each.ephemeralFor === null);
      if (next === undefined) throw new Error('no new card');
      expect(shown(next)).toContain(`${third?.name}`);
      await confirm(world, 'manager', next);
      await expect.poll(() => world.card(next)).toContain('Sent once; the pool answered');
      expect(world.writes()).toMatchObject([{ body: { site_id: site } }]);
    });
  });

  describe('at the same moment', () => {
    test.each([
      ['one person twice', ['second', 'second']],
      ['two people', ['manager', 'second']],
    ] as const)('%s, each delivered twice: one request', async (_, people) => {
      world.discord.faults.deliveries = 2;
      await Promise.all(people.map((who) => confirm(world, who, card)));
      await expect.poll(() => world.card(card)).toContain('Sent once; the pool answered');
      await expect.poll(() => world.refusals()).toHaveLength(1);
      expect(world.writes()).toHaveLength(1);
    });

    test('two processes on one store, both told of each click: one request each time', async () => {
      const second = runBot(house.dataDir, house.env);
      await expect
        .poll(() => second.out.join('\n'), { timeout: 15_000 })
        .toContain('"msg":"ready"');
      for (let index = 0; index < 8; index++) {
        const each = index === 0 ? card : await world.askToMove('manager', index);
        await Promise.all([
          confirm(world, 'manager', each),
          confirm(world, 'second', each),
          confirm(world, 'admin', each),
        ]);
        await expect.poll(() => world.card(each)).toContain('Sent once; the pool answered');
        expect(world.writes()).toHaveLength(index + 1);
      }
      second.signal('SIGTERM');
      expect(await second.ended).toBe(0);
    });
  });
});
