import type { Workspace, WorkspaceOptions } from './workspace.js';

/**
 * The pool on loopback: all 16 operations of the API description, one workspace per key, and
 * every known deviation behind a switch.
 */
export interface LoopbackPool {
  /** For `POOL_API_URL`: `http://127.0.0.1:PORT`. */
  readonly url: string;
  /** Adds a key with a workspace of its own. */
  addWorkspace(options?: WorkspaceOptions): {
    key: string;
    workspace: Workspace;
  };
  workspaceOf(key: string): Workspace;
  revoke(key: string): void;
  /** Every request received, newest last (bounded); `authorization` as received. */
  readonly requests: readonly PoolRequest[];
  readonly deviations: Set<Deviation>;
  readonly faults: PoolFaults;
  close(): Promise<void>;
}

export interface PoolRequest {
  readonly method: string;
  /** With the query, decoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, string[]>>;
  readonly authorization: string | null;
  readonly body: unknown;
  readonly at: number;
  /** The status answered; null until then, or if never answered. */
  readonly status: number | null;
}

/** How an answer differs from the description; several may apply at once. */
export type Deviation =
  | 'null-fields'
  | 'missing-fields'
  | 'null-lists'
  | 'unknown-fields'
  | 'unknown-enums'
  | 'numbers-as-strings'
  | 'strings-as-numbers'
  | 'odd-ids'
  | 'subaccount-site-null'
  | 'subaccount-flat-site'
  | 'subaccount-bare'
  | 'camel-case-actions'
  | 'metadata-null'
  | 'contract-wrapped'
  | 'revenue-flat'
  | 'revenue-many-types'
  | 'item-count-is-page-length'
  | 'next-page-relative'
  | 'next-page-drops-filters'
  | 'next-page-foreign-host'
  | 'next-page-never-null'
  | 'last-page-repeats'
  | 'pages-never-end'
  | 'page-size-ignored'
  | 'page-number-zero'
  | 'yesterday-empty'
  | 'filter-required'
  | 'both-filters-refused'
  | 'future-end-refused'
  | 'page-size-capped'
  | 'v2-payments-missing'
  | 'contract-ids'
  | 'hostile-text'
  | 'long-digits';

export type PoolFault =
  | 'hang'
  | 'reset'
  | 'reset-after-effect'
  | 'half-json'
  | 'html'
  | 'empty'
  | 'plain-text'
  | 'huge'
  | '500-after-effect'
  | 'redirect'
  | 'error-in-200'
  | 'key-echoed'
  | '25-mb'
  | 'no-route'
  | 400
  | 401
  | 403
  | 404
  | 429
  | 500
  | 503;

/** Switches, read at each request. */
export interface PoolFaults {
  latencyMs: number;
  /** Holds until cleared. */
  always: PoolFault | null;
  /** One each for the next requests; then normal again. */
  next: PoolFault[];
  /** Requests to which the two above apply; null = all. */
  only: ((request: { method: string; path: string }) => boolean) | null;
  /** Sent with a 429. */
  retryAfterSeconds: number | null;
  /** The kind of body an error has. */
  errorBody: 'nested' | 'flat' | 'text' | 'html' | 'none';
  /** A list naming one of these fails as a whole with 403. */
  forbiddenSubaccounts: Set<string>;
}
