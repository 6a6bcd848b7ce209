import type { PoolEvent } from '../../../domain/alerts/reading.js';
import { hashOf } from '../../../domain/json/canonical-json.js';
import { toDecimal } from '../../../domain/numbers/numeric.js';
import type { Contract } from '../../../pool-api/resources.js';

/** The contracts last seen, by id, or by a hash of their terms if the pool gives no id. */
export interface KnownContracts {
  /** Identifies connection and currency; nothing of another one can be compared. */
  readonly mark: string;
  readonly contracts: Readonly<Record<string, KnownContract>>;
}

/** Its status, how often that has changed, and its terms, which identify one without an id. */
type KnownContract = readonly [status: string, changes: number, terms?: readonly ContractTerm[]];

/** Null = not given. */
type ContractTerm = string | null;

export interface ContractFacts {
  readonly kind: 'contract';
  readonly contract: Contract;
  readonly change: 'new' | 'settled' | 'status';
  /** The status before. */
  readonly before?: string;
}

interface ContractNews {
  readonly id: string;
  readonly entry: KnownContract;
  /** Null if there is nothing to tell. */
  readonly event: PoolEvent | null;
}

export interface ListLook<Item> {
  readonly mark: string;
  readonly at: number;
  readonly items: readonly Item[];
}

/** The first look tells nothing. Returns the same `seen` if nothing is new. */
export function lookAtContracts(
  seen: KnownContracts | undefined,
  { mark, at, items }: ListLook<Contract>,
): { readonly events: readonly PoolEvent[]; readonly seen: KnownContracts } {
  const known = seen?.mark === mark ? seen : null;
  const now = withIds(items);
  if (known === null) {
    const first = now.map(([id, contract]) => [id, seenAs(contract, 0)] as const);
    return { events: [], seen: { mark, contracts: Object.fromEntries(first) } };
  }
  const idOf = knownAgain(known, now);
  const news = now.flatMap(([ownId, contract]): ContractNews[] => {
    const id = idOf.get(ownId) ?? ownId;
    const status = contract.status ?? '';
    const [before, changes = 0] = known.contracts[id] ?? [];
    // A status that isn't given now, or wasn't before, hasn't changed.
    if (before !== undefined && (status === before || status === '')) return [];
    if (before === '') return [{ id, entry: seenAs(contract, changes), event: null }];
    const next = before === undefined ? 0 : changes + 1;
    const facts: ContractFacts = {
      kind: 'contract',
      contract,
      change: changeOf(status, before),
      ...(before === undefined ? {} : { before }),
    };
    const event = { key: `${mark}-${id}-${next}`, at, facts };
    return [{ id, entry: seenAs(contract, next), event }];
  });
  if (news.length === 0) return { events: [], seen: known };
  const contracts = { ...known.contracts };
  for (const { id, entry } of news) contracts[id] = entry;
  const listed = new Set(now.map(([ownId]) => idOf.get(ownId) ?? ownId));
  return {
    events: news.flatMap(({ event }) => event ?? []),
    seen: { mark, contracts: withoutOldest(contracts, listed) },
  };
}

/** A contract that is no longer listed may be listed again, so the newest of them are kept. */
const MAX_UNLISTED = 500;

function withoutOldest(
  contracts: KnownContracts['contracts'],
  listed: ReadonlySet<string>,
): KnownContracts['contracts'] {
  const unlisted = Object.keys(contracts).filter((id) => !listed.has(id));
  if (unlisted.length <= MAX_UNLISTED) return contracts;
  const forgotten = new Set(unlisted.slice(0, -MAX_UNLISTED));
  return Object.fromEntries(Object.entries(contracts).filter(([id]) => !forgotten.has(id)));
}

function seenAs(contract: Contract, changes: number): KnownContract {
  return [contract.status ?? '', changes, termsOf(contract)];
}

function changeOf(status: string, before: string | undefined): ContractFacts['change'] {
  if (before === undefined) return 'new';
  return status.toUpperCase().includes('SETTLED') ? 'settled' : 'status';
}

/** Contracts with a key: the id, or else a hash of the terms, numbered if several have the same. */
function withIds(items: readonly Contract[]): (readonly [string, Contract])[] {
  const times = new Map<string, number>();
  return items.map((contract) => {
    const { contract_id: given } = contract;
    const id = given ? `id-${given}` : `of-${hashOf(termsOf(contract)).slice(0, 16)}`;
    const time = times.get(id) ?? 0;
    times.set(id, time + 1);
    return [time === 0 ? id : `${id}-${time}`, contract];
  });
}

/** More unknown ones at one look aren't compared, because only nonsense lists have them. */
const MAX_COMPARED = 100;

/**
 * Recognises contracts whose key is unknown because a look left out their id or some terms: the
 * known one that isn't listed otherwise and agrees in each term that both looks give.
 */
function knownAgain(
  { contracts }: KnownContracts,
  listed: readonly (readonly [string, Contract])[],
): ReadonlyMap<string, string> {
  const unknown = listed.filter(([id]) => contracts[id] === undefined);
  if (unknown.length > MAX_COMPARED) return new Map();
  const ids = new Set(listed.map(([id]) => id));
  const free = new Map(Object.entries(contracts).filter(([id]) => !ids.has(id)));
  const found = new Map<string, string>();
  for (const [ownId, contract] of unknown) {
    const terms = termsOf(contract);
    for (const [id, [, , seen]] of free) {
      const haveBothIds = ownId.startsWith('id-') && id.startsWith('id-');
      if (haveBothIds || seen === undefined || !agree(terms, seen)) continue;
      found.set(ownId, id);
      free.delete(id);
      break;
    }
  }
  return found;
}

/** A term that either lacks doesn't count against it, but at least one must be common. */
function agree(terms: readonly ContractTerm[], seen: readonly ContractTerm[]): boolean {
  const both = terms.flatMap((term, index) => {
    const before = seen[index] ?? null;
    return term === null || before === null ? [] : [term === before];
  });
  return both.every(Boolean) && (both.length > 0 || terms.every((term) => term === null));
}

/** Numbers without trailing zeros: 15.0 is 15. */
function termsOf(contract: Contract): readonly ContractTerm[] {
  const { side, denomination, type, start_date, end_date, unit_hashprice } = contract;
  const { daily_hashrate_ph } = contract;
  const numbers = [unit_hashprice, daily_hashrate_ph].map(
    (each) => toDecimal(each)?.toString() ?? each?.toString(),
  );
  const terms = [side, denomination, type, start_date, end_date, ...numbers];
  return terms.map((each) => (each === undefined || each === '' ? null : each));
}
