import { expect, test } from 'vitest';
import { LOOPBACK_BUSY, type Figures, type Row, type Target } from '../../bench/rows/row.js';
import { report } from '../../bench/runner/report.js';
import { judge, measure } from '../../bench/runner/rounds.js';

const CPU = 'CPU each (ms)';

/** A row whose contenders return these figures, one per round. */
function rowOf(figures: Readonly<Record<string, readonly Figures[]>>, target: Target) {
  const turns: string[] = [];
  const row: Row = {
    id: 'P1',
    name: 'made-up',
    what: 'made up',
    targets: [target],
    open: async () => ({
      contenders: Object.keys(figures),
      async round(name) {
        const round = turns.filter((each) => each === name).length;
        turns.push(name);
        return figures[name]?.[round] ?? {};
      },
      close: async () => void turns.push('closed'),
    }),
  };
  return { row, turns };
}

const cpu = (...values: number[]): Figures[] => values.map((value) => ({ [CPU]: value }));

async function judged(figures: Parameters<typeof rowOf>[0], target: Target) {
  const { row } = rowOf(figures, target);
  const [first] = judge(await measure(row, { quick: false, rounds: 3 }));
  if (first === undefined) throw new Error('nothing was judged');
  return first;
}

test('contenders take turns, and everything is closed', async () => {
  const { row, turns } = rowOf({ ours: cpu(1, 1), raw: cpu(1, 1) }, { figure: CPU });
  await measure(row, { quick: false, rounds: 2 });
  expect(turns).toEqual(['ours', 'raw', 'ours', 'raw', 'closed']);
});

test('a row may ask for fewer rounds, and for fewer still where little time is', async () => {
  const { row, turns } = rowOf({ ours: cpu(1) }, { figure: CPU });
  const long = { ...row, mostRounds: 2, quickRounds: 1 };
  await measure(long, { quick: false, rounds: 5 });
  await measure(long, { quick: true, rounds: 5 });
  expect(turns).toEqual(['ours', 'ours', 'closed', 'ours', 'closed']);
});

test('a ratio is of the same round, and its median is judged', async () => {
  const figures = { ours: cpu(2, 40, 6), raw: cpu(1, 10, 2) };
  const target = { figure: CPU, beside: 'raw', atMost: 3 };
  expect(await judged(figures, target)).toMatchObject({
    spread: { median: 3, least: 2, most: 4 },
    isReached: true,
  });
  expect(await judged(figures, { ...target, atMost: 2.9 })).toMatchObject({ isReached: false });
  expect(await judged(figures, { figure: CPU, atLeast: 7 })).toMatchObject({ isReached: false });
});

test('what was not measured, or never answered, reaches nothing', async () => {
  const target = { figure: CPU, atMost: 3 };
  expect(await judged({ ours: [{}, {}, {}] }, target)).toMatchObject({ isReached: false });
  expect(await judged({ ours: cpu(1, 1, NaN) }, target)).toMatchObject({ isReached: false });
  expect(await judged({ ours: cpu(Infinity, Infinity, 1) }, target)).toMatchObject({
    isReached: false,
  });
});

test('a row that fails is said to be not measured, and closed', async () => {
  const { row, turns } = rowOf({ ours: cpu(1, 1) }, { figure: CPU, atMost: 3 });
  const failing: Row = {
    ...row,
    async open(options) {
      const measuring = await row.open(options);
      let rounds = 0;
      const round = (name: string) => {
        if (++rounds > 1) throw new Error('a bot ended with SIGABRT\nand more');
        return measuring.round(name);
      };
      return { ...measuring, round };
    },
  };
  const measured = await measure(failing, { quick: false, rounds: 2 });
  expect(turns).toEqual(['ours', 'closed']);
  expect(judge(measured)).toMatchObject([{ isReached: false }]);
  expect(report([measured], '')).toContain('Not measured: Error: a bot ended with SIGABRT.');
});

test('a round in which the loopback was busy is marked, of either contender', async () => {
  const busy = [{ [CPU]: 1, [LOOPBACK_BUSY]: 61 }, ...cpu(1, 1)];
  const target = { figure: CPU, beside: 'raw', atMost: 3 };
  expect(await judged({ ours: cpu(1, 1, 1), raw: busy }, target)).toMatchObject({ isBusy: true });
  expect(await judged({ ours: cpu(1, 1, 1), raw: cpu(1, 1, 1) }, target)).toMatchObject({
    isBusy: false,
  });
});

test('the table says what was wanted, measured and reached', async () => {
  const figures = { ours: cpu(2, 4, 3), raw: cpu(1, 1, 1) };
  const { row } = rowOf(figures, { id: 'P3', figure: CPU, beside: 'raw', atMost: 2.3 });
  const text = report([await measure(row, { quick: false, rounds: 3 })], 'A machine.');
  expect(text).toMatchInlineSnapshot(`
    "A machine.

    | # | what | target | measured | spread | reached |
    | --- | --- | --- | --- | --- | --- |
    | P3 | made up: CPU each | ≤ 2.3 × raw | 3.00 × | 2.00–4.00 | **no** |

    ### P1 · made-up: made up

    | | ours | raw |
    | --- | --- | --- |
    | CPU each (ms) | 3.00 (2.00–4.00) | 1.00 (1.00–1.00) |"
  `);
});
