import { hashOf } from '../../../src/changes/change.js';
import type { Clock } from '../../../src/clock.js';
import type { Member } from '../../../src/guilds/access.js';
import type { Outcome, WriteRequest } from '../../../src/pool/writes.js';
import { findSubaccount } from '../../../src/pool/find-by-name.js';
import { PoolError } from '../../../src/pool/pool-error.js';
import type { List, Pool } from '../../../src/pool/pool.js';
import type { PaymentSettings, Subaccount } from '../../../src/pool/schemas.js';

/** What the pool does with a write; `-after` carries it out first. */
export type Answer = 'accept' | 'approval' | `${'decline' | 'reset' | 'hang'}${'' | '-after'}`;

/** Somebody who asks for a change or confirms one, and what was read for it. */
export interface Click {
  readonly member: Member;
  /** Null: it asks for a new one. */
  readonly number: number | null;
  readonly typed: readonly string[];
  /** As in `Change.touches`. */
  readonly touches: string;
  /** What the pool really listed of the thing at each read. */
  readonly reads: string[];
}

export interface Sent {
  readonly request: WriteRequest;
  readonly key: string;
  readonly at: number;
  readonly by: Click | null;
  /** What was last read of the thing before; undefined: nothing. */
  readonly read: string | undefined;
  /** Null until the pool answers. */
  outcome: Outcome | null;
}

interface Listing {
  subaccounts: { id: number; name: string; site: { id: string; name: string } }[];
  payments: PaymentSettings[];
}

export const SITES = [
  { id: 'a', name: 'North Ridge' },
  { id: 'b', name: 'Pecos Flats' },
  { id: 'c', name: 'Cedar Ridge' },
] as const;

export const ADDRESSES = [
  'bc1qx7suheldu69e3epakzuutgvdsrlzq5vfwsletp',
  'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
] as const;

/** A small workspace behind a pool that fails when it is told to. */
export function createWorkspace(clock: Clock) {
  const [north, pecos] = SITES;
  let listing: Listing = {
    subaccounts: [
      { id: 1, name: 'hall-1', site: north },
      { id: 2, name: 'hall-2', site: pecos },
    ],
    payments: [settingsOf('hall-1', [[0, 100]])],
  };
  /** What it listed since the last `beginStep`, before each change. */
  let earlier: Listing[] = [];
  /** What a read that is not `fresh` gets. */
  let cached = structuredClone(listing);
  let nextId = 100;
  const held: (() => void)[] = [];
  let hangs = () => {};
  const sent: Sent[] = [];
  const workspace = {
    /** Every write that reached the pool. */
    sent,
    /** How the next write is answered. */
    answer: 'accept' as Answer,
    /** How many reads succeed before one fails. */
    readsUntilFailure: Infinity,
    hanging: () => held.length,
    /** Resolves when the next write hangs. */
    nextHang: () => new Promise<void>((resolve) => (hangs = resolve)),
    pool,
    thing,
    listed,
    elsewhere,
    beginStep: () => void (earlier = []),
    /** What everybody sees from now on who does not read past the cache. */
    fillCache: () => void (cached = structuredClone(listing)),
    /** Lets the oldest write that hangs answer after all. */
    release: () => held.shift()?.(),
  };
  return workspace;

  function pool(key: string, click: Click | null): Pool {
    const reading = (isFresh: boolean) => ({
      fresh: () => reading(true),
      async subaccounts(): Promise<List<Subaccount>> {
        return listOf((await read(isFresh, 'subaccount')).subaccounts);
      },
      async paymentSettings(_currency: string, scope?: { readonly subaccounts: string[] }) {
        const { payments } = await read(isFresh, scope ? 'payments' : 'all');
        const names = scope?.subaccounts;
        return listOf(payments.filter((row) => names?.includes(nameOf(row)) ?? true));
      },
      subaccountNamed: async (name: string) =>
        findSubaccount(listOf((await read(isFresh, 'subaccount')).subaccounts), name),
      send: (request: WriteRequest) => send(request, { key, click }),
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- changes use no more of it
    return reading(false) as unknown as Pool;

    async function read(isFresh: boolean, what: string): Promise<Listing> {
      await turn();
      if (workspace.readsUntilFailure-- <= 0) {
        workspace.readsUntilFailure = Infinity;
        throw new PoolError('unreachable');
      }
      if (click?.touches.startsWith(what)) click.reads.push(thing(click.touches));
      return structuredClone(isFresh ? listing : cached);
    }
  }

  async function send(
    request: WriteRequest,
    { key, click }: { readonly key: string; readonly click: Click | null },
  ): Promise<Outcome> {
    const { answer } = workspace;
    workspace.answer = 'accept';
    const read = click?.reads.at(-1);
    const entry: Sent = { request, key, at: clock.now(), by: click, read, outcome: null };
    sent.push(entry);
    await turn();
    if (!['decline', 'reset', 'hang'].includes(answer)) carryOut(request, answer === 'approval');
    if (answer.startsWith('hang')) await hang();
    entry.outcome = outcomeOf(answer);
    return entry.outcome;
  }

  function hang(): Promise<void> {
    hangs();
    return new Promise((resolve) => held.push(resolve));
  }

  function carryOut({ method, path, body }: WriteRequest, isWaiting: boolean): void {
    earlier.push(structuredClone(listing));
    const name = decodeURIComponent(path.split('/').at(-1) ?? '');
    const site = SITES.find(({ id }) => id === body['site_id']) ?? north;
    if (method === 'PATCH') {
      const found = listing.subaccounts.find((each) => each.name === name);
      if (found) found.site = site;
    } else if (path.includes('/payment-settings/')) {
      const settings: PaymentSettings = { ...settingsOf(name, []), ...structuredClone(body) };
      for (const address of settings.addresses ?? []) address.address_id ??= nextId++;
      settings.status = isWaiting ? 'PENDING_APPROVAL' : 'ACTIVE';
      listing.payments = [...listing.payments.filter((row) => nameOf(row) !== name), settings];
    } else {
      listing.subaccounts.push({ id: nextId++, name: String(body['name']), site });
    }
  }

  /** Somebody changes the thing in the pool's console. */
  function elsewhere(touches: string, pick: number): void {
    earlier.push(structuredClone(listing));
    const name = touches.split(':').at(-1) ?? '';
    const found = listing.subaccounts.find((each) => each.name === name);
    const row = listing.payments.find((each) => nameOf(each) === name);
    if (!touches.startsWith('payments')) {
      const site = SITES[pick % SITES.length] ?? north;
      if (found) found.site = site;
      else listing.subaccounts.push({ id: nextId++, name, site });
    } else if (row?.status === 'PENDING_APPROVAL') {
      row.status = 'ACTIVE';
    } else {
      const others = listing.payments.filter((each) => each !== row);
      listing.payments = [...others, settingsOf(name, [[pick % ADDRESSES.length, 100]], nextId++)];
    }
  }

  /** What is listed of it, as text to compare. */
  function thing(touches: string): string {
    const name = touches.split(':').at(-1);
    const found = listing.subaccounts.find((each) => each.name === name) ?? null;
    if (!touches.startsWith('payments')) return hashOf(found);
    const { payment_frequency, addresses } =
      listing.payments.find((each) => nameOf(each) === name) ?? {};
    return hashOf({ exists: found !== null, payment_frequency, addresses });
  }

  /** Whether the pool listed what was requested in this step, and it was in force. */
  function listed(request: WriteRequest): boolean {
    return [listing, ...earlier].some((each) => lists(each, request));
  }
}

export type Workspace = ReturnType<typeof createWorkspace>;

/** Something else may happen meanwhile. */
export function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Addresses by their index, with allocations. */
function settingsOf(
  subaccount: string,
  addresses: readonly (readonly [index: number, allocation: number])[],
  firstId = 1,
): PaymentSettings {
  return {
    subaccount: { name: subaccount },
    status: 'ACTIVE',
    payment_frequency: 'DAILY',
    addresses: addresses.map(([index, allocation], at) => ({
      address_id: firstId + at,
      address_name: `wallet ${index}`,
      external_address: ADDRESSES[index],
      revenue_allocation: allocation,
    })),
  };
}

function nameOf({ subaccount }: PaymentSettings): string {
  return String(subaccount?.name);
}

function listOf<Row>(rows: readonly Row[]): List<Row> {
  return { rows, readAt: 0, refused: [], incomplete: null };
}

function outcomeOf(answer: Answer): Outcome {
  const body = { id: 'w1', status: 'PENDING' };
  if (answer.startsWith('decline'))
    return { kind: 'declined', status: 400, reason: 'declined', message: 'no', body };
  if (answer.startsWith('reset'))
    return { kind: 'unknown', status: null, reason: 'reset', message: null, body: null };
  return { kind: 'reported', status: 200, reason: '', message: null, body };
}

function lists({ subaccounts, payments }: Listing, { method, path, body }: WriteRequest): boolean {
  const isCreate = method === 'POST' && !path.includes('/payment-settings/');
  const name = isCreate ? body['name'] : decodeURIComponent(path.split('/').at(-1) ?? '');
  const found = subaccounts.find((each) => each.name === name);
  if (isCreate || method === 'PATCH') return found?.site.id === body['site_id'];
  const row = payments.find((each) => nameOf(each) === name);
  const plain = (settings: Partial<PaymentSettings>) =>
    (settings.addresses ?? [])
      .map((each) => [each.external_address, each.address_name, each.revenue_allocation].join())
      .toSorted()
      .join(';');
  return (
    row?.status === 'ACTIVE' &&
    row.payment_frequency === body['payment_frequency'] &&
    plain(row) === plain(body)
  );
}
