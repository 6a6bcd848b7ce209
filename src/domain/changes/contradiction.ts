/**
 * Where a documented field of the pool's answer tells of something else than was requested. What is
 * absent contradicts nothing. Untrusted text.
 */
export interface Contradiction {
  readonly what:
    | 'extra address'
    | 'missing address'
    | 'removed address'
    | 'split'
    | 'subaccount'
    | 'currency'
    | 'frequency'
    | 'day'
    | 'site'
    | 'old site'
    | 'name'
    | 'id'
    | 'action';
  /** The payout address it is about. */
  readonly address?: string;
  /** As the pool gave it; missing where only an address is told. */
  readonly told?: string;
  /** Missing where nothing of the kind was. */
  readonly requested?: string;
}
