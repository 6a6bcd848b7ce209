import { guildRules, type GuildRules } from '../domain/alerts/rule.js';
import { createRevisionCache } from '../store/revision-cache.js';
import type { Store } from '../store/store.js';
import { updateValue } from '../store/update-value.js';

const SPACE = 'alert-rules';
const MAX_KEPT = 4_000;

/** The rules of each guild, one entry a guild. */
export function createRuleStore(store: Store) {
  const space = store.namespace<unknown>(SPACE);
  const kept = createRevisionCache<GuildRules>(store, { space: SPACE, most: MAX_KEPT });
  const parse = (stored: unknown) => guildRules.parse(stored ?? {});
  return {
    of: (guildId: string): Promise<GuildRules> =>
      kept.of(guildId, async () => parse(await space.get(guildId))),
    /** Atomic over all processes. Throws `WriteConflict`, and nothing was changed. */
    change: (guildId: string, change: (now: GuildRules) => GuildRules) =>
      updateValue(store, { space: SPACE, key: guildId }, (stored) => change(parse(stored))),
    forget: async (guildId: string) => void (await space.delete(guildId)),
  };
}

export type RuleStore = ReturnType<typeof createRuleStore>;
