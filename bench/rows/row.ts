/**
 * What `npm run bench` measures: a row for each target. A row opens what it needs (servers, bots),
 * does rounds of one contender after the other, and closes everything again.
 *
 *   export const fanOut: Row = {
 *     id: 'P10',
 *     name: 'fan-out',
 *     what: '1,000 daily posts that are due in one minute',
 *     targets: [{ figure: 'CPU each (ms)', atMost: 25 }],
 *     async open({ quick }) {
 *       const house = await openHouse(quick ? 100 : 1_000);
 *       return { contenders: ['pitboss'], round: () => house.postAll(), close: house.close };
 *     },
 *   };
 *
 * Then it is entered in `bench/run.ts`.
 */
export interface Row {
  /** The target's, `P1` to `P12`; `npm run bench -- P1` selects it. */
  readonly id: string;
  /** Its file's name; selects it too. */
  readonly name: string;
  /** In one line, for the table. */
  readonly what: string;
  readonly targets: readonly Target[];
  /** For rounds that take minutes. */
  readonly mostRounds?: number;
  /** With `--quick`, for rounds that take long. */
  readonly quickRounds?: number;
  /** With `--quick`, measured only if named. */
  readonly takesMinutes?: true;
  open(options: RowOptions): Promise<Measuring>;
}

export interface RowOptions {
  /** Fewer guilds, asks or miners: all rows together take under five minutes. */
  readonly quick: boolean;
}

export interface Measuring {
  /** In the order of their turns. The targets are about the first. */
  readonly contenders: readonly string[];
  /** Called in turns, never two at once: each contender once, then the next round. */
  round(contender: string): Promise<Figures>;
  close(): Promise<void>;
}

/** By name, with the unit in brackets: `{ 'CPU each (ms)': 2.1 }`. NaN if not measured. */
export type Figures = Readonly<Record<string, number>>;

/** How busy the loopback servers were, in percent of one core. Above 60, the round is marked. */
export const LOOPBACK_BUSY = 'loopback busy (%)';

/** By medians: the first contender's figure, or its ratio to another's, paired by round. */
export interface Target {
  /** If it isn't the row's own. */
  readonly id?: string;
  readonly figure: string;
  /** Another contender. Without one, the figure itself is meant. */
  readonly beside?: string;
  readonly atMost?: number;
  readonly atLeast?: number;
}
