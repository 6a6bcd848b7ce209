import type { Line } from '../discord/reply.js';

/** What the card of one page of a list needs, whatever its rows are. */
export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly footer: string;
  /** When the pool answered (ms). */
  readonly at: number;
  /** The line that says why rows may be missing. */
  readonly incomplete: Line;
}
