import type { Occurrence } from '../../../domain/alerts/reading.js';
import { hashOf } from '../../../domain/json/canonical-json.js';
import type { Contract } from '../../../pool-api/resources.js';

/** What was last seen of the contracts: by id, the status, and how often it has changed. */
export interface SeenContracts {
  /** Of the connection and the currency; of another one nothing can be compared. */
  readonly mark: string;
  readonly contracts: Readonly<Record<string, readonly [status: string, changes: number]>>;
}

export interface ContractFacts {
  readonly kind: 'contract';
  readonly contract: Contract;
  readonly change: 'new' | 'settled' | 'status';
  /** The status before. */
  readonly before?: string;
}

export interface Look<Item> {
  readonly mark: string;
  readonly at: number;
  readonly items: readonly Item[];
}

/** The first look tells nothing. `seen` is the very same where nothing is new. */
export function lookAtContracts(
  seen: SeenContracts | undefined,
  { mark, at, items }: Look<Contract>,
): { readonly events: readonly Occurrence[]; readonly seen: SeenContracts } {
  const known = seen?.mark === mark ? seen : null;
  const now = withIds(items);
  if (known === null) {
    const contracts = now.map(([id, { status }]) => [id, [status ?? '', 0]] as const);
    return { events: [], seen: { mark, contracts: Object.fromEntries(contracts) } };
  }
  const news = now.flatMap(([id, contract]) => {
    const status = contract.status ?? '';
    const [before, changes = 0] = known.contracts[id] ?? [];
    // A status that isn't given now hasn't changed.
    if (before !== undefined && (status === before || status === '')) return [];
    const next = before === undefined ? 0 : changes + 1;
    const facts: ContractFacts = {
      kind: 'contract',
      contract,
      change: changeOf(status, before),
      ...(before === undefined ? {} : { before }),
    };
    return [{ id, entry: [status, next] as const, key: `${mark}-${id}-${next}`, facts }];
  });
  if (news.length === 0) return { events: [], seen: known };
  // What the pool lists no more is kept: it may be listed again.
  const contracts = { ...known.contracts };
  for (const { id, entry } of news) contracts[id] = entry;
  return {
    events: news.map(({ key, facts }) => ({ key, at, facts })),
    seen: { mark, contracts },
  };
}

function changeOf(status: string, before: string | undefined): ContractFacts['change'] {
  if (before === undefined) return 'new';
  return status.toUpperCase().includes('SETTLED') ? 'settled' : 'status';
}

/** Without an id, by its terms; where several have the same, by their number. */
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

function termsOf(contract: Contract) {
  const { side, denomination, type, start_date, end_date, unit_hashprice } = contract;
  const { daily_hashrate_ph } = contract;
  const terms = [side, denomination, type, start_date, end_date, unit_hashprice, daily_hashrate_ph];
  return terms.map((each) => each ?? null);
}
