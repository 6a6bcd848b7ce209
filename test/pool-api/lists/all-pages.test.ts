import { describe, expect, it } from 'vitest';
import {
  PoolBroken,
  PoolNotFound,
  PoolRejected,
  PoolUnreadable,
} from '../../../src/domain/errors/pool-errors.js';
import type { Page, Read } from '../../../src/pool-api/client.js';
import { collectPages } from '../../../src/pool-api/lists/collect-pages.js';
import {
  allPages,
  type ItemPage,
  type PagesOptions,
} from '../../../src/pool-api/lists/all-pages.js';
import type { WalkBound } from '../../../src/pool-api/lists/walk-bounds.js';

interface Item {
  id?: string | undefined;
  figure: number;
}
type Answer = ItemPage<Item>;

/** A list of `total` items, paged by the requested size unless `answer` says otherwise. */
function list(total: number, answer: (page: Required<Page>, plain: Answer) => Answer = same) {
  const asked: string[] = [];
  const all = Array.from({ length: total }, (_, index) => ({ id: `m${index}`, figure: index }));
  let underWay = 0;
  let most = 0;
  const fetchPage = async (page: Required<Page>): Promise<Read<Answer>> => {
    asked.push(`${page.number}/${page.size}`);
    most = Math.max(most, ++underWay);
    await new Promise(setImmediate);
    underWay--;
    const end = page.number * page.size;
    const next = end < total ? `/next?page=${page.number + 1}` : null;
    const plain = { items: all.slice(end - page.size, end), pagination: { next_page_url: next } };
    return {
      value: answer(page, plain),
      readAt: page.number,
      refusedSubaccounts: ['no'],
      filledInAllSubaccounts: false,
    };
  };
  return { fetchPage, asked, all, mostUnderWay: () => most };
}

const same = (_: Page, plain: Answer) => plain;
const withoutPagination = (_: Page, { items }: Answer) => ({ items });
const neverNull = (_: Page, { items }: Answer) => ({
  items,
  pagination: { next_page_url: 'https://elsewhere.example/', item_count: 1 },
});

function notFoundAfter(last: number, of: ReturnType<typeof list>): ReturnType<typeof list> {
  const fetchPage = async (page: Required<Page>) => {
    if (page.number > last) throw new PoolNotFound({ operation: 'x', outcome: 'refused' });
    return of.fetchPage(page);
  };
  return { ...of, fetchPage };
}

type Options = Omit<PagesOptions, 'bound'> & { readonly bound?: WalkBound };

const ENOUGH: WalkBound = { rows: 1_000, ms: 60_000 };

const pagesOf = (of: ReturnType<typeof list>, options: Options) =>
  allPages(of.fetchPage, { bound: ENOUGH, ...options });

async function collect(of: ReturnType<typeof list>, options: Options) {
  const items: Item[] = [];
  const numbers: number[] = [];
  for await (const page of pagesOf(of, options)) {
    items.push(...page.items);
    numbers.push(page.number);
    expect(page).toMatchObject({ readAt: page.number, refusedSubaccounts: ['no'] });
  }
  return { items, numbers };
}

describe.each([1, 3])('with %i in flight, all pages', (inFlight) => {
  it.each([
    ['end where there is no next one', 25, same],
    ['end with an empty one', 25, neverNull],
    ['end with an empty one where none is short', 30, neverNull],
    ['need no pagination', 25, withoutPagination],
    ['need no pagination where none is short', 30, withoutPagination],
    [
      'end where the last one repeats',
      25,
      (page: Required<Page>, plain: Answer) => ({
        items: plain.items.length ? plain.items : list(25).all.slice(20),
      }),
    ],
    [
      'end where the last one repeats with other figures',
      25,
      (page: Required<Page>, plain: Answer) => ({
        items: (plain.items.length ? plain.items : list(25).all.slice(20)).map(({ id }) => ({
          id,
          figure: page.number,
        })),
      }),
    ],
  ])('%s', async (_, total, answer) => {
    const of = list(total, answer);
    const { items, numbers } = await collect(of, { sizes: [10], inFlight });
    expect(items.map(({ id }) => id)).toEqual(of.all.map(({ id }) => id));
    expect(numbers).toEqual([1, 2, 3]);
  });

  it('end at once where the pool gives the first one for every number', async () => {
    const of = list(25, () => ({ items: [{ figure: 1 }, { figure: 2 }] }));
    expect((await collect(of, { sizes: [10], inFlight })).items).toHaveLength(2);
  });

  it('are marked where full ones repeat though a next one is named', async () => {
    const rows = [{ figure: 1 }, { figure: 1 }];
    const pagination = { next_page_url: '/next' };
    const of = list(25, () => ({ items: rows, pagination }));
    const read = await collectPages(pagesOf(of, { sizes: [2], inFlight }));
    expect(read).toMatchObject({ value: rows, repeated: true });
    const unnamed = list(25, () => ({ items: rows }));
    const end = await collectPages(pagesOf(unnamed, { sizes: [2], inFlight }));
    expect(end).not.toHaveProperty('repeated');
  });

  it('of nothing are one, which says when it was read and what was left out of it', async () => {
    const of = list(0, withoutPagination);
    expect(await collect(of, { inFlight })).toEqual({ items: [], numbers: [1] });
    expect(of.asked).toHaveLength(1);
    expect(await collectPages(pagesOf(of, { inFlight }))).toEqual({
      value: [],
      readAt: 1,
      refusedSubaccounts: ['no'],
      filledInAllSubaccounts: false,
    });
  });

  it('end where a further one is not found that nobody named', async () => {
    const of = notFoundAfter(2, list(20, withoutPagination));
    expect((await collect(of, { sizes: [10], inFlight })).items).toHaveLength(20);
  });

  it('fail where one is not found that the one before named', async () => {
    const of = notFoundAfter(2, list(30));
    await expect(collect(of, { sizes: [10], inFlight })).rejects.toBeInstanceOf(PoolNotFound);
  });

  it('fail where one comes without a list that the one before named', async () => {
    const noList = { items: [], given: false };
    const of = list(30, (page, plain) => (page.number > 2 ? noList : plain));
    await expect(collect(of, { sizes: [10], inFlight })).rejects.toBeInstanceOf(PoolUnreadable);
    const unnamed = list(30, ({ number }, { items }) => (number > 2 ? noList : { items }));
    expect((await collect(unnamed, { sizes: [10], inFlight })).items).toHaveLength(20);
  });

  it('without a first list are marked, because not said is not none', async () => {
    const of = list(0, () => ({ items: [], given: false }));
    expect(await collectPages(pagesOf(of, { inFlight }))).toMatchObject({
      value: [],
      given: false,
    });
    const empty = list(0, () => ({ items: [], given: true }));
    expect(await collectPages(pagesOf(empty, { inFlight }))).not.toHaveProperty('given');
  });

  it('fail where one in between fails, after those before it', async () => {
    const of = list(50);
    const fetchPage = async (page: Required<Page>) => {
      if (page.number === 3) throw new PoolBroken({ operation: 'x', outcome: 'unknown' });
      return of.fetchPage(page);
    };
    const numbers: number[] = [];
    const run = async () => {
      for await (const { number } of pagesOf({ ...of, fetchPage }, { sizes: [10], inFlight }))
        numbers.push(number);
    };
    await expect(run()).rejects.toBeInstanceOf(PoolBroken);
    expect(numbers).toEqual([1, 2]);
  });

  it('go on with the size that the pool caps at, told or not', async () => {
    for (const told of [4, 10, undefined]) {
      // Counts pages by the requested size but fills them by its own: the worst of both.
      const of = list(23, ({ number, size }) => {
        const start = (number - 1) * size;
        return {
          items: of.all.slice(start, start + Math.min(size, 4)),
          pagination: { page_size: told, next_page_url: start + 4 < 23 ? 'next' : null },
        };
      });
      const { items } = await collect(of, { sizes: [10], inFlight });
      expect(items).toEqual(of.all);
    }
  });

  it('are cut off past so many rows, and say so', async () => {
    const of = list(1, ({ number }) => ({ items: [{ figure: number }] }));
    const read = await collectPages(
      pagesOf(of, { sizes: [1], inFlight, bound: { ...ENOUGH, rows: 7 } }),
    );
    expect(read.value.map(({ figure }) => figure)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(read.cutOff).toEqual({ by: 'rows', rows: 7 });
    expect(of.asked.length).toBeLessThan(7 + 2 * inFlight);
  });

  it('are whole where they end just there', async () => {
    const read = await collectPages(
      pagesOf(list(30, withoutPagination), {
        sizes: [10],
        inFlight,
        bound: { ...ENOUGH, rows: 30 },
      }),
    );
    expect(read.value).toHaveLength(30);
    expect(read).not.toHaveProperty('cutOff');
  });

  it('are cut off in the middle of one that holds more', async () => {
    const of = list(25);
    const bound = { ...ENOUGH, rows: 13 };
    const read = await collectPages(pagesOf(of, { sizes: [10], inFlight, bound }));
    expect(read.value).toEqual(of.all.slice(0, 13));
    expect(read.cutOff).toEqual({ by: 'rows', rows: 13 });
  });

  it('are cut off where one does not come in time, after those before it', async () => {
    const of = list(50);
    const fetchPage = async (page: Required<Page>) =>
      page.number === 3 ? new Promise<never>(() => undefined) : of.fetchPage(page);
    const bound = { ...ENOUGH, ms: 20 };
    const read = await collectPages(
      pagesOf({ ...of, fetchPage }, { sizes: [10], inFlight, bound }),
    );
    expect(read.value).toEqual(of.all.slice(0, read.value.length));
    expect(read.cutOff).toEqual({ by: 'time', rows: read.value.length });
  });

  it('come in parts where one holds more than anybody asks for', async () => {
    const of = list(2_500, () => ({ items: of.all, pagination: { next_page_url: null } }));
    const sizes: number[] = [];
    const bound = { ...ENOUGH, rows: 2_200 };
    for await (const { items, cutOff } of pagesOf(of, { inFlight, bound }))
      sizes.push(cutOff === undefined ? items.length : cutOff.rows);
    expect(sizes).toEqual([1_000, 1_000, 200, 2_200]);
  });

  it('are asked for no more than so many at once', async () => {
    const of = list(95);
    expect((await collect(of, { sizes: [10], inFlight })).items).toEqual(of.all);
    expect(of.mostUnderWay()).toBe(inFlight);
  });
});

const refusing = (largest: number) => (page: Required<Page>, plain: Answer) => {
  if (page.size > largest) {
    throw new PoolRejected({ operation: 'x', status: 400, outcome: 'refused' });
  }
  return plain;
};

describe('a page size that is refused', () => {
  it('gives way to the next smaller', async () => {
    const of = list(150, refusing(100));
    expect((await collect(of, {})).items).toEqual(of.all);
    expect(of.asked).toEqual(['1/1000', '1/100', '2/100']);
  });

  it('fails when there is none left', async () => {
    await expect(collect(list(15, refusing(5)), {})).rejects.toMatchObject({ status: 400 });
  });
});

it('asks for nothing more once nobody reads on', async () => {
  const of = list(100);
  for await (const page of pagesOf(of, { sizes: [10] })) if (page.number === 2) break;
  expect(of.asked).toEqual(['1/10', '2/10']);
});

it('a long page without ids is compared while others have their turn', async () => {
  const items = Array.from({ length: 5_000 }, (_, figure) => ({ figure }));
  const about = { readAt: 0, refusedSubaccounts: [], filledInAllSubaccounts: false };
  const fetchPage = async (): Promise<Read<Answer>> => ({ ...about, value: { items } });
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await allPages(fetchPage, { bound: { rows: 10_000, ms: 60_000 } }).next();
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(3);
});
