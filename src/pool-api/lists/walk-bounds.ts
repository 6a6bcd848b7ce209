import { SECOND_MS, MINUTE_MS } from '../../domain/time/units.js';

/** How far a list is read. The time counts from the first request; the first page may exceed it. */
export interface WalkBound {
  readonly rows: number;
  readonly ms: number;
}

/** For autocomplete. */
export const AUTOCOMPLETE_BOUND: WalkBound = { rows: 20_000, ms: 900 };

/** To find one name, or to say that there is none. */
export const LOOKUP_BOUND: WalkBound = { rows: 100_000, ms: 20 * SECOND_MS };

/** Names that go into one URL. */
export const URL_NAMES_BOUND: WalkBound = { rows: 2_000, ms: 10 * SECOND_MS };

/** For a count that a card can do without. */
export const CARD_COUNT_BOUND: WalkBound = { rows: 5_000, ms: 3 * SECOND_MS };

/** For sums on a card. */
export const CARD_SUM_BOUND: WalkBound = { rows: 5_000, ms: 15 * SECOND_MS };

/** Every hour of a year for two dozen subaccounts. */
export const HOURLY_BOUND: WalkBound = { rows: 200_000, ms: MINUTE_MS };

/** Every day of more years than a range may have. */
export const DAILY_BOUND: WalkBound = { rows: 5_000, ms: 30 * SECOND_MS };

/** To count a fleet. */
export const FLEET_COUNT_BOUND: WalkBound = { rows: 500_000, ms: MINUTE_MS };

/** For a file: more rows of most lists than Discord accepts. */
export const FILE_BOUND: WalkBound = { rows: 500_000, ms: 5 * MINUTE_MS };

/** For the export of a fleet, which shows progress and can be cancelled. */
export const FLEET_EXPORT_BOUND: WalkBound = { rows: 500_000, ms: 15 * MINUTE_MS };
