import { refuse } from '../../../../sandbox/pool/refusal.js';

/** What the pool says under part of its addresses: fields, or functions of their present values. */
type Fields = Readonly<Record<string, unknown>>;

/** A condition, and what the pool says while it holds, nearly holds, and is clear. */
export interface ConditionRow {
  readonly condition: string;
  /** As typed after `/alerts add`; the rest defaults to what docs/alerts.md says. */
  readonly typed: Readonly<Record<string, string>>;
  /** In minutes, according to docs/alerts.md. */
  readonly holdsFor: number;
  readonly part: string;
  readonly held: Fields;
  /** No longer beyond the threshold, but by less than the margin. */
  readonly near?: Fields;
  readonly clear: Fields;
  /** Nothing to compare. */
  readonly forgotten?: Fields;
}

const OF_SUMMARY = { holdsFor: 10, part: '/pool/summary/' };

/** Rules about figures and the pool's own silence; `events.test.ts` has contracts and approvals. */
export const ROWS: readonly ConditionRow[] = [
  {
    condition: 'hashrate',
    typed: {},
    ...OF_SUMMARY,
    held: rates('799'),
    near: rates('839'),
    clear: rates('840'),
    forgotten: { hashrate_24h: null },
  },
  {
    condition: 'active-miners',
    typed: { threshold: '1000 miners' },
    ...OF_SUMMARY,
    held: { active_miners: 999 },
    near: { active_miners: 1049 },
    clear: { active_miners: 1050 },
    forgotten: { active_miners: null },
  },
  {
    condition: 'efficiency',
    typed: {},
    ...OF_SUMMARY,
    holdsFor: 15,
    held: { efficiency_5m: 0.899 },
    near: { efficiency_5m: 0.944 },
    clear: { efficiency_5m: 0.945 },
    forgotten: { efficiency_5m: null },
  },
  {
    condition: 'offline-miners',
    typed: { threshold: '40' },
    holdsFor: 10,
    part: 'hashing_status=offline',
    held: miners(40),
    near: miners(39),
    clear: miners(38),
    forgotten: { miners: null },
  },
  {
    condition: 'failing-miners',
    typed: { threshold: '40' },
    holdsFor: 10,
    part: 'healthy_status=failing',
    held: miners(40),
    near: miners(39),
    clear: miners(38),
    forgotten: { miners: null },
  },
  {
    condition: 'temperature',
    typed: {},
    holdsFor: 5,
    part: 'sort_by=max_temperature',
    held: { max_temperature: 85 },
    near: { max_temperature: 80.8 },
    clear: { max_temperature: 80.75 },
    forgotten: { max_temperature: null },
  },
  {
    condition: 'margin',
    typed: { threshold: '5 USD' },
    holdsFor: 5,
    part: '/derivatives/balances/',
    held: { maintenance_available: 4.99 },
    near: { maintenance_available: 5.24 },
    clear: { maintenance_available: 5.25 },
    forgotten: { maintenance_available: null },
  },
  {
    condition: 'revenue',
    typed: {},
    part: '/pool/revenue/',
    holdsFor: 0,
    held: yesterday(0.69),
    clear: yesterday(0.74),
  },
  {
    condition: 'pool',
    typed: {},
    holdsFor: 10,
    part: 'http',
    held: refused(404),
    clear: {},
  },
];

function rates(of: string): Fields {
  return { hashrate_5m: of, hashrate_24h: '1000' };
}

function miners(count: number): Fields {
  return {
    miners: (all: unknown) => (Array.isArray(all) ? all.slice(0, count) : all),
    item_count: count,
    next_page_url: null,
  };
}

/** The newest of eight days, against seven of 1 each. */
function yesterday(made: number): Fields {
  return {
    revenue: (all: unknown) => {
      if (typeof all === 'number') return 1;
      return Array.isArray(all) ? [...all.slice(0, -1), scaled(all.at(-1), made)] : all;
    },
  };
}

function scaled(row: unknown, made: number): unknown {
  return JSON.parse(JSON.stringify(row), (_, value: unknown) =>
    typeof value === 'number' ? made : value,
  );
}

function refused(status: 404): Fields {
  return { '': () => refuse(status) };
}
