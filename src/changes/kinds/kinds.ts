import type { Line } from '../../discord/reply.js';
import type { UserError } from '../../errors.js';
import type { WriteRequest } from '../../pool/writes.js';
import type { Pool } from '../../pool/pool.js';
import type { Change, KindName, Present } from '../change.js';
import { payments } from './payments.js';
import { create, move } from './subaccounts.js';

/** One kind of change. Its types are those of what it writes, so that nothing is parsed again. */
export interface Kind<Input = unknown, Record = unknown, Facts = unknown> {
  /** @throws UserError, PoolError */
  read(pool: Pool, input: Input): Promise<Present<Record, Facts>>;
  /** What was asked for, against what the pool lists. */
  bind(input: Input, present: Present<Record, Facts>): BoundKind<Record, Facts>;
}

/** All that is special about one change. Texts are Markdown, but for the title. */
export interface BoundKind<Record = unknown, Facts = unknown> {
  /** Follows the number: "Move hall-1". One line. */
  readonly title: string;
  /** What it changes, unique within the workspace. */
  readonly touches: string;
  /** Where it leads, for lists: the new site. */
  readonly target?: string;
  /** New payout addresses, whose last characters are typed. */
  readonly newAddresses: readonly string[];
  /** Whether the pool lists what was asked for, in force. */
  readonly isDone: boolean;
  /** The record's own status, such as ACTIVE, where it has one. */
  readonly status: string | null;
  /** Why it cannot be asked for: nothing to change, say. */
  refusal(): UserError | null;
  request(): WriteRequest;
  /** The changed values, before → **after**; a preview also has what stays. */
  what(isPreview: boolean): readonly Line[];
  /** Lines that begin with ⚠️. */
  warnings(): readonly string[];
  /** A preview's small print, such as "Checksum valid". */
  smallPrint(): readonly string[];
  /** What the pool lists now instead. */
  differences(found: Present<Record, Facts>): readonly Line[];
  /** What confirming would undo of that. */
  undoes(found: Present<Record, Facts>): string;
}

export const KINDS: Readonly<Record<KindName, Kind>> = { move, create, payments };

export function kindOf({
  kind,
  input,
  present,
}: Pick<Change, 'kind' | 'input' | 'present'>): BoundKind {
  return KINDS[kind].bind(input, present);
}
