import { createHash } from 'node:crypto';
import { decimal } from '../../cards/kit/figures.js';
import type { Contract } from '../../pool/schemas.js';
import type { AlertEvent } from '../alert.js';

/** Contracts as last listed, by id, or by their terms where the pool gives no id. */
export type KnownContracts = Readonly<Record<string, KnownContract>>;

interface KnownContract {
  /** Empty: not given. */
  readonly status: string;
  /** How often that changed: two changes are two events. */
  readonly changes: number;
  readonly terms: readonly (string | null)[];
}

/** The first look tells nothing. Returns the same `known` if nothing is new. */
export function lookAtContracts(
  known: KnownContracts | null,
  { currency, rows }: { readonly currency: string; readonly rows: readonly Contract[] },
): { readonly events: readonly AlertEvent[]; readonly known: KnownContracts } {
  const listed = withIds(rows);
  if (known === null) {
    const first = listed.map(([id, contract]) => [id, seenAs(contract, 0)] as const);
    return { events: [], known: Object.fromEntries(first) };
  }
  const idOf = knownAgain(known, listed);
  const next: Record<string, KnownContract> = { ...known };
  const events: AlertEvent[] = [];
  for (const [ownId, contract] of listed) {
    const id = idOf.get(ownId) ?? ownId;
    const before = known[id];
    const status = String(contract.status ?? '');
    // A status that is not given now, or was not before, has not changed.
    if (before !== undefined && (status === before.status || status === '')) continue;
    const isNews = before?.status !== '';
    const changes = before === undefined ? 0 : before.changes + (isNews ? 1 : 0);
    next[id] = seenAs(contract, changes);
    if (!isNews) continue;
    events.push({
      kind: 'contract',
      key: `${currency}:${id}:${changes}`,
      name: contractName(contract),
      before: before?.status ?? null,
      after: status,
    });
  }
  return Object.keys(next).some((id) => next[id] !== known[id])
    ? { events, known: next }
    : { events, known };
}

/** `SELL 60 PH/s` */
function contractName({ side, daily_hashrate_ph: rate }: Contract): string {
  const digits = decimal(rate)?.toFixed() ?? rate;
  return [side || 'Contract', digits ? `${digits} PH/s` : ''].filter(Boolean).join(' ');
}

function seenAs(contract: Contract, changes: number): KnownContract {
  return { status: String(contract.status ?? ''), changes, terms: termsOf(contract) };
}

/** By id, else by the terms, numbered where several have the same. */
function withIds(rows: readonly Contract[]): (readonly [string, Contract])[] {
  const times = new Map<string, number>();
  return rows.map((contract) => {
    const { contract_id: given } = contract;
    const terms = createHash('sha256')
      .update(JSON.stringify(termsOf(contract)))
      .digest('hex');
    const id = given ? `id-${given}` : `of-${terms.slice(0, 16)}`;
    const time = times.get(id) ?? 0;
    times.set(id, time + 1);
    return [time === 0 ? id : `${id}-${time}`, contract];
  });
}

/**
 * A list may leave out ids or terms that the last one gave. Such a contract is the known one that is
 * not listed otherwise and agrees in each term that both give.
 */
function knownAgain(
  known: KnownContracts,
  listed: readonly (readonly [string, Contract])[],
): ReadonlyMap<string, string> {
  const ids = new Set(listed.map(([id]) => id));
  const free = new Map(Object.entries(known).filter(([id]) => !ids.has(id)));
  const found = new Map<string, string>();
  for (const [ownId, contract] of listed) {
    if (known[ownId] !== undefined) continue;
    const same = [...free].find(([id, { terms }]) => {
      const haveBothIds = ownId.startsWith('id-') && id.startsWith('id-');
      return !haveBothIds && agree(termsOf(contract), terms);
    });
    if (same === undefined) continue;
    found.set(ownId, same[0]);
    free.delete(same[0]);
  }
  return found;
}

/** At least one term is common. */
function agree(one: KnownContract['terms'], other: KnownContract['terms']): boolean {
  const both = one
    .map((term, index) => [term, other[index] ?? null] as const)
    .filter(([now, before]) => now !== null && before !== null);
  return both.length > 0 && both.every(([now, before]) => now === before);
}

/** 15.0 is 15. */
function termsOf(contract: Contract): readonly (string | null)[] {
  const { side, denomination, type, start_date, end_date, unit_hashprice, daily_hashrate_ph } =
    contract;
  return [side, denomination, type, start_date, end_date, unit_hashprice, daily_hashrate_ph].map(
    (term) => (term ? (decimal(term)?.toFixed() ?? String(term)) : null),
  );
}
