import type { Card, Line } from '../discord/reply.js';
import type { Read } from '../pool/pool.js';
import type { DerivativesBalances, Summary } from '../pool/schemas.js';
import { failedLine, given, type NamedPart, type Part } from './failures.js';
import { amountCell, signedCell, type Figure } from './kit/figures.js';
import { table } from './kit/table.js';
import { balanceLines } from './summary.js';

interface BalancesParts {
  /** The scope of the pool's balance; derivatives cover the whole workspace. */
  readonly scope: string;
  /** Null if only another currency was asked for. */
  readonly pool: Part<Read<Summary>> | null;
  /** By currency. */
  readonly derivatives: readonly NamedPart<Read<DerivativesBalances>>[];
  readonly incomplete: Line;
  /** When the pool answered (ms). */
  readonly at: number;
}

export function balancesCard({ scope, pool, derivatives, incomplete, at }: BalancesParts): Card {
  const ofPool = given(pool);
  const columns = derivatives.flatMap(({ name: currency, read }) => {
    const value = given(read)?.value;
    return value ? [{ currency, value }] : [];
  });
  const headings = ['Derivatives', ...columns.map(({ currency }) => currency)];
  const rows = ROWS.map(([name, show, figure]) => [
    name,
    ...columns.map(({ currency, value }) => show(figure(value), currency)),
  ]);
  return {
    title: `Balances${pool === null ? '' : scope}`,
    lines: [
      failedLine('Pool', pool),
      ...(ofPool ? balanceLines('Pool', ofPool.value.balance) : []),
      ...derivatives.map(({ name, read }) => failedLine(`Derivatives ${name}`, read)),
      ...(columns.length > 0
        ? [table(headings, rows), '-# Available is what is left after the buffer.']
        : []),
      incomplete,
    ],
    at,
  };
}

type Show = (value: Figure, currency: string) => string;

const ROWS: readonly (readonly [string, Show, (value: DerivativesBalances) => Figure])[] = [
  ['Available', signedCell, (each) => each.current_available?.initial_buffer_available],
  ['Margin', signedCell, (each) => each.current_margin_balance?.effective_margin_balance],
  [' realized', signedCell, (each) => each.current_margin_balance?.realized_margin_balance],
  [' unrealized', signedCell, (each) => each.current_margin_balance?.unrealized_margin_balance],
  ['Required', amountCell, (each) => each.current_margin_requirement?.maintenance_requirement],
  ['Buffer', amountCell, (each) => each.current_margin_requirement?.initial_buffer_requirement],
  ['Repayment', signedCell, (each) => each.current_repayment_balance?.upfront_repayment_balance],
];

/** One row per part, with every field. */
export function balanceRecords({ pool, derivatives }: Pick<BalancesParts, 'pool' | 'derivatives'>) {
  const ofPool = given(pool);
  const ofDerivatives = derivatives.flatMap(({ read }) => given(read) ?? []);
  return [
    ...(ofPool ? [{ of: 'pool', balance: ofPool.value.balance }] : []),
    ...ofDerivatives.map(({ value }) => ({ of: 'derivatives', ...value })),
  ];
}
