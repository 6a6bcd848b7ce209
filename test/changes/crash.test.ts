import { describe, expect, test } from 'vitest';
import { createKillableProcess, type Kill } from './fakes/killable-process.js';
import type { Changes } from '../../src/changes/changes.js';
import {
  ANSWER_WITHIN_MS,
  AUDIT_CHANNEL,
  CHANNEL,
  createChangesHarness,
  EXPIRY_MS,
  GUILD,
  NO_LOSS,
  PEOPLE,
  type ChangesHarness,
  pressOn,
  reconcileFor,
} from './fakes/changes-harness.js';

/**
 * The process is killed at every single outside call (store, pool, Discord) of a confirmation,
 * before and after the call took effect. Then another process starts.
 */

const { admin, manager, second } = PEOPLE;

/** Runs a confirmation in a process that dies like this; null if it survived its last call. */
async function confirmAndDie(death: Kill, fault?: 'refuse' | 'reset-after-effect') {
  const world = createChangesHarness();
  const { change, messageId } = await world.askToMove();
  const killable = createKillableProcess(death);
  const doomed = world.start(killable);
  if (fault !== undefined) world.workspace.faults.nextWrites = [fault];
  const confirmed = pressOn(doomed)
    .confirm(world.click(change, manager))
    .then(() => doomed.idle());
  await Promise.race([confirmed, killable.death]);
  if (!killable.isOver) return null;
  return { world, change, messageId, sentAtDeath: world.workspace.sent.length };
}

async function everyDeath(
  check: (after: NonNullable<Awaited<ReturnType<typeof confirmAndDie>>>) => Promise<void>,
  fault?: 'refuse' | 'reset-after-effect',
): Promise<number> {
  for (let atCall = 1; ; atCall++) {
    for (const when of ['before', 'after'] as const) {
      const after = await confirmAndDie({ atCall, when }, fault);
      if (after === null) return atCall - 1;
      await check(after);
    }
  }
}

describe.each([undefined, 'refuse', 'reset-after-effect'] as const)('pool: %s', (fault) => {
  test('killed anywhere: at most one request, and the card tells the truth', async () => {
    const deaths = await everyDeath(async ({ world, change, messageId, sentAtDeath }) => {
      const next = world.start();
      await next.recover();
      world.pass(ANSWER_WITHIN_MS);
      await next.recover();
      await next.idle();

      expect(world.workspace.sent).toHaveLength(sentAtDeath);
      expect(sentAtDeath).toBeLessThanOrEqual(1);
      expect(await next.verifyTrail(GUILD)).toMatchObject({ broken: null });
      const steps = await world.steps();
      expect(new Set(steps).size, steps.join(' ')).toBe(steps.length);
      const state = (await next.find(GUILD, change.id))?.state ?? 'missing';
      const card = world.chat.text(messageId);
      if (sentAtDeath === 1) {
        expect(['reported', 'failed', 'unknown']).toContain(state);
        expect(card).not.toContain('Nothing was sent');
      } else {
        expect(['pending', 'failed', 'unknown']).toContain(state);
      }
      // Each state's card, as it stands in the channel after the restart.
      if (state === 'pending') expect(world.chat.buttons(messageId)).toContain('Confirm');
      if (state === 'reported') expect(card).toContain('The pool answered');
      if (state === 'unknown')
        expect(card).toMatch(/Nobody knows whether the pool did it|The pool’s answer isn’t known/);
      if (state === 'failed') expect(card).toMatch(/Nothing was sent|The pool declined it/);
    }, fault);
    expect(deaths).toBeGreaterThan(15);
  });

  test('killed anywhere: a second click afterwards sends only what was never claimed', async () => {
    await everyDeath(async ({ world, change, sentAtDeath }) => {
      const before = (await world.changes.find(GUILD, change.id))?.state;
      const next = world.start();
      await next.recover();
      await pressOn(next)
        .confirm(world.click(change, second))
        .catch(() => undefined);
      expect(world.workspace.sent).toHaveLength(before === 'pending' ? 1 : sentAtDeath);
    }, fault);
  });
});

test('killed while its request was on its way, and started again with a clock that is days behind', async () => {
  const world = createChangesHarness();
  const { change, messageId } = await world.askToMove();
  // Every wait of the doomed process is longer than its life.
  const send = world.workspace.client.updateSubaccount.bind(world.workspace.client);
  let isSent = () => undefined as void;
  const sent = new Promise<void>((resolve) => (isSent = resolve));
  world.workspace.client.updateSubaccount = async (...args) => {
    await send(...args);
    isSent();
    return new Promise(() => undefined);
  };
  void pressOn(world.changes).confirm(world.click(change, manager));
  await sent;
  world.clock.time -= 2 * 86_400_000;
  const next = world.start();
  await next.recover();
  expect((await next.find(GUILD, change.id))?.state).toBe('sent');
  world.pass(ANSWER_WITHIN_MS);
  await next.reconcile();
  await next.idle();
  expect((await next.find(GUILD, change.id))?.state).toBe('unknown');
  expect(world.chat.buttons(messageId)).toContain('Mark as checked…');
  expect(world.workspace.sent).toHaveLength(1);
});

/** The store loses what people were shown; the process dies on finding that, or on accepting it. */
async function restoreAndDie(death: Kill, isAccepting: boolean) {
  const world = createChangesHarness();
  const { change, messageId } = await world.askToMove();
  await world.changes.idle();
  const putBack = world.store.copy();
  await pressOn(world.changes).confirm(world.click(change, manager));
  await world.changes.idle();
  putBack();
  if (isAccepting) await world.start().recover();
  const killable = createKillableProcess(death);
  const doomed = world.start(killable);
  const act = async () => {
    if (isAccepting) await accept(world, doomed);
    else
      await pressOn(doomed)
        .confirm(world.click(change, second))
        .catch(() => undefined);
    await doomed.idle();
  };
  await Promise.race([act(), killable.death]);
  return killable.isOver ? { world, change, messageId } : null;
}

async function accept(world: ChangesHarness, changes: Changes): Promise<void> {
  const found = (await changes.behind(GUILD)) ?? NO_LOSS;
  const askedAt = world.chat.now();
  await changes.acceptRestore({
    guildId: GUILD,
    member: admin,
    reason: 'r',
    askedAt,
    seenAt: askedAt,
    found,
  });
}

describe('a restored store', () => {
  test.each([false, true])('killed anywhere, accepting it: %s', async (isAccepting) => {
    let deaths = 0;
    for (let atCall = 1; ; atCall++) {
      for (const when of ['before', 'after'] as const) {
        const after = await restoreAndDie({ atCall, when }, isAccepting);
        if (after === null) {
          expect(deaths).toBeGreaterThan(10);
          return;
        }
        deaths += 1;
        const { world, change, messageId } = after;
        const next = world.start();
        await next.recover();
        await pressOn(next)
          .confirm(world.click(change, second))
          .catch(() => undefined);
        await accept(world, next).catch(() => undefined);
        await next.recover();
        await next.idle();
        await pressOn(next)
          .confirm(world.click(change, second))
          .catch(() => undefined);
        expect(world.workspace.sent).toHaveLength(1);
        expect(await next.find(GUILD, change.id)).toMatchObject({ state: 'unknown' });
        expect(world.chat.text(messageId)).toContain('Sent once; the pool answered');
        const steps = await world.steps();
        expect(steps.filter((step) => step === 'behind')).toHaveLength(1);
        expect(steps.filter((step) => step === 'restore-accepted')).toHaveLength(1);
        expect(await next.verifyTrail(GUILD)).toMatchObject({ broken: null });
        const told = world.chat.inChannel(AUDIT_CHANNEL).map((id) => world.chat.text(id));
        expect(told.join('\n')).toContain('accepted that audit entries are missing');
      }
    }
  });
});

test('a card that was posted and not noted is found again, and tells what became of it', async () => {
  const world = createChangesHarness();
  const input = { name: 'main', site: { id: 'site-b', name: 'Site B' } };
  const change = await world.ask(world.changes, {
    kind: 'subaccount-move',
    input,
    member: manager,
  });
  const { messageId } = await world.chat.post(CHANNEL, await world.changes.card(GUILD, change));
  world.pass(EXPIRY_MS);
  await world.start().recover();
  expect(world.chat.text(messageId)).toContain('Expired');
  expect(world.chat.buttons(messageId)).toEqual(['Ask again', 'Details']);
});

test('a claim that was written and not acknowledged is not sent', async () => {
  const world = createChangesHarness();
  const { change } = await world.askToMove();
  const append = world.store.append.bind(world.store);
  world.store.append = async (stream, seq, entry) => {
    const done = await append(stream, seq, entry);
    if (entry.includes('"step":"sent"')) throw new Error('connection lost');
    return done;
  };
  await expect(pressOn(world.changes).confirm(world.click(change, manager))).rejects.toThrow(
    'lost',
  );
  expect(world.workspace.sent).toEqual([]);
  await reconcileFor(world, ANSWER_WITHIN_MS + 2_000);
  expect((await world.changes.find(GUILD, change.id))?.state).toBe('unknown');
});

test('an answer that comes after its process was given up is not lost', async () => {
  const world = createChangesHarness();
  const { change } = await world.askToMove();
  const { client } = world.workspace;
  const move = client.updateSubaccount.bind(client);
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  world.workspace.client.updateSubaccount = async (...args) => {
    const result = await move(...args);
    await held;
    return result;
  };
  const confirmed = pressOn(world.changes).confirm(world.click(change, manager));
  await expect.poll(() => world.workspace.sent.length).toBe(1);
  world.pass(ANSWER_WITHIN_MS);
  const other = world.start();
  await other.reconcile();
  expect((await other.find(GUILD, change.id))?.state).toBe('unknown');
  answer();
  expect((await confirmed).state).toBe('reported');
});

test('an answer is not lost to a store that is away for a moment', async () => {
  const world = createChangesHarness();
  const { change } = await world.askToMove();
  const append = world.store.append.bind(world.store);
  let failures = 2;
  world.store.append = async (stream, seq, entry) => {
    if (entry.includes('"step":"reported"') && failures-- > 0) throw new Error('away');
    return append(stream, seq, entry);
  };
  expect((await pressOn(world.changes).confirm(world.click(change, manager))).state).toBe(
    'reported',
  );
  expect(world.workspace.sent).toHaveLength(1);
});
