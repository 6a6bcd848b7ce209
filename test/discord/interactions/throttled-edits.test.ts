import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineCommand } from '../../../src/command.js';
import type { Reply } from '../../../src/domain/messages/reply.js';
import { command } from './interactions.js';
import { createHarness } from './router-harness.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function following(run: () => AsyncIterable<Reply>, audience: 'public' | 'private' = 'public') {
  const follow = defineCommand({
    name: 'follow',
    description: 'Follows',
    access: 'viewer',
    audience,
    examples: [],
    options: z.object({}),
    run,
  });
  const harness = createHarness({ commands: [follow] });
  const interaction = command('follow');
  const held = () => harness.rest.held.get(interaction.id);
  return { harness, interaction, held, handled: () => harness.router.handle(interaction) };
}

test('the first state is the reply, the newest of a second an edit, the last always shown', async () => {
  const { held, handled } = following(async function* () {
    for (let i = 0; i <= 25; i++) {
      yield { content: `${i}` };
      await sleep(100);
    }
  });
  const done = handled();
  await vi.advanceTimersByTimeAsync(0);
  expect(held()).toMatchObject({ first: 'reply', shown: { content: '0' }, edits: 0 });
  await vi.advanceTimersByTimeAsync(1050);
  expect(held()?.edits).toBe(1);
  await vi.advanceTimersByTimeAsync(5000);
  await done;
  expect(held()?.shown).toEqual({ content: '25' });
  expect(held()?.edits).toBeLessThanOrEqual(4);
});

test('two states at once end with the second', async () => {
  const { held, handled } = following(async function* () {
    yield { content: 'one' };
    yield { content: 'two' };
  });
  const done = handled();
  await vi.advanceTimersByTimeAsync(2000);
  await done;
  expect(held()).toMatchObject({ shown: { content: 'two' }, edits: 1 });
});

test('a failure midway shows what came before, then says so', async () => {
  const { harness, held, handled } = following(async function* () {
    yield { content: 'one' };
    await sleep(3000);
    throw new Error('broken');
  });
  const done = handled();
  await vi.advanceTimersByTimeAsync(4000);
  await done;
  expect(held()?.shown?.content).toContain('incident');
  expect(harness.records).toMatchObject([{ result: 'incident' }]);
});

test('a public answer outlives its token as a channel message', async () => {
  const { harness, interaction, held, handled } = following(async function* () {
    yield { content: 'begun' };
    await sleep(20 * 60_000);
    yield { content: 'done' };
  });
  const done = handled();
  await vi.advanceTimersByTimeAsync(21 * 60_000);
  await done;
  expect(held()?.shown).toEqual({ content: 'begun' });
  expect(harness.channelEdits).toEqual([
    {
      channelId: '300000000000000001',
      messageId: `message-of-${interaction.id}`,
      reply: { content: 'done' },
    },
  ]);
});

test('a private one ends with its token, and its source is closed', async () => {
  let closed = false;
  const { harness, handled } = following(async function* () {
    try {
      for (;;) {
        yield { content: 'still' };
        await sleep(60_000);
      }
    } finally {
      closed = true;
    }
  }, 'private');
  const done = handled();
  await vi.advanceTimersByTimeAsync(20 * 60_000);
  await done;
  expect([closed, harness.channelEdits.length]).toEqual([true, 0]);
});

test('one whose first state could not be shown is closed, and the failure is told', async () => {
  let closed = false;
  const { harness, held, handled } = following(async function* () {
    try {
      yield { content: 'begun' };
      yield { content: 'never asked for' };
    } finally {
      closed = true;
    }
  });
  harness.rest.next.push('silent-but-arrived');
  harness.rest.nextEdits.push('silent');
  await handled();
  expect(closed).toBe(true);
  expect(harness.records).toMatchObject([{ result: 'unanswered' }]);
  expect(held()?.followUps[0]?.content).toContain('Discord didn’t take');
});

test('a read that is followed holds up no stop; a running answer does', async () => {
  const { harness, handled } = following(async function* () {
    yield { content: 'one' };
    await sleep(3_600_000);
  });
  void handled();
  await vi.advanceTimersByTimeAsync(100);
  expect(await harness.router.drain(10_000)).toBe(true);

  const slow = following(async function* () {
    await sleep(5000);
    yield { content: 'late' };
  });
  void slow.handled();
  await vi.advanceTimersByTimeAsync(300);
  const drained = slow.harness.router.drain(10_000);
  await slow.harness.router.handle(command('follow'));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await drained).toBe(true);
  expect(slow.held()?.shown).toEqual({ content: 'late' });
  expect(slow.harness.rest.held.size).toBe(1);
});
