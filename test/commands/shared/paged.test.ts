import { expect, test } from 'vitest';
import { z } from 'zod';
import { definePaged } from '../../../commands/shared/paged.js';
import { incompleteLine } from '../../../src/cards/failures.js';
import { listOf, press, readingContext } from '../../support/reading-context.js';
import { replyText } from '../../support/reply-text.js';

let total = 0;
const numbers = definePaged({
  kind: 'numbers',
  kept: z.object({ prefix: z.string() }),
  rows: 3,
  list: async ({ prefix }) => {
    const rows = Array.from({ length: total }, (_, index) => ({ name: `${prefix}${index}` }));
    return listOf(rows, { refused: ['hall-1'] });
  },
  card: ({ rows }, { prefix }) => ({
    title: `Numbers ${prefix}`,
    lines: rows.map(({ name }) => name),
  }),
  units: { name: 'H/s' },
  fileName: ({ prefix }) => `numbers-${prefix}`,
});
const file = { commands: [], actions: numbers.actions };
const context = readingContext({});

test('pages turn with the filter that opened them', async () => {
  total = 7;
  const first = await numbers.open({ prefix: 'n' }, context);
  expect(replyText(first)).toBe(
    'open | Numbers n\nn0\nn1\nn2\n⚠️ **Incomplete:** no access to hall-1\n(Page 1 of 3 · read from the pool)\n[Previous (off)] [Next] [CSV]',
  );
  const second = await press(file, [first, 'Next'], context);
  const third = await press(file, [second, 'Next'], context);
  expect(replyText(third)).toBe(
    'open | Numbers n\nn6\n⚠️ **Incomplete:** no access to hall-1\n(Page 3 of 3 · read from the pool)\n[Previous] [Next (off)] [CSV]',
  );
});

test('a list that has become shorter shows its last page', async () => {
  total = 7;
  const first = await numbers.open({ prefix: 'n' }, context);
  const second = await press(file, [first, 'Next'], context);
  total = 2;
  const next = await press(file, [second, 'Next'], context);
  expect(replyText(next)).toBe(
    'open | Numbers n\nn0\nn1\n⚠️ **Incomplete:** no access to hall-1\n(Read from the pool)\n[CSV]',
  );
});

test('an empty list has no buttons', async () => {
  total = 0;
  expect(replyText(await numbers.open({ prefix: 'n' }, context))).toBe(
    'open | Numbers n\n⚠️ **Incomplete:** no access to hall-1\n(Read from the pool)',
  );
});

test('the file has all rows, and says beside it what is missing', async () => {
  total = 7;
  const reply = await press(file, [await numbers.open({ prefix: 'n' }, context), 'CSV'], context);
  expect(replyText(reply)).toBe(
    [
      'open | numbers-n.csv',
      '**7 rows**, every field and digit',
      '⚠️ **Incomplete:** no access to hall-1',
      'file: numbers-n.csv',
    ].join('\n'),
  );
  const [head, ...rows] = String(reply.files?.[0]?.data).trimEnd().split('\r\n');
  expect([head, rows.length]).toEqual(['\uFEFFname (H/s)', 7]);
});

test('an incomplete list says why in one line', () => {
  expect(incompleteLine({ refused: [], incomplete: null })).toBeNull();
  expect(incompleteLine({ refused: ['a', 'b*', 'c', 'd'], incomplete: 'it did not end' })).toBe(
    '⚠️ **Incomplete:** it did not end · no access to a, b\\* and 2 more',
  );
});
