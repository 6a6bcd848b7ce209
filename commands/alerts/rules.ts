import { z } from 'zod';
import { defineCommand, type Context } from '../../src/command.js';
import type { GuildRules } from '../../src/domain/alerts/rule.js';
import { toResult } from '../../src/domain/errors/result.js';
import { mayUse } from '../../src/domain/guild/access-levels.js';
import { namesAndSites } from '../../src/pool-api/lists/known-names.js';
import { rulesReply } from '../../src/views/alerts/replies/rules-list.js';

export const alertsRules = defineCommand({
  name: 'rules',
  description: 'What is watched, where it is told, and how each rule stands',
  access: 'viewer',
  audience: 'choose',
  options: z.object({}),
  examples: ['', 'private:True'],
  async run(_options, context) {
    const { alerts, guilds, guildId, clock, isPrivate, member, settings } = context;
    const [rules, state, key] = await Promise.all([
      alerts.rules(guildId),
      alerts.state(guildId),
      guilds.keyInfo(guildId),
    ]);
    const isConnected = key !== null;
    const withoutSite = isConnected ? await rulesWithoutSite(rules, context) : new Set<string>();
    // Others may use a public answer; each of them is checked then.
    const mayAdd = !isPrivate || mayUse('admin', member, settings.roles);
    return rulesReply({
      rules,
      state,
      now: clock.now(),
      isConnected,
      withoutSite,
      offersSuggested: isConnected && rules.rules.length === 0 && mayAdd,
    });
  },
});

/** Rules whose site the pool doesn't list; none if it gives no list. */
export async function rulesWithoutSite(
  { rules }: GuildRules,
  context: Context,
): Promise<ReadonlySet<string>> {
  const ofSites = rules.filter(({ siteId }) => siteId !== undefined);
  if (ofSites.length === 0) return new Set();
  const listed = await toResult(namesAndSites(context.pool));
  if (!listed.ok || listed.value.sites.length === 0) return new Set();
  const known = new Set(listed.value.sites.map(({ id }) => id));
  return new Set(ofSites.filter(({ siteId = '' }) => !known.has(siteId)).map(({ id }) => id));
}
