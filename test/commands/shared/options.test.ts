import { expect, test } from 'vitest';
import { scopeOf, suggestScope } from '../../../commands/shared/options.js';
import { UserError } from '../../../src/errors.js';
import { DEFAULT_SETTINGS } from '../../../src/guilds/settings.js';
import type { Pool } from '../../../src/pool/pool.js';
import { listOf, readingContext } from '../../support/reading-context.js';

const names = ['hall-1', 'hall-2', 'hall-3', 'Zürich-1'];
const pool: Partial<Pool> = {
  subaccounts: async () => listOf(names.map((name) => ({ name }))),
  sites: async () => [
    { id: 's1', name: 'North Ridge' },
    { id: 's2', name: 'Big *Hall*' },
  ],
  siteNamed: async (name) => ({ id: 's2', name }),
  subaccountNamed: async (name) => {
    if (!names.includes(name)) throw new UserError('No such subaccount', 'Did you mean hall-1?');
    return { name };
  },
};
const context = readingContext(pool);

test('without options the scope is the server’s', async () => {
  expect(await scopeOf({}, context)).toEqual({ scope: undefined, title: '' });
  const site = { id: 's1', name: 'North Ridge' };
  const atSite = readingContext(pool, { ...DEFAULT_SETTINGS, site });
  expect(await scopeOf({}, atSite)).toEqual({ scope: { siteId: 's1' }, title: ' · North Ridge' });
  const subaccounts = { ...DEFAULT_SETTINGS, subaccounts: ['hall-1', 'hall-2', 'hall-3'] };
  const { title } = await scopeOf({}, readingContext(pool, subaccounts));
  expect(title).toBe(' · hall-1 and 2 more');
});

test('typed names replace the server’s scope, each once', async () => {
  const site = { id: 's1', name: 'North Ridge' };
  const atSite = readingContext(pool, { ...DEFAULT_SETTINGS, site });
  expect(await scopeOf({ subaccounts: 'hall-1, hall-2,,hall-1' }, atSite)).toEqual({
    scope: { subaccounts: ['hall-1', 'hall-2'] },
    title: ' · hall-1 and hall-2',
  });
});

test('the name of a site formats nothing in a title', async () => {
  expect((await scopeOf({ site: 'Big *Hall*' }, context)).title).toBe(' · Big \\*Hall\\*');
});

test('site and subaccounts together are refused', async () => {
  const both = scopeOf({ site: 'North Ridge', subaccounts: 'hall-1' }, context);
  await expect(both).rejects.toThrow('Use either `site` or `subaccounts`, not both.');
});

test('the last name of a comma list is completed, without those already there', async () => {
  const { subaccounts, site } = suggestScope;
  const values = async (typed: string) =>
    (await subaccounts(typed, context)).map(({ value }) => value);
  expect(await values('')).toEqual(names);
  expect(await values('hall-1, ha')).toEqual(['hall-1, hall-2', 'hall-1, hall-3']);
  // Decomposed: u and a combining diaeresis.
  expect(await values('zu\u0308r')).toEqual(['Zürich-1']);
  expect((await site('ridge', context)).map(({ value }) => value)).toEqual(['North Ridge']);
});
