import { z } from 'zod';
import { defineCommand } from '../../../src/command.js';
import type { Reply } from '../../../src/domain/messages/reply.js';

export const echo = defineCommand({
  name: 'echo',
  description: 'Says it again',
  access: 'viewer',
  audience: 'choose',
  examples: [],
  options: z.object({
    word: z.string().min(2).max(5).describe('What'),
    currency: z.enum(['BTC', 'LTC']).default('BTC').describe('Which'),
    from: z.iso.date().optional().describe('When'),
  }),
  autocomplete: {
    word: async (typed) => {
      if (typed === 'boom') throw new Error('no');
      if (typed === 'slow') return new Promise(() => undefined);
      return Array.from({ length: 30 }, (_, i) => ({
        name: `${typed}${i}`.padEnd(120, '.'),
        value: `${i}`,
      }));
    },
  },
  run: ({ word, currency }) => ({ content: `${word} ${currency}` }),
});

/** A command whose answer a test gives whenever it wants. */
export function controlled(more: Partial<Parameters<typeof defineCommand>[0]> = {}) {
  let give: (reply: Reply) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  let runs = 0;
  const slow = defineCommand({
    name: 'slow',
    description: 'Takes its time',
    access: 'viewer',
    audience: 'public',
    examples: [],
    options: z.object({}),
    ...more,
    run() {
      runs += 1;
      return new Promise<Reply>((resolve, reject) => {
        give = resolve;
        fail = reject;
      });
    },
  });
  return { slow, give: (r: Reply) => give(r), fail: (e: unknown) => fail(e), runs: () => runs };
}
