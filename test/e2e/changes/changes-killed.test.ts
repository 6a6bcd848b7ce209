import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hashOf } from '../../../src/domain/json/canonical-json.js';
import { createTrail } from '../../../src/changes/trail/trail.js';
import type { EntryDraft } from '../../../src/domain/changes/entry.js';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { bareBots } from '../bare-bot.js';
import { changeWorld, confirm, openStoreOf, told, type ChangeWorld } from './change-world.js';
import { eventually } from '../eventually.js';
import { idOf, shown } from '../shown.js';
import { onEachStore, type TestStore } from '../stores.js';
import { settledOf, startWorld, type World } from '../world.js';

/**
 * kill -9 of the real process around confirmations: at most one request reaches the pool, and the
 * card tells the truth after the restart. What can't be timed from outside is written into the
 * store as a killed process would have left it. Most scenarios, each in its own guild, share one
 * kill: what was left behind is closed six seconds later, for all of them at once.
 */

/** Longer than the killed process could have taken for its write (1 s + 5 s). */
const LEFT_BEHIND = { timeout: 15_000 };
const isWrite = ({ method }: { method: string }) => method !== 'GET';
const isRead = ({ method }: { method: string }) => method === 'GET';
const hangs = (length: number) => Array.from({ length }, () => 'hang' as const);
const stepsOf = async (there: ChangeWorld) => (await there.trail()).map(({ step }) => step);

/** A guild with a waiting card. */
interface Scenario {
  readonly world: ChangeWorld;
  readonly card: LoopbackMessage;
  readonly confirmId: string;
}

/** Leaves the trail like a process killed right after writing these. */
async function leaveBehind(there: ChangeWorld, drafts: readonly EntryDraft[]): Promise<void> {
  const store = await openStoreOf(there);
  const trail = createTrail({ store, clock: { now: Date.now }, onEntry: () => undefined });
  for (const draft of drafts) await trail.record(there.guild.id, () => draft);
  await store.close();
}

const marekOf = ({ people }: ChangeWorld) => ({ id: people.manager.id, name: 'Marek' });

function confirmedBy({ world: there, confirmId }: Scenario): EntryDraft {
  const change = confirmId.split(':')[1] ?? '';
  return { step: 'confirmed', change, actor: marekOf(there), details: {} };
}

function sentBy({ world: there, confirmId }: Scenario): EntryDraft {
  const { subaccount, site } = there.elsewhere();
  const request = {
    method: 'PATCH' as const,
    path: `/api/v2/pool/subaccounts/${subaccount}`,
    body: { site_id: site },
  };
  const details = { request, requestHash: hashOf(request) };
  const change = confirmId.split(':')[1] ?? '';
  return { step: 'sent', change, actor: marekOf(there), details };
}

const OLD_ID = 'BBBBBBBBBBBBBBBBBBBBBB';

/** A change that expired long ago; the process that posted its card could not record where. */
async function postOldCard({ world: there, card: like }: Scenario) {
  const [entry] = await there.trail();
  if (entry?.step !== 'asked') throw new Error('nothing was asked');
  const long = 20 * 60_000;
  const { proposal } = entry.details;
  const older = {
    ...proposal,
    id: OLD_ID,
    touches: 'subaccount of long ago',
    askedAt: proposal.askedAt - long,
    expiresAt: proposal.expiresAt - long,
  };
  const posted = await fetch(`${there.discord.apiUrl}/v10/channels/${there.channelId}/messages`, {
    method: 'POST',
    headers: {
      authorization: `Bot ${there.discord.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      embeds: like.embeds,
      components: JSON.parse(JSON.stringify(like.components).replaceAll(proposal.id, OLD_ID)),
    }),
  });
  expect(posted.status).toBe(200);
  const old = there.discord.messages(there.channelId).findLast((each) => each.id !== like.id);
  if (old === undefined) throw new Error('not posted');
  const actor = marekOf(there);
  const asked: EntryDraft = { step: 'asked', change: OLD_ID, actor, details: { proposal: older } };
  return { old, asked };
}

onEachStore((startStore) => {
  const { runBot, endAll } = bareBots();
  let house: World;
  let world: ChangeWorld;
  let card: LoopbackMessage;

  /** Kills the process, and restarts it after `whileDead`. */
  async function killAndRestart(whileDead?: () => Promise<void>): Promise<void> {
    house.bot.kill();
    await eventually(() => expect(house.bot.state).toBe('dead'));
    resetFaults();
    await whileDead?.();
    await house.start();
  }

  function resetFaults(): void {
    const { pool, discord } = house;
    Object.assign(pool.faults, { only: null, next: [], latencyMs: 0 });
    Object.assign(discord.faults, { nextRequests: [], nextCallbacks: [], deliveries: 1 });
  }

  async function scenario(): Promise<Scenario> {
    const there = await changeWorld(house);
    const asked = await there.askToMove();
    return { world: there, card: asked, confirmId: idOf(asked, 'Confirm') };
  }

  let store: TestStore;
  beforeAll(async () => {
    store = await startStore();
    house = await startWorld({ env: store.env });
    await house.start();
  });
  afterEach(resetFaults);
  afterAll(async () => {
    await endAll();
    await house.close();
    await store.stop();
  });

  describe.sequential('killed at one moment of two', () => {
    let reading: Scenario;
    let answered: Scenario;
    beforeAll(async () => {
      [reading, answered] = [await scenario(), await scenario()];
      const confirms = ({ world: there, card: each }: Scenario) =>
        void confirm(there, 'manager', each).catch(() => undefined);
      house.discord.faults.nextRequests = hangs(20);
      confirms(answered);
      await vi.waitFor(async () => expect(await stepsOf(answered.world)).toContain('reported'), {
        timeout: 10_000,
      });
      expect(answered.world.card(answered.card)).toContain('[Confirm]');

      house.pool.faults.only = isRead;
      house.pool.faults.next = ['hang'];
      const reads = house.pool.requests.length;
      confirms(reading);
      await eventually(() => expect(house.pool.requests.length).toBeGreaterThan(reads));
      await killAndRestart();
    }, 60_000);

    test('before the claim, while the present is read again: it still waits, and works', async () => {
      const there = reading.world;
      expect(await stepsOf(there)).toEqual(['asked']);
      expect(there.card(reading.card)).toContain('[Confirm]');
      expect(there.writes()).toEqual([]);
      await confirm(there, 'manager', reading.card);
      await eventually(() =>
        expect(there.card(reading.card)).toContain('Sent once; the pool answered'),
      );
      expect(there.writes()).toHaveLength(1);
    });

    test('after the answer and before the card: the card catches up', async () => {
      const shownNow = () => answered.world.card(answered.card);
      await eventually(() => expect(shownNow()).toContain('Sent once; the pool answered'));
      expect(shownNow()).not.toContain('[Confirm]');
      expect(answered.world.writes()).toHaveLength(1);
    });
  });

  describe.sequential('one kill, after which', () => {
    const MOMENTS = ['hang', 'reset-after-effect'] as const;
    const received = new Map<string, Scenario>();
    const ended = new Map<string, Scenario & { readonly shown: string; readonly writes: number }>();
    let confirmed: Scenario;
    let sent: Scenario;
    let expired: Scenario & { readonly old: LoopbackMessage };
    /** What the drifted change wanted, and what was found instead of the state it showed. */
    let moved: { readonly to: string; readonly from: string };
    let eight: { readonly world: ChangeWorld; readonly cards: readonly LoopbackMessage[] };
    /** Which of the eight had been sent when the process was killed. */
    let paths: readonly string[];

    /** Brings changes to their end, and notes what their cards show. */
    async function endSome(): Promise<void> {
      const confirmIn = async (faults: (400 | 'half-json')[]) => {
        const each = await scenario();
        house.pool.faults.only = isWrite;
        house.pool.faults.next = faults;
        await settledOf(confirm(each.world, 'manager', each.card));
        house.pool.faults.only = null;
        return each;
      };
      const reported = await confirmIn([]);
      const failed = await confirmIn([400]);
      const unknown = await confirmIn(['half-json']);
      const cancelled = await scenario();
      const cancelId = idOf(cancelled.card, 'Cancel');
      await cancelled.world.as('manager').click(cancelled.card, cancelId);
      const drifted = await scenario();
      const { subaccount, site } = drifted.world.elsewhere();
      const workspace = drifted.world.pool.workspaceOf(drifted.world.key);
      const before = workspace.subaccount(subaccount)?.siteId;
      const third = workspace.sites.find(({ id }) => id !== site && id !== before);
      workspace.setSite(subaccount, third?.id ?? '');
      moved = { to: site, from: third?.name ?? '' };
      await settledOf(confirm(drifted.world, 'manager', drifted.card));
      const all = { reported, failed, unknown, cancelled, drifted };
      // An effect seen during the restart would change the card.
      const words = {
        reported: '👁️ Seen at the pool',
        failed: 'The pool declined it (400)',
        unknown: '👁️ Seen at the pool',
        cancelled: '· Cancelled',
        drifted: 'Not sent: the pool’s values had changed',
      } as const;
      for (const name of ['failed', 'cancelled', 'drifted', 'reported', 'unknown'] as const) {
        const each = all[name];
        await eventually(() => expect(each.world.card(each.card)).toContain(words[name]));
        const shownNow = each.world.card(each.card);
        ended.set(name, { ...each, shown: shownNow, writes: each.world.writes().length });
      }
    }

    beforeAll(async () => {
      if (house.bot.state !== 'running') await house.start();
      [confirmed, sent] = [await scenario(), await scenario()];
      const old = await scenario();
      const oldCard = await postOldCard(old);
      expired = { ...old, old: oldCard.old };
      for (const moment of MOMENTS) received.set(moment, await scenario());
      const crowd = await scenario();
      const cards = [crowd.card];
      for (let at = 1; at < 8; at++) cards.push(await crowd.world.askToMove('manager', at));
      eight = { world: crowd.world, cards };
      await endSome();

      // The pool received both and answered neither.
      house.pool.faults.only = isWrite;
      house.pool.faults.next = [...MOMENTS];
      house.discord.faults.nextRequests = hangs(8);
      for (const each of received.values())
        void confirm(each.world, 'manager', each.card).catch(() => undefined);
      const writes = () => [...received.values()].flatMap((each) => each.world.writes());
      await eventually(() => expect(writes()).toHaveLength(2));
      house.pool.faults.latencyMs = 30;
      house.discord.faults.nextRequests = [];
      for (const each of cards) {
        void confirm(eight.world, 'second', each).catch(() => undefined);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      await killAndRestart(async () => {
        await leaveBehind(confirmed.world, [confirmedBy(confirmed)]);
        await leaveBehind(sent.world, [confirmedBy(sent), sentBy(sent)]);
        await leaveBehind(expired.world, [oldCard.asked]);
        paths = eight.world.writes().map(({ path }) => path);
      });
    });

    test.each(MOMENTS)('what the pool received and did not answer (%s) is unknown', (moment) =>
      leavesUnknown(received.get(moment)),
    );

    async function leavesUnknown(each: Scenario | undefined): Promise<void> {
      if (each === undefined) throw new Error('no such scenario');
      const there = each.world;
      await eventually(
        () => expect(there.card(each.card)).toContain('Outcome unknown'),
        LEFT_BEHIND,
      );
      expect(there.card(each.card)).toContain('[Mark as checked…]');
      expect(there.writes()).toHaveLength(1);
    }

    test('each of eight confirmations that were under way tells the truth', async () => {
      expect(new Set(paths).size).toBe(paths.length);
      for (const [index, each] of eight.cards.entries()) {
        const { subaccount } = eight.world.elsewhere(index);
        const wasSent = paths.some((path) => path.endsWith(`/${subaccount}`));
        const truth = wasSent
          ? /Sent once; the pool answered|Outcome unknown/
          : /Waiting for confirmation|Nothing was sent|Outcome unknown/;
        await eventually(() => expect(eight.world.card(each)).toMatch(truth), LEFT_BEHIND);
      }
      expect(eight.world.writes()).toHaveLength(paths.length);
    });

    test('nothing is sent that was only confirmed, and the card says so', async () => {
      const shownNow = () => confirmed.world.card(confirmed.card);
      await eventually(() => expect(shownNow()).toContain('**Nothing was sent.**'), LEFT_BEHIND);
      expect(shownNow()).toContain('Move a subaccount · Not sent');
      expect(confirmed.world.writes()).toEqual([]);
    });

    test('nobody sends what was about to be sent, and the card claims nothing', async () => {
      const shownNow = () => sent.world.card(sent.card);
      await eventually(() => expect(shownNow()).toContain('Outcome unknown'), LEFT_BEHIND);
      expect(shownNow()).toContain('Nobody knows whether the pool did it');
      expect(sent.world.writes()).toEqual([]);
    });

    test('what expired meanwhile is closed, its card found although nobody noted where', async () => {
      const { world: there, old } = expired;
      await eventually(() => expect(there.card(old)).toContain('Expired'), LEFT_BEHIND);
      const outcome = await there.as('second').forge(old, `change-confirm:${OLD_ID}`);
      await eventually(() => expect(told(outcome)).toContain('This change expired'));
      expect(there.writes()).toEqual([]);
      expect(await stepsOf(there)).toEqual(['asked', 'asked', 'expired', 'refused']);
    });

    test.each([
      ['reported', 'already confirmed', 1],
      ['failed', 'already confirmed', 1],
      ['unknown', 'already confirmed', 1],
      ['cancelled', 'was cancelled', 0],
      ['drifted', 'the pool’s values had changed', 0],
    ] as const)('what was %s stays so, and is not confirmed again', async (name, words, writes) => {
      const each = ended.get(name);
      if (each === undefined) throw new Error('no such scenario');
      const outcome = await each.world.as('second').forge(each.card, each.confirmId);
      await eventually(() => expect(told(outcome)).toContain(words));
      expect(each.world.card(each.card)).toBe(each.shown);
      if (name === 'unknown') expect(each.shown).toContain('Outcome unknown');
      expect(each.writes).toBe(writes);
      expect(each.world.writes()).toHaveLength(writes);
    });

    test('the card that took the place of a drifted one works', async () => {
      const each = ended.get('drifted');
      if (each === undefined) throw new Error('no such scenario');
      const there = each.world;
      const next = there.discord
        .messages(there.channelId)
        .findLast((other) => other.id !== each.card.id && other.ephemeralFor === null);
      if (next === undefined) throw new Error('no new card');
      expect(shown(next)).toContain(moved.from);
      await confirm(there, 'manager', next);
      await eventually(() => expect(there.card(next)).toContain('Sent once; the pool answered'));
      expect(there.writes()).toMatchObject([{ body: { site_id: moved.to } }]);
    });
  });

  describe.sequential('at the same moment', () => {
    beforeEach(async () => {
      if (house.bot.state !== 'running') await house.start();
      ({ world, card } = await scenario());
    });

    test.each([
      ['one person twice', ['second', 'second']],
      ['two people', ['manager', 'second']],
    ] as const)('%s, each delivered twice: one request', async (_, people) => {
      world.discord.faults.deliveries = 2;
      await Promise.all(people.map((who) => confirm(world, who, card)));
      await eventually(() => expect(world.card(card)).toContain('Sent once; the pool answered'));
      await eventually(async () => expect(await world.refusals()).toHaveLength(1));
      expect(world.writes()).toHaveLength(1);
    });

    test('two processes on one store, both told of each click: one request each time', async () => {
      const second = runBot(house.dataDir, house.env);
      await eventually(() => expect(second.out.join('\n')).toContain('"msg":"ready"'), {
        timeout: 15_000,
      });
      for (let index = 0; index < 8; index++) {
        const each = index === 0 ? card : await world.askToMove('manager', index);
        await Promise.all([
          confirm(world, 'manager', each),
          confirm(world, 'second', each),
          confirm(world, 'admin', each),
        ]);
        await eventually(() => expect(world.card(each)).toContain('Sent once; the pool answered'));
        expect(world.writes()).toHaveLength(index + 1);
      }
      second.signal('SIGTERM');
      expect(await second.ended).toBe(0);
    });
  });
});
