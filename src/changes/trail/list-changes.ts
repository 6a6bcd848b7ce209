import type { Change, State } from '../../domain/changes/change.js';
import type { Trail } from './trail.js';

/** Which of a guild's changes, newest first; what is missing leaves nothing out. */
export interface Wanted {
  readonly state?: State | undefined;
  /** How many of the newest to leave out. */
  readonly after?: number;
  readonly most?: number;
}

/** Those that ended long ago are read from the trail, so ask for as many as are shown. */
export async function listChanges(
  trail: Pick<Trail, 'state'>,
  guildId: string,
  { state, after = 0, most = Infinity }: Wanted,
): Promise<readonly Change[]> {
  const { digests } = await trail.state(guildId);
  const ids = [...digests.entries()]
    .filter(([, digest]) => state === undefined || digest.state === state)
    .map(([id]) => id)
    .toReversed()
    .slice(after, after + most);
  const found: Change[] = [];
  for (const id of ids) {
    const change = (await trail.state(guildId, id)).changes.get(id);
    // Entered meanwhile, it may be in another state.
    if (change !== undefined) found.push(change);
  }
  return found;
}
