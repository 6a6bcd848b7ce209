import type { Logger } from 'pino';
import type { Clock } from '../clock.js';
import type { Member } from '../discord/command.js';
import { UserError } from '../errors.js';
import { readGuildRow } from '../guilds/guild-row.js';
import type { Guilds } from '../guilds/guilds.js';
import type { Outbox } from '../jobs/outbox.js';
import type { Store } from '../store/store.js';
import { isOpen, type Alert } from './alert.js';
import type { Elsewhere } from './elsewhere/elsewhere.js';
import { gravestFirst } from './evaluate.js';
import { acknowledge, endSilences, requireAlert, silence } from './rules.js';
import {
  ownRules,
  readAlerts,
  readInGuild,
  readPast,
  readRules,
  readSilences,
  ruleIn,
  type InGuild,
} from './rows.js';
import type { Stand } from './lists.js';
import type { Rule, RuleDraft, Silence } from './rule.js';
import { addRules, editRule, onKey, removeRule } from './rules.js';
import { suggestedRules } from './rules.js';
import { alertHooks } from './tell.js';
import { createWatch } from './rounds.js';

interface AlertsParts {
  readonly store: Store;
  readonly guilds: Guilds;
  readonly outbox: Pick<Outbox, 'handle'>;
  readonly elsewhere: Pick<Elsewhere, 'look'>;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'error'>;
}

export type Alerts = ReturnType<typeof createAlerts>;

/** What commands and buttons may do with alerts. Everything throws UserError. */
export function createAlerts(parts: AlertsParts) {
  const { store, guilds, outbox, clock } = parts;
  const { db } = store;
  outbox.handle('alert', alertHooks);
  guilds.onKey(onKey);

  const decide = <Result>(
    guild: string,
    { id: actor }: Pick<Member, 'id'>,
    work: (inGuild: InGuild) => Promise<Result>,
  ) =>
    store.inGuild(guild, async (tx) =>
      work(await readInGuild(tx, { guild, at: clock.now(), actor })),
    );

  async function stand(guildId: string): Promise<Stand> {
    const now = clock.now();
    const alerts = await readAlerts(db, guildId);
    const { settings } = await readGuildRow(db, guildId, now);
    return {
      rules: await readRules(db, guildId),
      open: alerts.filter(isOpen).toSorted(gravestFirst),
      pending: alerts.filter(({ phase }) => phase === 'pending'),
      silences: await readSilences(db, guildId, now),
      settings,
      now,
    };
  }

  return {
    stand,
    rules: (guildId: string) => readRules(db, guildId),
    async rule(guildId: string, id: string): Promise<Rule> {
      return ruleIn(await readRules(db, guildId), id);
    },
    add: (guildId: string, by: Member, drafts: readonly RuleDraft[]) =>
      decide(guildId, by, (inGuild) => addRules(inGuild, drafts)),
    edit: (guildId: string, by: Member, edited: { id: string; draft: RuleDraft }) =>
      decide(guildId, by, (inGuild) => editRule(inGuild, edited)),
    remove: (guildId: string, by: Member, id: string) =>
      decide(guildId, by, (inGuild) => removeRule(inGuild, id)),
    async suggest(guildId: string, by: Member, channel: string): Promise<readonly Rule[]> {
      if (ownRules(await readRules(db, guildId)).length > 0)
        throw new UserError('There are rules already', '`/alerts rules` shows all.');
      const guild = await guilds.find(guildId);
      const drafts = await suggestedRules(guilds.pool(guild), guild.settings, channel);
      return decide(guildId, by, (inGuild) => addRules(inGuild, drafts));
    },
    /** Firing and recovering, gravest and newest first. */
    async open(guildId: string): Promise<readonly Alert[]> {
      return (await readAlerts(db, guildId)).filter(isOpen).toSorted(gravestFirst);
    },
    /** Ended since then (ms), newest first. */
    past: (guildId: string, since: number) => readPast(db, guildId, since),
    find: (guildId: string, alertId: string) => requireAlert(db, guildId, alertId),
    acknowledge: (guildId: string, by: Member, alertId: string) =>
      decide(guildId, by, (inGuild) => acknowledge(inGuild, alertId)),
    silence: (asked: Silence) =>
      decide(asked.guildId, { id: asked.by }, (inGuild) => silence(inGuild, asked)),
    /** Of one rule or all. Returns how many ended. */
    endSilences: (guildId: string, by: Member, rule: string | null) =>
      decide(guildId, by, (inGuild) => endSilences(inGuild, rule)),
    /** A minute's work for all connected servers, spread over it; for the leader, every second. */
    watch: createWatch(parts),
  };
}
