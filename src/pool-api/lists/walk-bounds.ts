/**
 * How far a list is read at the most: by rows, so that no list fills the memory, and by time, so
 * that nobody waits for ever. The time counts from the first request on; the first page is
 * waited for as any read is.
 */
export interface WalkBound {
  readonly rows: number;
  readonly ms: number;
}

/** While somebody types: what comes later than a second is not shown. */
export const SUGGESTING: WalkBound = { rows: 20_000, ms: 900 };

/** To find one name among all, or to say that there is none. */
export const LOOKING_UP: WalkBound = { rows: 100_000, ms: 20_000 };

/** Names that are put into one address, of which no server takes a long one. */
export const FILLING_IN: WalkBound = { rows: 2_000, ms: 10_000 };

/** For sums on a card, which somebody waits for. */
export const SUMMING: WalkBound = { rows: 5_000, ms: 15_000 };

/** Every hour of a year for two dozen subaccounts. */
export const HOURLY: WalkBound = { rows: 200_000, ms: 60_000 };

/** Every day of more years than a range may have. */
export const DAILY: WalkBound = { rows: 5_000, ms: 30_000 };

/** To count a fleet of hundreds of thousands; a pool that needs longer is not waited for. */
export const COUNTING: WalkBound = { rows: 500_000, ms: 60_000 };

/** For a file that somebody waits for: more rows than fit what Discord takes of most lists. */
export const FILING: WalkBound = { rows: 500_000, ms: 300_000 };

/** For the export of a fleet, which shows how far it is, can be cancelled and ends by itself. */
export const EXPORTING: WalkBound = { rows: 500_000, ms: 900_000 };
