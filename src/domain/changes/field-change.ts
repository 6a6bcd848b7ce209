import type { Numeric } from '../numbers/numeric.js';

/** One thing that a change makes different, for short cards and for finance. Untrusted text. */
export interface FieldChange {
  /** `Site` */
  readonly what: string;
  /** Null = there was none. */
  readonly from: FieldSide | null;
  /** Null = there will be none. */
  readonly to: FieldSide | null;
}

export interface FieldSide {
  /** Empty = it has none. */
  readonly name: string;
  readonly id?: string;
  readonly address?: string;
  /** The allocation. */
  readonly share?: Numeric;
}
