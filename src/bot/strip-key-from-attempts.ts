import { toResult } from '../domain/errors/result.js';
import type { Member } from '../domain/guild/access-levels.js';
import type { CallerBase } from '../discord/interactions/caller.js';
import type { TurnedAwayAttempt } from '../discord/interactions/router-parts.js';
import type { Changes } from '../changes/changes.js';
import type { Guilds } from '../guilds/guilds.js';
import type { PoolClients } from '../pool-api/pool-clients.js';

/** Anything people chose that goes into an entry is first searched for the server's API key. */

type KeylessPools = Pick<PoolClients, 'withoutKey'>;

/** Null = no key is connected. */
export function memberWithoutKey(pools: KeylessPools, key: string | null, member: Member): Member {
  if (key === null) return member;
  return { ...member, displayName: pools.withoutKey(key, member.displayName) };
}

interface TurnedAwayRecorderParts {
  readonly changes: Pick<Changes, 'turnedAway'>;
  readonly guilds: Pick<Guilds, 'openKey'>;
  readonly pools: KeylessPools;
}

/** Replaces a text that can't be searched. */
const NOT_SEARCHED = '…';

/** Records who was turned away. A custom id or name may be anything, even the key. */
export function createTurnedAwayRecorder({ changes, guilds, pools }: TurnedAwayRecorderParts) {
  return async (
    { guildId, member }: Pick<CallerBase, 'guildId' | 'member'>,
    { tried, why }: TurnedAwayAttempt,
  ): Promise<void> => {
    const opened = await toResult(guilds.openKey(guildId));
    const withoutKey = (text: string): string => {
      if (!opened.ok) return NOT_SEARCHED;
      return opened.value === null ? text : pools.withoutKey(opened.value.key, text);
    };
    return changes.turnedAway({
      guildId,
      member: { ...member, displayName: withoutKey(member.displayName) },
      attempt: withoutKey(tried),
      why,
    });
  };
}
