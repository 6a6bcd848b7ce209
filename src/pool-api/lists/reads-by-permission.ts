import { PoolError, PoolForbidden, type UnlistedName } from '../../domain/errors/pool-errors.js';
import { nearNames } from '../../domain/names/near-names.js';
import type { Calls, ReadCall } from '../calls.js';
import type { Read, Scope } from '../client.js';
import { namesQuery, withParts, withQuery } from '../request.js';
import { MINUTE_MS } from '../../domain/time/units.js';

/** How long this is remembered, so that not every read fails first. */
export const LEARNT_FOR_MS = MINUTE_MS;

export interface PermittedReadsOptions {
  /** Names of all subaccounts; `deadline` in `performance.now()`. */
  readonly allNames: (deadline: number) => Promise<string[]>;
  /** For one read with all its requests. */
  readonly budgetMs: number;
  readonly learntForMs: number;
}

/** How many refused names are looked up in the list. */
const MAX_MEANT = 10;

type TimedReadCall<Value> = ReadCall<Value> & { readonly deadline: number };

interface LearntPermissions {
  readonly until: number;
  /** Names to leave out. */
  readonly refused: Set<string>;
  /** Set once the operation turned out to require a filter. */
  allNames: readonly string[] | null;
}

/**
 * Reads of one site, some subaccounts or all, working around two habits of the pool: one forbidden
 * name fails the whole read with 403, and some pools answer 400 without a filter.
 */
export function createPermittedReads(
  calls: Calls,
  { allNames, budgetMs, learntForMs }: PermittedReadsOptions,
) {
  const learntOf = new Map<string, LearntPermissions>();

  function learnt(operation: string): LearntPermissions {
    const known = learntOf.get(operation);
    if (known && known.until > performance.now()) return known;
    const until = performance.now() + learntForMs;
    const fresh = { until, refused: new Set<string>(), allNames: null };
    learntOf.set(operation, fresh);
    return fresh;
  }

  async function readNames<Value>(
    call: TimedReadCall<Value>,
    names: readonly string[],
  ): Promise<Read<Value>> {
    const { refused } = learnt(call.operation);
    const hopeful = names.filter((name) => !refused.has(name));
    // If only refused names remain, the pool is asked again: it may allow them now.
    const asked = hopeful.length > 0 ? hopeful : names;
    const leftOut = (kept: readonly string[]) => names.filter((name) => !kept.includes(name));
    try {
      return toRead(await calls.read(withNames(call, asked)), leftOut(asked));
    } catch (error) {
      if (!(error instanceof PoolForbidden)) throw error;
      const allowed = asked.length === 1 ? [] : await probe(call, asked);
      if (allowed.length === 0) throw error.with(await meantBy(asked, call));
      const read = toRead(await calls.read(withNames(call, allowed)), leftOut(allowed));
      for (const name of read.refusedSubaccounts) refused.add(name);
      return { ...read, meant: await meantBy(read.refusedSubaccounts, call) };
    }
  }

  /** What refused names that the pool doesn't list may have meant; nothing without a list. */
  async function meantBy<Value>(
    names: readonly string[],
    { deadline }: TimedReadCall<Value>,
  ): Promise<UnlistedName[]> {
    const known = await allNames(deadline).catch(() => []);
    return names.slice(0, MAX_MEANT).flatMap((name) => {
      const near = nearNames(name, known);
      return near.length === 0 ? [] : [{ name, near }];
    });
  }

  /** Name by name; throws any failure except 403. */
  async function probe<Value>(call: ReadCall<Value>, names: readonly string[]): Promise<string[]> {
    const verdicts = await Promise.all(
      names.map((name) =>
        calls.read(withNames(call, [name])).then(
          () => true,
          (error: unknown) => {
            if (error instanceof PoolForbidden) return false;
            throw error;
          },
        ),
      ),
    );
    return names.filter((_, index) => verdicts[index]);
  }

  async function readAll<Value>(call: TimedReadCall<Value>): Promise<Read<Value>> {
    const known = learnt(call.operation);
    if (known.allNames) return readFilledIn(call, known.allNames);
    try {
      return toRead(await calls.read(call));
    } catch (error) {
      if (!(error instanceof PoolError) || error.status !== 400) throw error;
      const names = await allNames(call.deadline).catch((second: unknown): never => {
        throw isRefusal(second) ? error : second;
      });
      if (names.length === 0) throw error;
      const read = await readFilledIn(call, names);
      known.allNames = names;
      return read;
    }
  }

  async function readFilledIn<Value>(
    call: TimedReadCall<Value>,
    names: readonly string[],
  ): Promise<Read<Value>> {
    return { ...(await readNames(call, names)), filledInAllSubaccounts: true };
  }

  return {
    async read<Value>(untimed: ReadCall<Value>, scope: Scope = {}): Promise<Read<Value>> {
      const call = { ...untimed, deadline: performance.now() + budgetMs };
      if (scope.siteId) {
        const path = withQuery(call.path, [['site_id', scope.siteId]]);
        return toRead(await calls.read({ ...call, path }));
      }
      const names = [...new Set(scope.subaccountNames)].filter((name) => name !== '');
      return names.length > 0 ? readNames(call, names) : readAll(call);
    },
    /** Discards what was learnt about the pool. */
    forget: (): void => learntOf.clear(),
  };
}

export type PermittedReads = ReturnType<typeof createPermittedReads>;

export function toRead<Value>(
  { value, readAt }: { readonly value: Value; readonly readAt: number },
  refusedSubaccounts: readonly string[] = [],
): Read<Value> {
  return { value, readAt, refusedSubaccounts, filledInAllSubaccounts: false };
}

function withNames<Value>(call: ReadCall<Value>, names: readonly string[]): ReadCall<Value> {
  return { ...call, path: withParts(call.path, namesQuery(names)) };
}

function isRefusal(error: unknown): boolean {
  return error instanceof PoolError && error.outcome === 'refused';
}
