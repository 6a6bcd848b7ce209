import { expect, test } from 'vitest';
import { z } from 'zod';
import { definePaged } from '../../../commands/shared/paged.js';
import type { Context } from '../../../src/command.js';
import { decodeCustomId } from '../../../src/domain/custom-id.js';
import type { Pagination } from '../../../src/pool-api/resources.js';
import type { Pages } from '../../../src/views/kit/paging.js';

/** Turns pages to the end, or to the tenth; returns what each said about more. */
async function turnThrough(
  pageOf: (number: number) => readonly object[],
  pagination: Pagination | null = { next_page_url: 'next' },
) {
  let shown: Pages | undefined;
  const { open, actions } = definePaged({
    kind: 'rows',
    kept: z.string(),
    async show(_, turn) {
      const value = { items: pageOf(turn.number), pagination };
      const about = { readAt: 0, refusedSubaccounts: [], filledInAllSubaccounts: false };
      shown = turn.shownOf({ value, ...about }, 10).pages;
      return {};
    },
  });
  const paging: unknown = { remember: async () => 'state', recall: async () => 'kept' };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- paging asks no more of it
  const context = paging as Context;
  await open('kept', context);
  const more = [shown?.more];
  for (let turns = 0; turns < 10; turns++) {
    if (!shown?.more) break;
    const args = decodeCustomId(shown.customId(shown.number + 1))?.args;
    const [action] = actions;
    const parsed = action?.args.parse(args);
    await action?.run({ args: parsed, fields: {} }, context);
    more.push(shown.more);
  }
  return more;
}

const page = (number: number) => [{ id: `a${number}` }, { id: `b${number}` }];

test('a last page that is repeated for ever ends', async () => {
  expect(await turnThrough((number) => page(Math.min(number, 2)))).toEqual([true, true, false]);
});

test('a list goes on to its empty page', async () => {
  expect(await turnThrough((number) => (number > 3 ? [] : page(number)))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});

test('pages of rows that look alike are no repetition', async () => {
  const alike = await turnThrough((number) => (number > 2 ? [] : [{ type: 'x' }, { type: 'x' }]));
  expect(alike).toEqual([true, true, false]);
});

test('more is said to follow only where the pool named a next page', async () => {
  const two = (number: number) => (number > 2 ? [] : page(number));
  expect(await turnThrough(two, null)).toEqual(['unsaid', 'unsaid', false]);
  expect(await turnThrough(two, { next_page_url: null })).toEqual([false]);
});

test('a page that names no next one, and says that more follows, is not called the last', async () => {
  const said = { next_page_url: null, has_more: true };
  const more = await turnThrough((number) => (number > 1 ? [] : page(number)), said);
  expect(more).toEqual(['unsaid', false]);
});
