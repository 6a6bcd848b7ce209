import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineCommand } from '../../../src/command.js';
import type { PostedMessage } from '../../../src/domain/messages/reply.js';
import { command } from '../interactions/interactions.js';
import { createHarness } from '../interactions/router-harness.js';

/** A command that wants to know where its answer stands, and takes `ms` to give it. */
function telling(ms: number, onPosted: (where: PostedMessage) => Promise<void>) {
  return defineCommand({
    name: 'post',
    description: 'Wants to know where it stands',
    access: 'viewer',
    audience: 'choose',
    examples: [],
    options: z.object({}),
    async run() {
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
      return { content: 'here', onPosted };
    },
  });
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([
  ['at once', 0, 'reply'],
  ['after a defer', 1_000, 'defer'],
] as const)('where a public answer stands is told, %s', async (_, ms, first) => {
  const told: PostedMessage[] = [];
  const harness = createHarness({
    commands: [telling(ms, async (where) => void told.push(where))],
  });
  const interaction = command('post', {});
  const handling = harness.router.handle(interaction);
  await vi.advanceTimersByTimeAsync(ms);
  await handling;
  expect(harness.rest.held.get(interaction.id)).toMatchObject({
    first,
    shown: { content: 'here' },
  });
  expect(told).toEqual([
    { channelId: interaction.channel?.id, messageId: expect.stringContaining(interaction.id) },
  ]);
});

test.each([0, 1_000])('of a private answer nothing is told, after %s ms', async (ms) => {
  const told: PostedMessage[] = [];
  const harness = createHarness({
    commands: [telling(ms, async (where) => void told.push(where))],
  });
  const handling = harness.router.handle(command('post', { private: true }));
  await vi.advanceTimersByTimeAsync(ms);
  await handling;
  expect(told).toEqual([]);
});

test('a failure to keep it is logged, and the answer stands', async () => {
  const harness = createHarness({
    commands: [telling(0, () => Promise.reject(new Error('store')))],
  });
  const interaction = command('post', {});
  await harness.router.handle(interaction);
  expect(harness.rest.held.get(interaction.id)).toMatchObject({ shown: { content: 'here' } });
  expect(harness.lines.join()).toContain('could not be noted');
});
