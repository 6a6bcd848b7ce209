import type { DateRange, PoolClient, Scope } from '../client.js';
import { allPages, POOL_PAGE_SIZES, type ListedPage } from './all-pages.js';
import type { DevFeeReport } from '../resources.js';
import type { WalkBound } from './walk-bounds.js';

export type DevFeeRow = NonNullable<DevFeeReport['devfee_data']>[number];

/** Hourly rows of each subaccount: a dozen make nearly 9,000 a month. */
export function allDevFees(
  pool: PoolClient,
  range: DateRange,
  { bound, ...scope }: Scope & { readonly bound: WalkBound },
): AsyncGenerator<ListedPage<DevFeeRow>> {
  return allPages(
    async (page) => {
      const { value, ...read } = await pool.getDevFee(range, scope, page);
      const { devfee_data: rows, pagination } = value;
      return { ...read, value: { items: rows ?? [], given: !!rows, pagination } };
    },
    { sizes: POOL_PAGE_SIZES, bound },
  );
}
