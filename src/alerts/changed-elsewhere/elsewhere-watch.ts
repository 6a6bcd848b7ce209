import { PoolError, PoolNotFound } from '../../domain/errors/pool-errors.js';
import { requireOne, toResult, type Result } from '../../domain/errors/result.js';
import type { Guilds } from '../../guilds/guilds.js';
import type { PoolClient } from '../../pool-api/client.js';
import type { Store } from '../../store/store.js';
import type { ElsewhereTurn } from '../watch/ask-pool.js';
import { hidesAddresses } from './hidden-addresses.js';
import { createListTurns } from './list-turns.js';
import { createListedStore, type WatchedList } from './listed-store.js';
import { listKeyOf, type ListTurn, type LookOutcome } from './list-look.js';
import { createLookAtList, type LookAtListParts } from './look-at-list.js';
import { readList } from './read-list.js';

export interface ElsewhereWatchParts extends LookAtListParts {
  readonly store: Store;
  readonly guilds: Pick<Guilds, 'keyInfo'>;
}

/** Watches for changes made at the pool's own console. */
export function createElsewhereWatch(parts: ElsewhereWatchParts) {
  const { store, guilds } = parts;
  const listed = createListedStore(store);
  const lookAt = createLookAtList(listed, parts);
  const turns = createListTurns();

  async function look(pool: PoolClient, turn: ListTurn): Promise<LookOutcome> {
    const contents = await readList(pool.fresh(), turn.list);
    const { records, hasUnnamed } = contents;
    const hidesSome = await hidesAddresses(records, async () => {
      return (await listed.all(turn.guildId, turn.list, turn.since))?.records;
    });
    turns.counted(listKeyOf(turn), { records: records.length, hasUnnamed, hidesSome });
    return lookAt(contents, turn);
  }

  /** A list that can't be read keeps nobody from reading the others. */
  async function tryToLook(pool: PoolClient, turn: ListTurn): Promise<Result<LookOutcome>> {
    const looked = await toResult(look(pool, turn));
    if (!looked.ok && !(looked.error instanceof PoolError)) throw looked.error;
    const outcome = looked.ok ? looked.value.outcome : await outcomeOf(looked.error, turn);
    turns.note(listKeyOf(turn), { at: turn.now, outcome });
    return looked;
  }

  async function outcomeOf(error: unknown, { guildId, list, since }: ListTurn) {
    // A pool without that currency answers so, and then there is nothing to watch.
    const isOffered =
      !(error instanceof PoolNotFound) || (await listed.all(guildId, list, since)) !== null;
    return isOffered ? ('unread' as const) : ('not-offered' as const);
  }

  return {
    /**
     * One turn a minute; a list that can't be read has its next turn like one that could. Throws a
     * PoolError if none could be read.
     */
    async turn(guildId: string, pool: PoolClient, now: number): Promise<ElsewhereTurn> {
      const since = (await guilds.keyInfo(guildId))?.connectedAt;
      if (since === undefined) return { occurrences: [], again: false, reads: 0 };
      const keyOf = (list: WatchedList) => listKeyOf({ guildId, list, since });
      const lists = turns.due(keyOf, now);
      const tries: Result<LookOutcome>[] = [];
      for (const list of lists) tries.push(await tryToLook(pool, { guildId, since, list, now }));
      requireOne(tries);
      const looks = tries.flatMap((each) => (each.ok ? [each.value] : []));
      return {
        occurrences: looks.flatMap(({ occurrences }) => occurrences),
        again: looks.some(({ outcome }) => outcome === 'again' || outcome === 'more'),
        isPartial: turns.isPartial(keyOf),
        reads: lists.length,
        async noted() {
          for (const { noted } of looks) await noted?.();
        },
      };
    },
    async siteNames(guildId: string): Promise<ReadonlyMap<string, string>> {
      const since = (await guilds.keyInfo(guildId))?.connectedAt;
      const seen = since === undefined ? null : await listed.all(guildId, 'subaccounts', since);
      const names = new Map<string, string>();
      for (const each of seen?.records.values() ?? [])
        if (each.what === 'subaccount' && each.siteId !== null && each.siteName !== null)
          names.set(each.siteId, each.siteName);
      return names;
    },
    forget: (guildId: string) => listed.forget(guildId),
  };
}
