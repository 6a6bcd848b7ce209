import { PoolError } from './pool-error.js';
import type { Answered, Scope } from './pool.js';

/** Servers take URLs of some 4 kB; the path and other parameters need the rest. */
const LONGEST_NAMES = 3_700;

interface ScopedRead<Result> {
  readonly operation: string;
  read(scope: Scope | undefined): Promise<Result>;
  /** Absent where parts cannot be put together. */
  readonly merge?: (parts: readonly Result[]) => Result;
}

/**
 * Copes with what pools have been seen to answer: 403 for a whole list because of one name, 400 where
 * no filter is given. `needFilter` remembers the operations that want one.
 */
export function createReader(allNames: () => Promise<readonly string[]>, needFilter: Set<string>) {
  async function ofAllNames<Result extends Answered>(what: ScopedRead<Result>) {
    const names = await allNames();
    return names.length === 0 ? what.read(undefined) : ofNames(what, names);
  }

  /** @throws PoolError; `forbidden` if every subaccount is refused */
  return async function readWithin<Result extends Answered>(
    scope: Scope | undefined,
    what: ScopedRead<Result>,
  ): Promise<Result> {
    if (scope && 'siteId' in scope) return what.read(scope);
    if (scope && scope.subaccounts.length > 0) return ofNames(what, scope.subaccounts);
    if (needFilter.has(what.operation)) return ofAllNames(what);
    try {
      return await what.read(undefined);
    } catch (error) {
      if (!(error instanceof PoolError) || error.details.status !== 400) throw error;
      const result = await ofAllNames(what);
      needFilter.add(what.operation);
      return result;
    }
  };
}

async function ofNames<Result extends Answered>(
  what: ScopedRead<Result>,
  names: readonly string[],
): Promise<Result> {
  const groups = inGroups(names);
  if (groups.length > 1 && what.merge === undefined) throw new PoolError('too-long');
  const parts = await Promise.all(groups.map((group) => ofGroup(what, group)));
  const results = parts.filter((part) => part !== null);
  const refused = parts.flatMap((part, index) => part?.refused ?? groups[index] ?? []);
  const [first] = results;
  if (first === undefined) throw new PoolError('forbidden', { status: 403 });
  const result = results.length > 1 && what.merge ? what.merge(results) : first;
  return { ...result, refused };
}

/**
 * If one name spoils the answer: asks name by name which are refused, then again without those. Null
 * if all are.
 */
async function ofGroup<Result extends Answered>(
  what: ScopedRead<Result>,
  names: readonly string[],
): Promise<Result | null> {
  try {
    return await what.read({ subaccounts: names });
  } catch (error) {
    if (!(error instanceof PoolError) || error.kind !== 'forbidden') throw error;
    if (names.length === 1) return null;
  }
  const alone = await Promise.all(names.map((name) => ofGroup(what, [name])));
  const permitted = names.filter((_, index) => alone[index] !== null);
  const refused = names.filter((_, index) => alone[index] === null);
  if (permitted.length === 0) return null;
  return { ...(await what.read({ subaccounts: permitted })), refused };
}

function inGroups(names: readonly string[]): string[][] {
  const groups: string[][] = [];
  let length = Infinity;
  for (const name of names) {
    const more = encodeURIComponent(`${name},`).length;
    if (length + more > LONGEST_NAMES) {
      groups.push([]);
      length = 0;
    }
    groups.at(-1)?.push(name);
    length += more;
  }
  return groups;
}
