/** How far a list is read. The time counts from the first request; the first page may exceed it. */
export interface WalkBound {
  readonly rows: number;
  readonly ms: number;
}

/** For autocomplete. */
export const AUTOCOMPLETE_BOUND: WalkBound = { rows: 20_000, ms: 900 };

/** To find one name, or to say that there is none. */
export const LOOKUP_BOUND: WalkBound = { rows: 100_000, ms: 20_000 };

/** Names that go into one URL. */
export const URL_NAMES_BOUND: WalkBound = { rows: 2_000, ms: 10_000 };

/** For a count that a card can do without. */
export const CARD_COUNT_BOUND: WalkBound = { rows: 5_000, ms: 3_000 };

/** For sums on a card. */
export const CARD_SUM_BOUND: WalkBound = { rows: 5_000, ms: 15_000 };

/** Every hour of a year for two dozen subaccounts. */
export const HOURLY_BOUND: WalkBound = { rows: 200_000, ms: 60_000 };

/** Every day of more years than a range may have. */
export const DAILY_BOUND: WalkBound = { rows: 5_000, ms: 30_000 };

/** To count a fleet. */
export const FLEET_COUNT_BOUND: WalkBound = { rows: 500_000, ms: 60_000 };

/** For a file: more rows of most lists than Discord accepts. */
export const FILE_BOUND: WalkBound = { rows: 500_000, ms: 300_000 };

/** For the export of a fleet, which shows progress and can be cancelled. */
export const FLEET_EXPORT_BOUND: WalkBound = { rows: 500_000, ms: 900_000 };
