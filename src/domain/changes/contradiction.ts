/**
 * Where a documented field of the pool's answer differs from what was requested. An absent field
 * contradicts nothing. Untrusted text.
 */
export interface Contradiction {
  readonly what:
    | 'extra address'
    | 'repeated address'
    | 'missing address'
    | 'removed address'
    | 'address action'
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
  /** The payout address it is about; missing for an extra entry that names none. */
  readonly address?: string;
  /** As the pool gave it; missing if only an address is told. */
  readonly told?: string;
  /** Missing if nothing of the kind was requested. */
  readonly requested?: string;
}
