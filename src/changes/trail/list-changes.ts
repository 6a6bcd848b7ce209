import type { Change, State } from '../../domain/changes/change.js';
import { REQUESTER_LOOKED_FOR } from '../../domain/changes/typed-change-number.js';
import { isOpen } from '../../domain/changes/state/state-machine.js';
import { awaitedIn, isUnresolved } from '../../domain/changes/unresolved.js';
import type { ChangesState } from '../../domain/changes/state/state.js';
import type { Trail } from './trail.js';

/** Which of a guild's changes, newest first; a missing field excludes nothing. */
export interface ChangesQuery {
  readonly state?: State | undefined;
  /**
   * Only those that wait, are under way, await the pool, or have an unknown outcome nobody has
   * checked. In ms: when that is asked.
   */
  readonly openAt?: number | undefined;
  /** Only this person's requests, among the newest `REQUESTER_LOOKED_FOR`. */
  readonly requester?: string | undefined;
  /** How many of the newest to leave out. */
  readonly after?: number;
  readonly most?: number;
}

/** Changes that ended long ago are read from the trail, so ask only for as many as are shown. */
export async function listChanges(
  trail: Trail,
  guildId: string,
  query: ChangesQuery,
): Promise<readonly Change[]> {
  const { requester, after = 0, most = Infinity } = query;
  const ids = idsOf(await trail.state(guildId), query).toReversed();
  // The requester is only known once a change is read.
  const [skipped, looked] =
    requester === undefined ? [0, ids.slice(after, after + most)] : [after, ids];
  const found: Change[] = [];
  for (const id of looked.slice(0, requester === undefined ? undefined : REQUESTER_LOOKED_FOR)) {
    if (found.length === skipped + most) break;
    const change = await trail.changeOf(guildId, id);
    // Its state may have changed with an entry made meanwhile.
    const isWanted = requester === undefined || change?.requester.id === requester;
    if (change !== undefined && isWanted) found.push(change);
  }
  return found.slice(skipped);
}

/** Oldest first. */
function idsOf(trailState: ChangesState, { state, openAt: now }: ChangesQuery): string[] {
  const { changes, digests } = trailState;
  const awaited = new Set(now === undefined ? [] : awaitedIn(trailState, now));
  if (now !== undefined)
    return [...changes.values()]
      .filter((change) => isOpen(change) || isUnresolved(change) || awaited.has(change))
      .filter((change) => state === undefined || change.state === state)
      .toSorted((a, b) => a.number - b.number)
      .map(({ id }) => id);
  return [...digests.entries()]
    .filter(([, digest]) => state === undefined || digest.state === state)
    .map(([id]) => id);
}
