import type { startPool } from './server.js';

export type LoopbackPool = Awaited<ReturnType<typeof startPool>>;

export interface WorkspaceOptions {
  /** `standard`: 4 sites, 12 subaccounts, 2,000 miners, 90 days. `small`: 2 sites, 3 subaccounts, 12 miners. */
  readonly size?: 'standard' | 'small';
  /** The pool's today; the playground moves it. */
  readonly now?: () => number;
}

/** One workspace and the key that opens it; writes really change it. */
export interface Workspace {
  readonly key: string;
  /** Requests that reached it, oldest first. */
  readonly requests: readonly PoolRequest[];
  /** Those that may have changed something. */
  readonly writes: readonly PoolRequest[];
  /** The records as the API lists them; tests and the playground may change them. */
  readonly sites: { id: string; name: string }[];
  readonly subaccounts: Record<string, unknown>[];
  readonly paymentSettings: Record<string, unknown>[];
  readonly miners: Record<string, unknown>[];
  readonly actions: Record<string, unknown>[];
  /** What happens to requests, in place of the usual answer; stays until it is set to null. */
  fault: ((request: PoolRequest) => Fault | undefined) | null;
  /** Changes an answer on its way out: how deviating pools are made (`deviations.ts`). */
  rewrite: ((body: unknown, request: PoolRequest) => unknown) | null;
  /** New payment settings wait as PENDING_APPROVAL until `approve`. */
  requiresApproval: boolean;
  approve(subaccount: string, currency: string): void;
}

export interface PoolRequest {
  readonly method: string;
  /** With the query, such as `/api/v2/pool/summary/BTC?site_id=…`. */
  readonly path: string;
  readonly body: unknown;
  readonly authorization: string;
  readonly at: number;
}

export type Fault =
  | { readonly kind: 'hang' }
  | { readonly kind: 'reset' }
  /** The write is carried out, then the connection is reset. */
  | { readonly kind: 'reset-after' }
  | { readonly kind: 'delay'; readonly ms: number }
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>>;
      /** The write is carried out all the same. */
      readonly carriedOut?: boolean;
    };
