import { expect, test } from 'vitest';
import { poolThat } from './support/loopback.js';

const CEDAR = { id: 's-1', name: 'Cedar Ridge' };
const QUEBEC = { id: 's-2', name: 'Québec Nord'.normalize('NFC') };

async function listing(...subaccounts: unknown[]) {
  const { pool } = await poolThat(() => ({ json: { subaccounts } }));
  return pool;
}

test('sites are learnt from the subaccounts, each once, by name', async () => {
  const pool = await listing(
    { name: 'a', site: QUEBEC },
    { name: 'b', site: CEDAR },
    { name: 'c', site_id: 's-1' },
    { name: 'd', site: null },
    { name: 'e', site: 'Lone Mesa' },
    { name: 'f', site_id: 's-9' },
  );
  expect(await pool.sites()).toEqual([CEDAR, QUEBEC, { id: 's-9', name: 's-9' }]);
});

test.each(['Québec Nord'.normalize('NFD'), '  Québec Nord\u200B', 'québec nord'])(
  'a site is found as %j',
  async (typed) => {
    const pool = await listing({ site: QUEBEC }, { site: CEDAR });
    expect(await pool.siteNamed(typed)).toEqual(QUEBEC);
  },
);

test('a subaccount is found with its whole record, exactly named ones first', async () => {
  const composed = { id: 1, name: 'Zürich-1'.normalize('NFC') };
  const decomposed = { id: 2, name: 'Zürich-1'.normalize('NFD') };
  const pool = await listing(composed, decomposed);
  expect(await pool.subaccountNamed(decomposed.name)).toEqual(decomposed);
  expect(await pool.subaccountNamed(composed.name)).toEqual(composed);
});

test('a name that is found twice is told, and nothing is chosen', async () => {
  const pool = await listing(
    { id: 3, name: 'twin', site: { id: 's-4', name: 'Twin' } },
    { id: 4, name: 'twin', site: { id: 's-5', name: 'Twin' } },
  );
  const unclear = (what: string) => ({
    title: 'The pool’s record is unclear',
    sentence: `It lists two ${what}: use the pool’s console.`,
  });
  await expect(pool.siteNamed('Twin')).rejects.toMatchObject(unclear('sites named Twin'));
  await expect(pool.subaccountNamed('twin')).rejects.toMatchObject(
    unclear('subaccounts named twin'),
  );
});
