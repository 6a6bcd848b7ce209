import { guildRules, type GuildRules } from '../domain/alerts/rule.js';
import { createRevisionCache } from '../store/revision-cache.js';
import type { Store } from '../store/store.js';
import { openSharedRows } from '../store/rows.js';

const SPACE = 'alert-rules';
const MAX_KEPT = 4_000;
const NO_RULES: GuildRules = { rules: [] };

/** The rules of each guild, one entry a guild. Throws `DamagedEntry`: they are what people set. */
export function createRuleStore(store: Store) {
  const rows = openSharedRows(store, { space: SPACE, schema: guildRules });
  const kept = createRevisionCache<GuildRules>(store, { space: SPACE, most: MAX_KEPT });
  return {
    of: (guildId: string): Promise<GuildRules> =>
      kept.of(guildId, async () => (await rows.get(guildId)) ?? NO_RULES),
    /** Atomic over all processes. Throws `WriteConflict`, and nothing was changed. */
    change: (guildId: string, change: (now: GuildRules) => GuildRules) =>
      rows.change(guildId, (now = NO_RULES) => change(now)),
    forget: (guildId: string) => rows.delete(guildId),
  };
}

export type RuleStore = ReturnType<typeof createRuleStore>;
