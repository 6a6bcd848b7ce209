import { expect, test } from 'vitest';
import { allPositions } from '../../../src/pool-api/lists/positions.js';
import { useConnections } from '../fakes/connected-pool.js';
import { json } from '../fakes/fake-pool.js';

const connect = useConnections();
const RANGE = { start: '2026-11-01', end: '2026-11-19' };

function refusedFrom(page: number) {
  return connect((seen, response) => {
    const number = Number(new URL(seen.url, 'http://pool').searchParams.get('page_number'));
    if (number >= page) return json(response, { message: 'no such page' }, 400);
    return json(response, { positions: [{ date: `2026-11-0${number}` }] });
  });
}

test('a page past the end that is refused with 400 is the end', async () => {
  const { client } = await refusedFrom(3);
  const { history, read } = await allPositions(client, 'BTC', RANGE);
  expect(read.value.map(({ date }) => date)).toEqual(['2026-11-01', '2026-11-02']);
  expect(history.positions).toHaveLength(1);
});

test('a first page that is refused is a failure', async () => {
  const { client } = await refusedFrom(1);
  await expect(allPositions(client, 'BTC', RANGE)).rejects.toMatchObject({ status: 400 });
});

test('what stands once is taken from the first page, whatever later ones say', async () => {
  const { client } = await connect((seen, response) => {
    const number = Number(new URL(seen.url, 'http://pool').searchParams.get('page_number'));
    const positions = number > 3 ? [] : [{ date: `2026-11-0${number}` }];
    const summary = { total_gain_loss: number };
    json(response, { currency_type: number === 1 ? 'USD' : 'BTC', summary, positions });
  });
  const { history, read } = await allPositions(client, 'USD', RANGE);
  expect(history).toMatchObject({ currency_type: 'USD', summary: { total_gain_loss: 1 } });
  expect(read.value).toHaveLength(3);
});

test('a day of which nothing is said keeps its place', async () => {
  const { client } = await connect((_, response) =>
    json(response, { positions: [{ date: '2026-11-01' }, null, { date: '2026-11-03' }] }),
  );
  const { read } = await allPositions(client, 'BTC', RANGE);
  expect(read.value.map(({ date }) => date ?? null)).toEqual(['2026-11-01', null, '2026-11-03']);
});
