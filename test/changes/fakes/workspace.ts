import {
  PoolBroken,
  PoolForbidden,
  PoolNotFound,
  PoolRejected,
  PoolTimeout,
  PoolUnreachable,
  type PoolError,
} from '../../../src/domain/errors/pool-errors.js';
import type { WriteGate } from '../../../src/pool-api/http/write-gate.js';
import type { Listing, PoolClient, Read } from '../../../src/pool-api/client.js';
import {
  paymentSettingsSchema,
  subaccountSchema,
  workspaceActionSchema,
} from '../../../src/pool-api/resources.js';

/** How the next write fails, and whether the pool did it all the same. */
export type WriteFault = 'refuse' | 'reset-after-effect' | 'timeout' | '500-after-effect';

export interface SentRequest {
  readonly operation: string;
  readonly args: readonly unknown[];
}

interface PaymentRecord {
  payment_frequency: string;
  day_of_week: string;
  status: string;
  balance: number;
  addresses: Record<string, unknown>[];
  /** Anything else a pool may say. */
  [unknown: string]: unknown;
}

/** A workspace that holds what was written to it and counts every request to change something. */
export interface Workspace {
  readonly client: PoolClient;
  readonly sent: SentRequest[];
  /** The subaccounts' sites at each request. */
  readonly siteBefore: (string | undefined)[];
  readonly siteOf: Map<string, string>;
  readonly payments: Map<string, PaymentRecord>;
  readonly idOf: Map<string, string>;
  /** What the lists hold in addition, as received from the pool. */
  readonly alsoListed: { subaccounts: unknown[]; payments: unknown[] };
  /** What each subaccount holds in addition; `ofSite`: the same for its site. */
  ofEach: Record<string, unknown>;
  readonly faults: {
    nextWrites: WriteFault[];
    readsFail: boolean;
    listsAreNull: boolean;
    /** Subaccounts that lists show, but of which the key may not ask by name. */
    readonly forbidden: Set<string>;
    /** Lists that can't be read, such as `ZEC`, and how. */
    readonly unreadable: Map<string, '404' | '500'>;
  };
  /** If false, an accepted change waits for approval and shows no effect yet. */
  appliesAtOnce: boolean;
  /** If false, creations are answered without an id. */
  answersWithId: boolean;
  /** Whether the actions it answers with say that they need an approval. */
  /** What the answer says of it; null = nothing. */
  requiresApproval: boolean | null;
  /** The status of the actions it answers with. */
  actionStatus: string;
}

export function createWorkspace(): Workspace {
  const sent: SentRequest[] = [];
  const siteOf = new Map([
    ['main', 'site-a'],
    ['spare', 'site-a'],
  ]);
  const payments = new Map<string, PaymentRecord>();
  const faults: Workspace['faults'] = {
    nextWrites: [],
    readsFail: false,
    listsAreNull: false,
    forbidden: new Set(),
    unreadable: new Map(),
  };
  const siteBefore: (string | undefined)[] = [];
  const idOf = new Map([
    ['main', '41201'],
    ['spare', '41202'],
  ]);
  const alsoListed: Workspace['alsoListed'] = { subaccounts: [], payments: [] };
  const lists = { siteOf, payments, idOf, alsoListed };
  const ofEach: Workspace['ofEach'] = {};
  const workspace = {
    sent,
    siteBefore,
    ...lists,
    ofEach,
    faults,
    appliesAtOnce: true,
    answersWithId: true,
    requiresApproval: null,
    actionStatus: 'PENDING',
  };

  function read<Item>(list: string, items: Item[]): Read<Listing<Item>> {
    const fault = faults.unreadable.get(list);
    if (fault === '404')
      throw new PoolNotFound({ operation: 'read', status: 404, outcome: 'refused' });
    if (fault === '500')
      throw new PoolBroken({ operation: 'read', status: 500, outcome: 'unknown' });
    if (faults.readsFail) throw new PoolUnreachable({ operation: 'read', outcome: 'not-sent' });
    const pagination = { next_page_url: null };
    const { listsAreNull } = faults;
    const value = { items: listsAreNull ? [] : items, given: !listsAreNull, pagination };
    return { value, readAt: 0, refusedSubaccounts: [], filledInAllSubaccounts: false };
  }

  async function write(
    request: SentRequest,
    gate: WriteGate | undefined,
    effect: () => void,
  ): Promise<void> {
    const leaves =
      gate === undefined || ((await gate.maySendOnceConnected()) && gate.maySendFirstByte());
    if (!leaves) {
      throw new PoolUnreachable({ operation: request.operation, outcome: 'not-sent' });
    }
    sent.push(request);
    siteBefore.push(siteOf.get(String(request.args[0])));
    const fault = faults.nextWrites.shift();
    if (fault === 'refuse') throw failure(request.operation, fault);
    if (workspace.appliesAtOnce) effect();
    if (fault !== undefined) throw failure(request.operation, fault);
  }

  const unused = () => Promise.reject(new Error('not in this fake'));
  const action = (name: string) =>
    workspaceActionSchema.parse({
      id: `action-${sent.length}`,
      action_name: name,
      status: workspace.actionStatus,
      ...(workspace.requiresApproval !== null && {
        requires_approval: workspace.requiresApproval,
      }),
    });
  const client: PoolClient = {
    getSummary: unused,
    getRevenue: unused,
    getDevFee: unused,
    listContracts: unused,
    getContract: unused,
    listDerivativesPayments: unused,
    listDerivativesPaymentsV1: unused,
    getPositions: unused,
    getDerivativesBalances: unused,
    listMiners: unused,
    getFleetAction: unused,
    fresh: () => client,
    async listSubaccounts() {
      const own = [...siteOf].map(([name, id]) => {
        const known = idOf.get(name);
        const { ofSite, ...more } = workspace.ofEach;
        const site = { id, name: `Site ${id}`, ...Object(ofSite) };
        return { ...(known && { id: known }), name, site, ...more };
      });
      return read(
        'subaccounts',
        [...own, ...alsoListed.subaccounts].map((each) => subaccountSchema.parse(each)),
      );
    },
    async listPaymentSettings(currency, scope) {
      const operation = 'listPaymentSettings';
      if (scope?.subaccountNames?.some((name) => faults.forbidden.has(name)) === true)
        throw new PoolForbidden({ operation, status: 403, outcome: 'refused' });
      const own = [...payments]
        .filter(([key]) => {
          const [of, name = ''] = key.split(' ');
          return of === currency && (scope?.subaccountNames?.includes(name) ?? true);
        })
        .map(([key, record]) => {
          const name = key.split(' ')[1] ?? '';
          const id = idOf.get(name);
          const ofSubaccount: unknown = record['subaccount'];
          return { ...record, subaccount: { ...Object(ofSubaccount), ...(id && { id }), name } };
        });
      return read(
        currency,
        [...own, ...alsoListed.payments].map((each) => paymentSettingsSchema.parse(each)),
      );
    },
    async createSubaccount(name, siteId, gate) {
      await write({ operation: 'createSubaccount', args: [name, siteId] }, gate, () =>
        siteOf.set(name, siteId),
      );
      const { answersWithId } = workspace;
      return subaccountSchema.parse({
        ...(answersWithId && { id: 7 }),
        name,
        site: { id: siteId },
      });
    },
    async updateSubaccount(name, siteId, gate) {
      await write({ operation: 'updateSubaccount', args: [name, siteId] }, gate, () =>
        siteOf.set(name, siteId),
      );
      return action('MOVE');
    },
    async createPaymentSettings(...[currency, name, settings, gate]) {
      const args = [currency, name, settings];
      await write({ operation: 'createPaymentSettings', args }, gate, () =>
        payments.set(`${currency} ${name}`, {
          payment_frequency: settings.payment_frequency,
          day_of_week: settings.day_of_week ?? 'UNSPECIFIED',
          status: 'PENDING_APPROVAL',
          balance: 0,
          addresses: settings.addresses.map((each, index) => ({
            address_id: 900 + index,
            ...each,
          })),
        }),
      );
      return action('CREATE_PAYMENT_SETTINGS');
    },
  };
  return Object.assign(workspace, { client });
}

function failure(operation: string, fault: WriteFault): PoolError {
  if (fault === 'refuse') {
    return new PoolRejected({ operation, status: 400, said: 'no', outcome: 'refused' });
  }
  if (fault === 'timeout') return new PoolTimeout({ operation, outcome: 'unknown' });
  if (fault === '500-after-effect') {
    return new PoolBroken({ operation, status: 500, outcome: 'unknown' });
  }
  return new PoolUnreachable({ operation, outcome: 'unknown' });
}
