import { lineChart } from '../cards/kit/charts.js';
import { decimal, type Figure } from '../cards/kit/figures.js';
import { eachDay } from '../cards/kit/times.js';
import type { Picture } from '../discord/reply.js';
import { shift } from './due-times.js';
import type { Snapshot } from './snapshots.js';

const DAYS = 30;
const UNITS = ['H/s', 'kH/s', 'MH/s', 'GH/s', 'TH/s', 'PH/s', 'EH/s'];

/**
 * Each 24 hours' hashrate, of kept days and today's `now` (H/s). Undefined without an earlier day,
 * or if nothing was given.
 */
export function hashrateChart(
  kept: readonly Snapshot[],
  today: string,
  now: Figure,
): Promise<Picture | undefined> {
  const byDate = new Map<string, Figure>([[today, now]]);
  for (const { date, figures } of kept) byDate.set(date, figures.hashrate_24h);
  const first = [...byDate.keys()].filter((date) => date > shift(today, -DAYS)).toSorted()[0];
  if (first === undefined || first === today) return Promise.resolve(undefined);
  const days = eachDay(first, today);
  const rates = days.map((date) => decimal(byDate.get(date)));
  const most = Math.max(0, ...rates.map((rate) => rate?.e ?? 0));
  const step = Math.min(Math.floor(most / 3), UNITS.length - 1);
  return lineChart({
    name: 'hashrate',
    days,
    panels: [
      {
        heading: 'Hashrate',
        unit: UNITS[step] ?? '',
        series: [
          { label: 'Hashrate', values: rates.map((rate) => rate && rate.div(1000 ** step)) },
        ],
      },
    ],
  });
}
