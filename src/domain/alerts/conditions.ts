/**
 * What a rule may watch. The terms are those of Prometheus and Grafana: a rule has a condition and
 * a pending period (`for`).
 */
export const CONDITIONS = [
  'hashrate',
  'active-miners',
  'efficiency',
  'offline-miners',
  'failing-miners',
  'temperature',
  'revenue',
  'margin',
  'contracts',
  'approval-waiting',
  'changed-elsewhere',
  'pool',
] as const;
export type Condition = (typeof CONDITIONS)[number];

/**
 * `percent`: of the figure compared with. `hashrate`: in H/s. `miners`: a count. `amount`: in the
 * balance's currency.
 */
export const THRESHOLD_UNITS = [
  'percent',
  'hashrate',
  'miners',
  'celsius',
  'amount',
  'hours',
] as const;
export type ThresholdUnit = (typeof THRESHOLD_UNITS)[number];

export interface ConditionSpec {
  /**
   * `below` and `above` (which also hold at the threshold) compare a figure; `event` tells of
   * something that happened; `outage` is the pool's own silence.
   */
  readonly compares: 'below' | 'above' | 'event' | 'outage';
  /** Units that its threshold may have, the default first; empty = it has no threshold. */
  readonly units: readonly ThresholdUnit[];
  /** Digits, in the first unit. */
  readonly threshold?: string;
  /** The default pending period and the shortest one, in minutes. */
  readonly forMinutes: number;
  readonly shortestFor: number;
  /** `daily`: there is one figure a day, and one is enough. */
  readonly cadence: 'minute' | 'daily';
  /** Whether figures can be asked for by subaccounts or site, by site only, or neither. */
  readonly scope: 'figures' | 'site' | 'none';
  /** Whether its figures are in one currency; `derivatives` uses the derivatives' currencies. */
  readonly currency: 'pool' | 'derivatives' | 'none';
}

const FIGURES = { cadence: 'minute', scope: 'figures', currency: 'pool' } as const;
const FLEET = { cadence: 'minute', scope: 'site', currency: 'none' } as const;

export const CONDITION_SPECS: Readonly<Record<Condition, ConditionSpec>> = {
  hashrate: {
    ...FIGURES,
    compares: 'below',
    units: ['percent', 'hashrate'],
    threshold: '80',
    forMinutes: 10,
    // One reading alone is never enough.
    shortestFor: 1,
  },
  'active-miners': {
    ...FIGURES,
    compares: 'below',
    units: ['percent', 'miners'],
    threshold: '90',
    forMinutes: 10,
    shortestFor: 1,
  },
  efficiency: {
    ...FIGURES,
    compares: 'below',
    units: ['percent'],
    threshold: '90',
    forMinutes: 15,
    shortestFor: 1,
  },
  'offline-miners': {
    ...FLEET,
    compares: 'above',
    units: ['miners'],
    threshold: '10',
    forMinutes: 10,
    shortestFor: 1,
  },
  'failing-miners': {
    ...FLEET,
    compares: 'above',
    units: ['miners'],
    threshold: '10',
    forMinutes: 10,
    shortestFor: 1,
  },
  temperature: {
    ...FLEET,
    compares: 'above',
    units: ['celsius'],
    threshold: '85',
    forMinutes: 5,
    shortestFor: 1,
  },
  revenue: {
    ...FIGURES,
    cadence: 'daily',
    compares: 'below',
    units: ['percent'],
    threshold: '70',
    forMinutes: 0,
    shortestFor: 0,
  },
  margin: {
    cadence: 'minute',
    scope: 'none',
    currency: 'derivatives',
    compares: 'below',
    units: ['amount'],
    threshold: '0',
    forMinutes: 5,
    shortestFor: 0,
  },
  contracts: {
    cadence: 'minute',
    scope: 'none',
    currency: 'derivatives',
    compares: 'event',
    units: [],
    forMinutes: 0,
    shortestFor: 0,
  },
  'approval-waiting': {
    cadence: 'minute',
    scope: 'figures',
    currency: 'pool',
    compares: 'above',
    units: ['hours'],
    threshold: '24',
    forMinutes: 0,
    shortestFor: 0,
  },
  'changed-elsewhere': {
    cadence: 'minute',
    scope: 'none',
    currency: 'none',
    compares: 'event',
    units: [],
    forMinutes: 0,
    shortestFor: 0,
  },
  pool: {
    cadence: 'minute',
    scope: 'none',
    currency: 'none',
    compares: 'outage',
    units: [],
    forMinutes: 10,
    shortestFor: 1,
  },
};
