import { guildRules, type GuildRules } from '../domain/alerts/rule.js';
import { DamagedEntry } from '../domain/errors/store-errors.js';
import { createRevisionCache } from '../store/revision-cache.js';
import type { Store } from '../store/store.js';
import { updateValue } from '../store/update-value.js';

const SPACE = 'alert-rules';
const MAX_KEPT = 4_000;

/** The rules of each guild, one entry a guild. */
export function createRuleStore(store: Store) {
  const space = store.namespace<unknown>(SPACE);
  const kept = createRevisionCache<GuildRules>(store, { space: SPACE, most: MAX_KEPT });
  function parse(stored: unknown, guildId: string): GuildRules {
    const parsed = guildRules.safeParse(stored ?? {});
    if (!parsed.success) throw new DamagedEntry(SPACE, guildId);
    return parsed.data;
  }
  return {
    of: (guildId: string): Promise<GuildRules> =>
      kept.of(guildId, async () => parse(await space.get(guildId), guildId)),
    /** Atomic over all processes. Throws `WriteConflict`, and nothing was changed. */
    change: (guildId: string, change: (now: GuildRules) => GuildRules) =>
      updateValue(store, { space: SPACE, key: guildId }, (stored) =>
        change(parse(stored, guildId)),
      ),
    forget: async (guildId: string) => void (await space.delete(guildId)),
  };
}

export type RuleStore = ReturnType<typeof createRuleStore>;
