import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineCommand, type Choice } from '../../../src/command.js';
import { typing } from './interactions.js';
import { createHarness } from './router-harness.js';

async function offered(choices: readonly Choice[]): Promise<unknown> {
  const pick = defineCommand({
    name: 'pick',
    description: 'Picks',
    access: 'viewer',
    audience: 'public',
    examples: [],
    options: z.object({ name: z.string().describe('Which') }),
    autocomplete: { name: async () => choices },
    run: () => ({ content: 'picked' }),
  });
  const harness = createHarness({ commands: [pick] });
  const interaction = typing('pick', 'name', { name: '' });
  await harness.router.handle(interaction);
  return harness.rest.held.get(interaction.id)?.choices;
}

test('a text that is no Unicode costs its own choice, not all of them', async () => {
  const whole = { name: 'Ridge ⛏️', value: 'ridge' };
  expect(
    await offered([
      { name: 'half', value: 'half \ud83d' },
      whole,
      { name: 'x \ud83d', value: 'x' },
    ]),
  ).toEqual([whole, { name: 'x \ufffd', value: 'x' }]);
});
