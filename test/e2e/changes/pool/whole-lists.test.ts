import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { changeWorld, confirm, told, type ChangeWorld } from '../change-world.js';
import { startFront, type Front } from '../../../support/proxy.js';
import { shown } from '../../shown.js';
import { ask, startWorld, type World } from '../../world.js';

/** A pool whose pages contradict each other, or its rows. */

let house: World;
let front: Front;
let world: ChangeWorld;

beforeAll(async () => {
  house = await startWorld({
    async env({ pool }) {
      front = await startFront(pool.url);
      return { POOL_API_URL: front.url };
    },
  });
  await house.start();
});
beforeEach(async () => {
  world = await changeWorld(house);
});
afterEach(() => {
  front.habits.instead = null;
});
afterAll(async () => {
  await house.close();
  await front.close();
});

interface Row {
  readonly id: number;
  readonly name: string;
  readonly site: object;
}

const ROWS_OF_A_PAGE = 5;

/** Lists the subaccounts in pages of five; the rows may differ from page to page. */
function listing(rowsAt: (number: number) => readonly Row[], said: object = {}) {
  front.habits.instead = ({ method, url, headers }) => {
    const asked = new URL(url ?? '', 'http://pool');
    const isList = method === 'GET' && asked.pathname.endsWith('/v2/pool/subaccounts');
    if (!isList || headers.authorization !== world.key) return null;
    const number = Number(asked.searchParams.get('page_number') ?? 1);
    const rows = rowsAt(number);
    const [from, to] = [(number - 1) * ROWS_OF_A_PAGE, number * ROWS_OF_A_PAGE];
    const pagination = {
      page_number: number,
      page_size: ROWS_OF_A_PAGE,
      item_count: rows.length,
      previous_page_url: number > 1 ? '/before' : null,
      next_page_url: to < rows.length ? '/next' : null,
      ...said,
    };
    const body = JSON.stringify({ subaccounts: rows.slice(from, to), pagination });
    return { status: 200, body };
  };
}

/** The pool's own rows, in its order. */
function ownRows(): Row[] {
  const workspace = world.pool.workspaceOf(world.key);
  return workspace.subaccounts.map(({ id, name, siteId }) => ({
    id,
    name,
    site: { id: siteId, name: workspace.sites.find((each) => each.id === siteId)?.name },
  }));
}

const NO_WHOLE_LIST =
  /can’t be trusted: its list gave an entry twice, so another may be missing\. Try again/;

test('no move and no create rests on a list in which a row came on two pages', async () => {
  const rows = ownRows();
  const hidden = { id: 99_999, name: 'hall-9', site: rows[0]?.site ?? {} };
  // Between two pages the fourth row moved behind the fifth, so the hidden one is on neither.
  const atPage = (number: number) =>
    number === 1
      ? [...rows.slice(0, 5), hidden, ...rows.slice(5)]
      : [...rows.slice(0, 4), hidden, ...rows.slice(3, 4), ...rows.slice(5)];
  listing(atPage);
  const { site } = world.elsewhere();
  expect(shown(await world.askToMove())).toMatch(NO_WHOLE_LIST);
  const create = await ask(world.as('manager'), 'subaccount create', { name: 'hall-9', site });
  expect(shown(create)).toMatch(NO_WHOLE_LIST);
  // Reading still works.
  const list = shown(await ask(world.as('viewer'), 'subaccount list'));
  expect(list).not.toContain('can’t be trusted');
  expect(world.writes()).toEqual([]);
});

test('a click sends nothing on such a list', async () => {
  const rows = ownRows();
  listing(() => rows);
  const message = await world.askToMove();
  expect(shown(message)).toContain('Waiting for confirmation');
  listing((number) => rows.toSpliced(5, 1, ...(number === 1 ? [] : rows.slice(3, 4))));
  const click = await confirm(world, 'manager', message);
  await expect.poll(() => told(click)).toMatch(NO_WHOLE_LIST);
  expect(world.writes()).toEqual([]);
});

test.each([
  [{ page_number: -7 }, 'it was asked for page 1 of its list, and says that it sent page \\-7'],
  [{ page_number: 7 }, 'it was asked for page 1 of its list, and says that it sent page 7'],
  [{ previous_page_url: '/x' }, 'the first page of its list says that another one comes before it'],
  [{ has_more: true }, 'its list ended, but says that more follows'],
  [{ total_pages: 3 }, 'its list ended, but says that more follows'],
  [{ links: { next: '/x' } }, 'its list ended, but says that more follows'],
  [{ total_count: 50 }, 'its list says that it has 50 entries, but 8 came'],
  [{ item_count: '1,099' }, 'its list says that it has 1099 entries, but 8 came'],
  [{ recordCount: 50 }, 'its list says that it has 50 entries, but 8 came'],
  [{ currentPage: 7 }, 'it was asked for page 1 of its list, and says that it sent page 7'],
  [{ page: '7' }, 'it was asked for page 1 of its list, and says that it sent page 7'],
  [{ has_previous_page: true }, 'the first page of its list says that another one comes before it'],
  [{ prevPage: 1 }, 'the first page of its list says that another one comes before it'],
  [{ links: { prev: '/x' } }, 'the first page of its list says that another one comes before it'],
])('no move rests on a list whose paging says %j', async (said, fault) => {
  listing(ownRows);
  expect(shown(await world.askToMove())).toContain('Waiting for confirmation');
  listing(ownRows, said);
  const refused = shown(await world.askToMove('manager', 1));
  expect(refused).toContain(`can’t be trusted: ${fault}. Try again`);
});
