/** What a rule may watch. */
export const CONDITIONS = [
  'hashrate',
  'active-miners',
  'efficiency',
  'hashprice',
  'offline-miners',
  'failing-miners',
  'temperature',
  'revenue',
  'payout',
  'margin',
  'contracts',
  'approval-waiting',
  'changed-elsewhere',
  'pool',
] as const;
export type Condition = (typeof CONDITIONS)[number];

/**
 * `percent`: of what the condition compares with. `hashrate`: H/s. `amount`: in the rule's currency.
 * `price`: per PH/s per day.
 */
export type ThresholdUnit =
  | 'percent'
  | 'hashrate'
  | 'miners'
  | 'celsius'
  | 'amount'
  | 'price'
  | 'hours';

export interface ConditionSpec {
  /** `below` and `above` compare a figure, `event` tells of something that happened. */
  readonly compares: 'below' | 'above' | 'moved' | 'event' | 'outage';
  /** Units that its threshold may have, the default first; empty: it has none. */
  readonly units: readonly ThresholdUnit[];
  /** Digits in the first unit. */
  readonly threshold: string | null;
  /** The default pending period, in minutes. */
  readonly forMinutes: number;
  readonly cadence: 'minute' | 'daily';
  /** By what its figures can be narrowed. */
  readonly scope: 'figures' | 'site' | 'none';
  readonly currency: 'pool' | 'derivatives' | 'none';
}

const FIGURES = { cadence: 'minute', scope: 'figures', currency: 'pool' } as const;
const FLEET = { cadence: 'minute', scope: 'site', currency: 'none' } as const;
const EVENT = { compares: 'event', units: [], threshold: null, forMinutes: 0 } as const;

export const CONDITION_SPECS: Readonly<Record<Condition, ConditionSpec>> = {
  hashrate: {
    ...FIGURES,
    compares: 'below',
    units: ['percent', 'hashrate'],
    threshold: '80',
    forMinutes: 10,
  },
  'active-miners': {
    ...FIGURES,
    compares: 'below',
    units: ['percent', 'miners'],
    threshold: '90',
    forMinutes: 10,
  },
  efficiency: {
    ...FIGURES,
    compares: 'below',
    units: ['percent'],
    threshold: '90',
    forMinutes: 15,
  },
  /** `10%`: moved so far within 24 hours; `<0.0004` or `>0.0005`: under or over a price. */
  hashprice: {
    ...FIGURES,
    scope: 'none',
    compares: 'moved',
    units: ['percent', 'price'],
    threshold: '10',
    forMinutes: 10,
  },
  'offline-miners': {
    ...FLEET,
    compares: 'above',
    units: ['miners'],
    threshold: '10',
    forMinutes: 10,
  },
  'failing-miners': {
    ...FLEET,
    compares: 'above',
    units: ['miners'],
    threshold: '10',
    forMinutes: 10,
  },
  temperature: {
    ...FLEET,
    compares: 'above',
    units: ['celsius'],
    threshold: '85',
    forMinutes: 5,
  },
  revenue: {
    ...FIGURES,
    cadence: 'daily',
    compares: 'below',
    units: ['percent'],
    threshold: '70',
    forMinutes: 0,
  },
  payout: { ...FIGURES, ...EVENT },
  margin: {
    cadence: 'minute',
    scope: 'none',
    currency: 'derivatives',
    compares: 'below',
    units: ['amount'],
    threshold: null,
    forMinutes: 5,
  },
  contracts: { ...EVENT, cadence: 'minute', scope: 'none', currency: 'derivatives' },
  'approval-waiting': {
    ...EVENT,
    cadence: 'minute',
    scope: 'figures',
    currency: 'pool',
    units: ['hours'],
    threshold: '24',
  },
  'changed-elsewhere': { ...EVENT, cadence: 'minute', scope: 'none', currency: 'none' },
  pool: {
    cadence: 'minute',
    scope: 'none',
    currency: 'none',
    compares: 'outage',
    units: [],
    threshold: null,
    forMinutes: 10,
  },
};
