import { describe, expect, test } from 'vitest';
import type { Change } from '../../../src/domain/changes/change.js';
import {
  AUDIT_CHANNEL,
  createChangesHarness,
  GUILD,
  PEOPLE,
  pressOn,
  confirmAndGoAway,
  reconcileFor,
  ANSWER_WITHIN_MS,
  type ChangesHarness,
} from '../fakes/changes-harness.js';

/** Until the request is at the pool, which never answers. */
async function sendWithoutAnswer(world: ChangesHarness, change: Change): Promise<void> {
  const sent = new Promise<void>((isSent) => {
    world.workspace.client.updateSubaccount = () => {
      isSent();
      return new Promise(() => undefined);
    };
  });
  void pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
  await sent;
}

/** A wall clock that is set while the process runs neither stops nor ends what it does by itself. */
describe.each([
  ['six hours back', -6 * 3_600_000],
  ['two days ahead', 2 * 86_400_000],
])('a clock that is set %s', (_, by) => {
  test('while Discord is away: card and audit channel catch up', async () => {
    const world = createChangesHarness();
    const { change, messageId } = await world.askToMove();
    await world.changes.idle();
    await confirmAndGoAway(world, change);
    await reconcileFor(world, 10_000);
    world.clock.time += by;
    await reconcileFor(world, 10_000);
    world.chat.isAway = false;
    await reconcileFor(world, 60_000);
    expect(world.chat.text(messageId)).toContain('Sent once; the pool answered');
    const told = world.chat.inChannel(AUDIT_CHANNEL).map((id) => world.chat.text(id));
    expect(told.join()).toContain('got the pool’s answer');
  });

  test('while a change of a killed process can’t be closed: it is closed', async () => {
    const world = createChangesHarness();
    const { change } = await world.askToMove();
    await world.changes.idle();
    await sendWithoutAnswer(world, change);
    world.chat.isAway = true;
    const next = world.start();
    await next.recover();
    await reconcileFor({ ...world, changes: next }, ANSWER_WITHIN_MS + 20_000);
    expect((await next.find(GUILD, change.id))?.state).toBe('sent');
    world.clock.time += by;
    world.chat.isAway = false;
    await reconcileFor({ ...world, changes: next }, 60_000);
    expect((await next.find(GUILD, change.id))?.state).toBe('unknown');
  });

  test('while the pool is slow to answer a process that just started: it isn’t called stopped', async () => {
    const world = createChangesHarness();
    const { change } = await world.askToMove();
    await world.changes.idle();
    await sendWithoutAnswer(world, change);
    world.clock.time += by;
    await reconcileFor(world, 6_000);
    expect((await world.changes.find(GUILD, change.id))?.state).toBe('sent');
  });

  test('after the pool answered: its effect is still looked for', async () => {
    const world = createChangesHarness();
    world.workspace.idOf.set('main', '41203');
    const { change } = await world.askToMove();
    await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
    world.workspace.idOf.set('main', '99999');
    await reconcileFor(world, 20_000);
    world.clock.time += by;
    world.workspace.idOf.set('main', '41203');
    await reconcileFor(world, 60_000);
    expect((await world.changes.find(GUILD, change.id))?.observed).toBeDefined();
  });

  test('after a start: an open card is drawn once more', async () => {
    const world = createChangesHarness();
    const { messageId } = await world.askToMove();
    await world.changes.idle();
    const next = world.start();
    await next.recover();
    await next.idle();
    let edits = 0;
    const edit = world.chat.edit.bind(world.chat);
    world.chat.edit = (...given) => {
      if (given[1] === messageId) edits += 1;
      return edit(...given);
    };
    world.clock.time += Math.min(by, 0);
    await reconcileFor({ ...world, changes: next }, 20_000);
    expect(edits).toBeGreaterThan(0);
  });
});

test('a card that a process didn’t live to post is posted though the clock went back', async () => {
  const world = createChangesHarness();
  const input = { name: 'main', site: { id: 'site-b', name: 'Site B' } };
  await world.ask(world.changes, { kind: 'subaccount-move', input, member: PEOPLE.manager });
  await world.changes.idle();
  world.clock.time -= 10 * 60_000;
  const next = world.start();
  await next.recover();
  await reconcileFor({ ...world, changes: next }, 60_000);
  const cards = [...world.chat.messages.values()];
  expect(cards.some((each) => JSON.stringify(each).includes('Waiting for confirmation'))).toBe(
    true,
  );
});

test('a card whose time is over by the clock alone says so, and is drawn again once the clock is right', async () => {
  const world = createChangesHarness();
  const { change, messageId } = await world.askToMove();
  await world.changes.idle();
  expect(world.chat.text(messageId)).toContain('can confirm until');
  world.clock.time = change.expiresAt + 1_000;
  const clicked = pressOn(world.changes).confirm(world.click(change, PEOPLE.second));
  await expect(clicked).rejects.toThrow('the bot’s own count of time');
  await world.changes.idle();
  expect(world.chat.text(messageId)).toContain('Nobody can confirm it for now');
  expect(world.chat.buttons(messageId)).toEqual(['Cancel', 'Details']);
  // It may be confirmed yet, so nobody asks for another one beside it.
  await expect(world.askToMove()).rejects.toThrow('already an open change');
  world.clock.time = change.askedAt;
  await reconcileFor(world, 10_000);
  expect(world.chat.text(messageId)).toContain('can confirm until');
  expect(world.chat.buttons(messageId)).toEqual(['Confirm', 'Cancel', 'Details']);
  await pressOn(world.changes).confirm(world.click(change, PEOPLE.second));
  expect(world.workspace.sent).toHaveLength(1);
});
