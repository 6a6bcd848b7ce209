import type { Call, Operation } from '../call.js';
import { readRange } from '../date-range.js';
import { paginate } from '../paging.js';
import { readScope } from '../scope.js';
import { dayOf, laterOf, startOf, timestamp } from '../workspace/days.js';
import { between, keyed } from '../workspace/random.js';
import type { DevFeeRecord } from '../workspace/records.js';
import { toCoins } from '../workspace/revenue.js';
import type { PoolSubaccount } from '../workspace/sites.js';
import { HOUR_MS } from '../../../src/domain/time/units.js';

/** 4.1: developer fee. */
export const devFeeOperations: readonly Operation[] = [
  { method: 'GET', path: '/api/v2/pool/dev-fee', run: devFee },
];

const hourMs = HOUR_MS;

/** Hourly rows, oldest first, for miners whose firmware takes a fee. */
function devFee(call: Call): unknown {
  const range = readRange(call);
  const { earnings, now } = call.workspace;
  const feeing = readScope(call).filter((each) => earnings.mines(each, 'BTC'));
  const from = startOf(laterOf(range.start_date, earnings.firstDay()));
  const to = Math.min(startOf(range.end_date) + 24 * hourMs, now() - hourMs);
  const hours = Math.max(0, Math.ceil((to - from) / hourMs));
  const { items, pagination } = paginate(
    call,
    { parameter: 'page_number', size: 10 },
    {
      total: hours * feeing.length,
      at(index) {
        const subaccount = feeing[index % feeing.length];
        if (!subaccount) throw new RangeError(`No row ${index}`);
        return devFeeRow(call, subaccount, from + Math.floor(index / feeing.length) * hourMs);
      },
    },
  );
  return { ...range, devfee_data: items, pagination };
}

function devFeeRow({ workspace }: Call, subaccount: PoolSubaccount, at: number): DevFeeRecord {
  const { seed, earnings } = workspace;
  const share = between(0.012, 0.02, keyed(seed, 'fee', subaccount.id, Math.floor(at / hourMs)));
  const { hashrate } = earnings.power(subaccount);
  const daily = earnings.onDay(subaccount, 'BTC', dayOf(at));
  return {
    datetime: timestamp(at),
    devfee_hashrate: `${(hashrate * BigInt(Math.round(share * 1e6))) / 1_000_000n}`,
    devfee_revenue: toCoins(Math.round((daily / 24) * share)),
    subaccount: subaccount.name,
  };
}
