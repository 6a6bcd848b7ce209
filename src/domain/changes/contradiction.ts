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
    | 'other removal'
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
    | 'action'
    | 'field';
  /** The payout address it is about; missing for an extra or removed entry that names none. */
  readonly address?: string;
  /** Of a `field` that belongs to another kind of action: its name in the pool's description. */
  readonly field?: string;
  /** As the pool gave it, of a record each value that says something; missing if only an address is told. */
  readonly told?: string;
  /** Missing if nothing of the kind was requested. */
  readonly requested?: string;
}
