/** A figure of the pool as a rule sees it. Without one there is no data, and nothing is evaluated. */
export interface Reading {
  /** When the pool answered, in ms. */
  readonly at: number;
  /** `near`: the condition doesn't hold, but the figure is within the margin. */
  readonly verdict: 'breached' | 'near' | 'clear';
  /** The pool's digits, in the pool's unit. */
  readonly value: string;
  /** What it was compared with, in the same unit. */
  readonly limit: string;
  /** What the threshold is a share of. */
  readonly baseline?: string;
  /** Reading stopped there, so there may be more. */
  readonly atLeast?: true;
  /** The sites, as far as they were read, those with the most first. */
  readonly sites?: readonly SiteCount[];
}

export interface SiteCount {
  /** Its id if its name isn't known. */
  readonly name: string;
  readonly count: number;
}

/** An event at the pool, told once. */
export interface PoolEvent {
  /** Equal for the same event from any process. */
  readonly key: string;
  /** When the pool showed it, in ms. */
  readonly at: number;
  /** What `views/alerts` needs to draw it. */
  readonly facts: unknown;
}
