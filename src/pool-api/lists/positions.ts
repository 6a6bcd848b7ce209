import type { DerivativesCurrency } from '../../domain/pool/currencies.js';
import { PoolRejected } from '../../domain/errors/pool-errors.js';
import type { DateRange, PoolClient, Read } from '../client.js';
import { collectPages, type CollectedList } from './collect-pages.js';
import { allPages, DERIVATIVES_PAGE_SIZES } from './all-pages.js';
import type { Position, PositionHistory } from '../resources.js';
import { DAILY_BOUND } from './walk-bounds.js';

/** Every day of the range, plus the first answer for the rest. A 400 after page 1 is the end. */
export async function allPositions(
  pool: PoolClient,
  currency: DerivativesCurrency,
  range: DateRange,
): Promise<{ history: PositionHistory; read: CollectedList<Position> }> {
  let first: Read<PositionHistory> | undefined;
  const read = await collectPages(
    allPages(
      async (page) => {
        const answer = await pool.getPositions(currency, range, page).catch((error: unknown) => {
          const isEnd = error instanceof PoolRejected && error.status === 400 && page.number > 1;
          if (isEnd && first) return { ...first, value: { positions: [] } };
          throw error;
        });
        first ??= answer;
        const { positions } = answer.value;
        return { ...answer, value: { items: positions ?? [], given: !!positions } };
      },
      { sizes: DERIVATIVES_PAGE_SIZES, bound: DAILY_BOUND },
    ),
  );
  return { history: first?.value ?? { positions: [] }, read };
}
