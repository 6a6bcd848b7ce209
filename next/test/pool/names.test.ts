import { describe, expect, test } from 'vitest';
import { poolThat } from './support/loopback.js';

const CEDAR = { id: 's-1', name: 'Cedar Ridge' };
const QUEBEC = { id: 's-2', name: 'Québec Nord'.normalize('NFC') };

function listing(...subaccounts: unknown[]) {
  return poolThat(() => ({ json: { subaccounts } }));
}

function refusal(title: string, sentence: string) {
  return { name: 'UserError', title, sentence };
}

describe('sites are learnt from the subaccounts', () => {
  test('each once, by name', async () => {
    const { pool } = await listing(
      { name: 'a', site: QUEBEC },
      { name: 'b', site: CEDAR },
      { name: 'c', site: QUEBEC },
      { name: 'd', site: null },
      { name: 'e', site: 'Lone Mesa' },
    );
    expect(await pool.sites()).toEqual([CEDAR, QUEBEC]);
  });

  test('a flat site_id goes by its id, or by the name that another subaccount gives', async () => {
    const { pool } = await listing(
      { name: 'a', site: CEDAR },
      { name: 'b', site_id: 's-1' },
      { name: 'c', site_id: 's-9' },
    );
    expect(await pool.sites()).toEqual([CEDAR, { id: 's-9', name: 's-9' }]);
  });
});

describe('a site is found', () => {
  test.each([
    'Québec Nord'.normalize('NFC'),
    'Québec Nord'.normalize('NFD'),
    '  Québec Nord\u200B',
  ])('as %j', async (typed) => {
    const { pool } = await listing({ site: QUEBEC }, { site: CEDAR });
    expect(await pool.siteNamed(typed)).toEqual(QUEBEC);
  });

  test('or all are listed', async () => {
    const { pool } = await listing({ site: CEDAR }, { site: { id: 's-3', name: 'Lone*Mesa' } });
    await expect(pool.siteNamed('Pecos')).rejects.toMatchObject(
      refusal('No such site', 'Sites: Cedar Ridge, Lone\\*Mesa.'),
    );
  });

  test('or the nearest is proposed', async () => {
    const { pool } = await listing({ site: CEDAR }, { site: QUEBEC });
    await expect(pool.siteNamed('cedar-rigde')).rejects.toMatchObject(
      refusal('No such site', 'Did you mean Cedar Ridge?'),
    );
  });

  test('not where two have its name', async () => {
    const { pool } = await listing({ site: CEDAR }, { site: { ...CEDAR, id: 's-9' } });
    await expect(pool.siteNamed('Cedar Ridge')).rejects.toMatchObject({
      title: "The pool's record is unclear",
    });
  });
});

describe('a subaccount is found', () => {
  test('with its whole record, exactly named ones first', async () => {
    const composed = { id: 1, name: 'Zürich-1'.normalize('NFC') };
    const decomposed = { id: 2, name: 'Zürich-1'.normalize('NFD') };
    const { pool } = await listing(composed, decomposed);
    expect(await pool.subaccountNamed(decomposed.name)).toEqual(decomposed);
    expect(await pool.subaccountNamed(composed.name)).toEqual(composed);
  });

  test('by a name that the pool gives as a number', async () => {
    const { pool } = await listing({ id: 1, name: 7 });
    expect(await pool.subaccountNamed('7')).toEqual({ id: 1, name: 7 });
  });

  test('or the nearest is proposed', async () => {
    const { pool } = await listing({ name: 'pecos-flats-hydro' }, { name: 'pecos-flats-air' });
    await expect(pool.subaccountNamed('pecos-flat-hydro')).rejects.toMatchObject(
      refusal('No such subaccount', 'Did you mean pecos-flats-hydro?'),
    );
  });

  test('or the list is pointed at', async () => {
    const { pool } = await listing({ name: 'hall-1' });
    await expect(pool.subaccountNamed('something else')).rejects.toMatchObject(
      refusal('No such subaccount', '`/subaccount list` shows all.'),
    );
  });

  test('not where two have its name', async () => {
    const { pool } = await listing({ id: 1, name: 'hall-1' }, { id: 2, name: 'hall-1' });
    await expect(pool.subaccountNamed('hall-1')).rejects.toMatchObject(
      refusal(
        "The pool's record is unclear",
        "It lists two subaccounts named hall-1, so nothing was sent: make this change in the pool's console.",
      ),
    );
  });
});
