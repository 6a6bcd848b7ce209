import { PoolError, PoolNotFound } from '../../domain/errors/pool-errors.js';
import { requireOne, toResult, type Result } from '../../domain/errors/result.js';
import type { PoolClient } from '../../pool-api/client.js';
import type { Store } from '../../store/store.js';
import type { ExternalChangesTurn, GuildTurn } from '../watch/ask-pool.js';
import { hidesAddresses } from './lists/hides-addresses.js';
import { createPollSchedule } from './polls/poll-schedule.js';
import { createListedStore } from './lists/watched-list-store.js';
import type { ListPoll, ListPollOutcome } from './polls/poll-types.js';
import { createPollList, type PollListParts } from './polls/poll-list.js';
import { readList } from './lists/read-list.js';

export interface ExternalChangesWatchParts extends PollListParts {
  readonly store: Store;
}

/** What this process remembers of a guild's lists, as long as the same key is in use. */
interface PollMemory extends Pick<ListPoll, 'since'> {
  readonly schedule: ReturnType<typeof createPollSchedule>;
  readonly pollList: ReturnType<typeof createPollList>;
}

/** Watches for changes made at the pool's own console. */
export function createExternalChangesWatch(parts: ExternalChangesWatchParts) {
  const { store, guilds } = parts;
  const listed = createListedStore(store);
  /** Of each guild that is watched. */
  const memories = new Map<string, PollMemory>();

  /** Another key's lists may be another workspace's, so what was remembered is dropped. */
  function memoryOf({ guildId, since }: Pick<ListPoll, 'guildId' | 'since'>): PollMemory {
    const known = memories.get(guildId);
    if (known?.since === since) return known;
    const schedule = createPollSchedule();
    const begun = { since, schedule, pollList: createPollList(listed, parts) };
    memories.set(guildId, begun);
    return begun;
  }

  async function poll(
    { schedule, pollList }: PollMemory,
    pool: PoolClient,
    listPoll: ListPoll,
  ): Promise<ListPollOutcome> {
    const contents = await readList(pool.fresh(), listPoll.list);
    const { records, hasUnnamed } = contents;
    const hidesSome = await hidesAddresses(records, async () => {
      return (await listed.all(listPoll.guildId, listPoll.list, listPoll.since))?.records;
    });
    schedule.counted(listPoll.list, { records: records.length, hasUnnamed, hidesSome });
    return pollList(contents, listPoll);
  }

  /** A list that can't be read keeps nobody from reading the others. */
  async function tryToPoll(
    memory: PollMemory,
    pool: PoolClient,
    listPoll: ListPoll,
  ): Promise<Result<ListPollOutcome>> {
    const polled = await toResult(poll(memory, pool, listPoll));
    if (!polled.ok && !(polled.error instanceof PoolError)) throw polled.error;
    const outcome = polled.ok ? polled.value.outcome : await outcomeOf(polled.error, listPoll);
    memory.schedule.note(listPoll.list, { at: listPoll.now, outcome });
    return polled;
  }

  async function outcomeOf(error: unknown, { guildId, list, since }: ListPoll) {
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
    async turn({ guildId, pool, since }: GuildTurn, now: number): Promise<ExternalChangesTurn> {
      const memory = memoryOf({ guildId, since });
      const { schedule } = memory;
      const lists = schedule.due(now);
      const tries: Result<ListPollOutcome>[] = [];
      for (const list of lists)
        tries.push(await tryToPoll(memory, pool, { guildId, since, list, now }));
      requireOne(tries);
      const polls = tries.flatMap((each) => (each.ok ? [each.value] : []));
      return {
        occurrences: polls.flatMap(({ occurrences }) => occurrences),
        again: polls.some(({ outcome }) => outcome === 'again' || outcome === 'more'),
        isPartial: schedule.isPartial(),
        reads: lists.length,
        async noted() {
          for (const { noted } of polls) await noted?.();
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
    letGo: (guildId: string): void => void memories.delete(guildId),
    /** Whether anything of its lists is stored. */
    has: (guildId: string) => listed.has(guildId),
    forget: (guildId: string) => listed.forget(guildId),
  };
}
