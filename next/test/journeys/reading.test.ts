import { expect, test } from 'vitest';
import { readMessage } from '../../sandbox/discord/text.js';
import { newServer } from '../support/world.js';

test('a viewer reads the summary', async () => {
  const { viewer, discord } = await newServer({ size: 'standard' });
  const { message, first } = await viewer.run('summary');
  expect(first).toBe('reply');
  console.log(message && readMessage(message));
  expect(discord.refusals).toEqual([]);
});
