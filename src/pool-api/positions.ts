import type { DerivativesCurrency } from '../domain/currencies.js';
import type { DateRange, PoolClient, Read } from './client.js';
import { gather } from './gather.js';
import { allPages, DERIVATIVES_PAGE_SIZES } from './pages.js';
import type { Position, PositionHistory } from './resources.js';

/** Every day of the range, and the first answer for what stands once in each (2.11). */
export async function allPositions(
  pool: PoolClient,
  currency: DerivativesCurrency,
  range: DateRange,
): Promise<{ history: PositionHistory; read: Read<Position[]> }> {
  let history: PositionHistory | undefined;
  const read = await gather(
    allPages(
      async (page) => {
        const { value, ...answer } = await pool.getPositions(currency, range, page);
        history ??= value;
        return { ...answer, value: { items: value.positions ?? [] } };
      },
      { sizes: DERIVATIVES_PAGE_SIZES },
    ),
  );
  return { history: history ?? { positions: [] }, read };
}
