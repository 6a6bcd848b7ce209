import { Decimal } from 'decimal.js';
import { amount, count, hashrate, percent, price } from '../cards/kit/figures.js';
import { POOL_CURRENCIES } from '../guilds/settings.js';
import type { Reading } from './alert.js';
import * as events from './measure/events.js';
import * as figures from './measure/figures.js';
import { minersIn, temperature } from './measure/miners.js';
import type { PoolRead, Watching } from './measure/compare.js';
import type { Rule, Threshold } from './rule.js';
import type { ThresholdUnit } from './threshold.js';

export interface ConditionSpec {
  readonly name: string;
  /** Absent for the built-in conditions, which `watch.ts` measures itself. */
  readonly watching?: Watching;
  /** It reports something that happened. */
  readonly isEvent?: true;
  /** Its figure covers a whole day, so it is good or bad at once. */
  readonly isDaily?: true;
  /** Of its threshold. Default: it has none. */
  readonly units?: readonly ThresholdUnit[];
  /** Absent: it has none, or people have to choose it. */
  readonly usual?: Threshold;
  /** Default: people are told at once. */
  readonly forMinutes?: number;
  /** How its figures can be narrowed. Default: not at all. */
  readonly scope?: 'figures' | 'site';
  /** What its figures can be in. Default: they have no currency. */
  readonly currencies?: readonly string[];
  /** What is wrong. Default: the name and its figure, or the share of its baseline. */
  headline?(reading: Reading, value: string): string;
  /** Default: says that the name is back. */
  readonly back?: string;
  /** A figure in its unit. Default: a plain number. */
  figure?(value: string, currency: string | null): string;
  /** What a share refers to, in full and for a list. */
  readonly baseline?: readonly [long: string, short: string];
  /** The name of a rule without a threshold. */
  readonly rule?: string;
  readonly show?: Show;
}

/** The command that shows what an alert is about; its scope is added to the options. */
export interface Show {
  readonly command: string;
  readonly options?: Readonly<Record<string, string>>;
}

const usually = (direction: Threshold['direction'], unit: ThresholdUnit, value: string) => ({
  units: [unit],
  usual: { unit, value, direction },
});
const FIGURES = { scope: 'figures', currencies: POOL_CURRENCIES } as const;
const FLEET = { scope: 'site' } as const;
const DERIVATIVES = { currencies: ['BTC', 'USD'] } as const;

const OFFLINE: Show = { command: 'miners list', options: { status: 'offline' } };
const FAILING: Show = { command: 'miners list', options: { health: 'failing' } };
const HOTTEST = { sort: 'max_temperature', order: 'desc' };
const SETTINGS: Show = { command: 'payment-settings list' };

const specs = {
  hashrate: {
    name: 'Hashrate',
    watching: figures.hashrate,
    ...FIGURES,
    ...usually('under', 'percent', '80'),
    units: ['percent', 'hashrate'],
    forMinutes: 10,
    figure: hashrate,
    baseline: ['of its 24-hour rate', 'of 24 h'],
    show: OFFLINE,
  },
  'active-miners': {
    name: 'Active miners',
    watching: figures.activeMiners,
    ...FIGURES,
    ...usually('under', 'percent', '90'),
    units: ['percent', 'miners'],
    forMinutes: 10,
    headline: (reading) => minersWords(reading, 'active '),
    back: 'Active miners are back',
    baseline: ['of the most in 24 hours', 'of 24 h'],
    show: OFFLINE,
  },
  efficiency: {
    name: 'Efficiency',
    watching: figures.efficiency,
    ...FIGURES,
    ...usually('under', 'percent', '90'),
    forMinutes: 15,
    figure: percent,
    show: FAILING,
  },
  /** `10%`: moved so far within 24 hours; `<0.0004` or `>0.0005`: a price. */
  hashprice: {
    name: 'Hashprice',
    watching: figures.hashprice,
    currencies: POOL_CURRENCIES,
    ...usually('moved', 'percent', '10'),
    units: ['percent', 'price'],
    forMinutes: 10,
    headline: (reading, value) =>
      `Hashprice ${reading.baseline ? `${movedWords(reading)} in 24 h` : `at ${value}`}`,
    back: 'Hashprice is back in range',
    figure: price,
    show: { command: 'summary' },
  },
  'offline-miners': {
    name: 'Offline miners',
    watching: minersIn('offline'),
    ...FLEET,
    ...usually('over', 'miners', '10'),
    forMinutes: 10,
    headline: (reading) => `${minersWords(reading)} offline`,
    back: 'Offline miners are back',
    show: OFFLINE,
  },
  'failing-miners': {
    name: 'Failing miners',
    watching: minersIn('failing'),
    ...FLEET,
    ...usually('over', 'miners', '10'),
    forMinutes: 10,
    headline: (reading) => `${minersWords(reading)} failing`,
    back: 'Failing miners have recovered',
    show: FAILING,
  },
  temperature: {
    name: 'Hottest miner',
    watching: temperature,
    ...FLEET,
    ...usually('over', 'celsius', '85'),
    forMinutes: 5,
    headline: (_, value) => `Hottest miner ${value}`,
    back: 'Hottest miner has cooled down',
    figure: (value) => `${count(value)} °C`,
    show: { command: 'miners list', options: HOTTEST },
  },
  revenue: {
    name: 'Revenue',
    watching: figures.revenue,
    isDaily: true,
    ...FIGURES,
    ...usually('under', 'percent', '70'),
    figure: amount,
    baseline: ['of the mean of 7 days', 'of 7 days'],
    show: { command: 'revenue' },
  },
  payout: {
    name: 'Balance',
    watching: events.payout,
    ...FIGURES,
    isEvent: true,
    rule: 'Balance falls',
    show: SETTINGS,
  },
  margin: {
    name: 'Available margin',
    watching: figures.margin,
    ...DERIVATIVES,
    units: ['amount'],
    forMinutes: 5,
    headline: (reading, value) => `Available margin ${count(reading.value)}${unitOf(value)}`,
    figure: amount,
    show: { command: 'balances' },
  },
  contracts: {
    name: 'Contracts',
    watching: events.contracts,
    ...DERIVATIVES,
    isEvent: true,
    rule: 'Contracts are new or change',
    show: { command: 'derivatives contracts' },
  },
  'approval-waiting': {
    name: 'Wait for approval',
    watching: events.approvals,
    ...FIGURES,
    isEvent: true,
    ...usually('over', 'hours', '24'),
    show: SETTINGS,
  },
  'changed-elsewhere': {
    name: 'Changes at the pool',
    isEvent: true,
    show: SETTINGS,
  },
  pool: {
    name: 'The pool',
    forMinutes: 10,
    headline: () => 'The pool can’t be read',
    back: 'The pool can be read again',
    rule: 'The pool can’t be read',
  },
} satisfies Readonly<Record<string, ConditionSpec>>;

export type Condition = keyof typeof specs;
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else is added to them
export const CONDITIONS = Object.keys(specs) as Condition[];
export const CONDITION_SPECS: Readonly<Record<Condition, ConditionSpec>> = specs;

/** Null: `watch.ts` measures it itself. */
export function readOf(rule: Rule): PoolRead<unknown> | null {
  return CONDITION_SPECS[rule.condition].watching?.read(rule) ?? null;
}

/** `100+ miners`, `1,366 active miners`. */
function minersWords({ value, isAtLeast }: Reading, state = ''): string {
  const noun = value === '1' && !isAtLeast ? 'miner' : 'miners';
  return `${count(value)}${isAtLeast ? '+' : ''} ${state}${noun}`;
}

function movedWords({ value, baseline }: Reading): string {
  const by = new Decimal(value).div(baseline ?? value).minus(1);
  return `${by.isNegative() ? 'down' : 'up'} ${percentOf(by.abs())}`;
}

/** Rounded down, so that a figure under its threshold never seems to reach it. */
export function percentOf(share: Decimal): string {
  return `${share.times(100).toDecimalPlaces(1, Decimal.ROUND_DOWN).toFixed()}%`;
}

/** ` PH/s` from `347.0 PH/s`. */
export function unitOf(shown: string): string {
  return / \S+$/.exec(shown)?.[0] ?? '';
}
