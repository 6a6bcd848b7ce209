/** The exact request of a change, kept with it before it is sent. */
export interface WriteRequest {
  readonly method: 'POST' | 'PATCH';
  /** Below `/api`, encoded, such as `/v2/pool/subaccounts/hall-1`. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What is known of a write after its one try. */
export interface Outcome {
  /** `unsent`: it never left. `unknown`: it may have been done. */
  readonly kind: 'reported' | 'declined' | 'unknown' | 'unsent';
  /** HTTP status, if the pool answered. */
  readonly status: number | null;
  /** For people: "no answer in time", "the pool failed (500)"; empty if reported. */
  readonly reason: string;
  /** What the pool said, at most 300 characters; null if nothing. Text from outside. */
  readonly message: string | null;
  /** The whole answer as it was parsed, or its text. The key is struck out. */
  readonly body: unknown;
}
