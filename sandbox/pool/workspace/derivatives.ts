import { contractDays, createContracts, round, statusOf, type Contract } from './contracts.js';
import { addDays, dayOf } from './days.js';
import { between, keyed } from './random.js';
import { positionOn, type PositionRecord } from './positions.js';

export const denominations = ['BTC', 'USD'] as const;

interface PaymentRecord {
  date_time: string;
  type: 'PAYABLE' | 'RECEIVABLE';
  amount: number;
}

export interface Derivatives {
  /** Newest first. */
  contracts(denomination: string): Contract[];
  contract(id: string): Contract | undefined;
  status(contract: Contract): 'ACTIVE' | 'SETTLED';
  days(contract: Contract): ReturnType<typeof contractDays>;
  /** Newest first, at most one per day of the history. */
  payments(denomination: string): PaymentRecord[];
  position(denomination: string, day: string): PositionRecord;
  balances(denomination: string): Record<string, unknown>;
}

interface DerivativesOptions {
  readonly seed: number;
  readonly days: number;
  readonly now: () => number;
}

export function createDerivatives({ seed, days, now }: DerivativesOptions): Derivatives {
  /** By denomination and month: each day's position needs the same ones. */
  const kept = new Map<string, Contract[]>();
  function contracts(denomination: string): Contract[] {
    const name = `${denomination} ${dayOf(now()).slice(0, 7)}`;
    const found = kept.get(name) ?? createContracts(seed, denomination, now());
    kept.set(name, found);
    return found;
  }
  const position = (denomination: string, day: string) =>
    positionOn({ seed, denomination, contracts: contracts(denomination), day });

  function payments(denomination: string): PaymentRecord[] {
    const all = contracts(denomination);
    const yesterday = addDays(dayOf(now()), -1);
    return Array.from({ length: days }, (_, index) => addDays(yesterday, -index)).flatMap((day) => {
      const gain = positionOn({ seed, denomination, contracts: all, day }).realized_gain_loss;
      if (gain === 0) return [];
      const type = gain > 0 ? ('RECEIVABLE' as const) : ('PAYABLE' as const);
      return [{ date_time: `${day}T16:00:00Z`, type, amount: Math.abs(gain) }];
    });
  }

  return {
    contracts,
    contract: (id) => denominations.flatMap(contracts).find((contract) => contract.id === id),
    status: (contract) => statusOf(contract, now()),
    days: (contract) => contractDays(seed, contract, now()),
    payments,
    position,
    balances: (denomination) =>
      balancesOf({
        seed,
        denomination,
        position: position(denomination, addDays(dayOf(now()), -1)),
      }),
  };
}

interface Balancing {
  readonly seed: number;
  readonly denomination: string;
  readonly position: PositionRecord;
}

/**
 * Consistent sums and differences: effective = realized + unrealized, available = effective −
 * required; and maintenance with its buffer is what the position's history calls required.
 */
function balancesOf({ seed, denomination, position }: Balancing): Record<string, unknown> {
  const money = (value: number) => round(value, denomination);
  const scale = denomination === 'USD' ? 100_000 : 1;
  const draw = (what: string) => between(0.6, 1.4, keyed(seed, denomination, what));
  const realized = money(3.2 * scale * draw('deposit'));
  const unrealized = position.unrealized_gain_loss;
  const effective = money(realized + unrealized);
  const credits = money(1.1 * scale * draw('credits'));
  const made = money(credits * 0.43 * draw('made'));
  const maintenance = position.maintenance_margin;
  const buffer = money(position.margin_required - maintenance);
  return {
    currency_type: denomination,
    current_margin_balance: {
      realized_margin_balance: realized,
      unrealized_margin_balance: unrealized,
      effective_margin_balance: effective,
    },
    current_repayment_balance: {
      upfront_payment_credits: credits,
      upfront_repayment_made: made,
      upfront_repayment_balance: money(credits - made),
    },
    current_margin_requirement: {
      maintenance_requirement: maintenance,
      initial_buffer_pct: 0.5,
      initial_buffer_requirement: buffer,
    },
    current_available: {
      maintenance_available: money(effective - maintenance),
      initial_buffer_available: money(effective - maintenance - buffer),
    },
  };
}
