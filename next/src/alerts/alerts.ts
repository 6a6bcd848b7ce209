import type { Member } from '../discord/command.js';
import { escape } from '../cards/kit/text.js';
import { exactMoment } from '../cards/kit/times.js';
import { UserError } from '../errors.js';
import type { Guilds } from '../guilds/guilds.js';
import type { Outbox } from '../jobs/outbox.js';
import { isOpen, type Alert } from './alert.js';
import { LONGEST_REMIND_MS } from './evaluate.js';
import { createWatch, type RoundParts } from './rounds.js';
import {
  deleteSilences,
  findAlert,
  readInGuild,
  readPast,
  readStand,
  record,
  saveAlert,
  saveSilence,
  type InGuild,
  type Stand,
} from './rows.js';
import { endFor, ownRules, ruleOf, type Rule, type RuleDraft, type Silence } from './rule.js';
import { addRules, editRule, onKey, removeRule, ruleIn, suggestedRules } from './rules.js';
import { alertHooks, enqueueTells, messageOf } from './tell.js';
import { ruleName } from './words.js';

interface AlertsParts extends RoundParts {
  readonly guilds: Guilds;
  readonly outbox: Pick<Outbox, 'handle'>;
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
  const stand = (guildId: string): Promise<Stand> => readStand(db, guildId, clock.now());

  return {
    stand,
    rule: async (guildId: string, id: string) => ruleIn((await stand(guildId)).rules, id),
    add: (guildId: string, by: Member, drafts: readonly RuleDraft[]) =>
      decide(guildId, by, (inGuild) => addRules(inGuild, drafts)),
    edit: (guildId: string, by: Member, { id, draft }: { id: string; draft: RuleDraft }) =>
      decide(guildId, by, (inGuild) => editRule(inGuild, id, draft)),
    remove: (guildId: string, by: Member, id: string) =>
      decide(guildId, by, (inGuild) => removeRule(inGuild, id)),
    async suggest(guildId: string, by: Member, channel: string): Promise<readonly Rule[]> {
      if (ownRules((await stand(guildId)).rules).length > 0)
        throw new UserError('There are rules already', '`/alerts rules` shows all.');
      const guild = await guilds.find(guildId);
      const drafts = await suggestedRules(guilds.pool(guild), guild.settings, channel);
      return decide(guildId, by, (inGuild) => addRules(inGuild, drafts));
    },
    /** Firing and recovering, newest first. */
    async open(guildId: string): Promise<readonly Alert[]> {
      return (await stand(guildId)).alerts.filter(isOpen);
    },
    /** Ended since then (ms), newest first. */
    past: (guildId: string, since: number) => readPast(db, guildId, since),
    async find(guildId: string, alertId: string): Promise<Alert> {
      return known(await findAlert(db, guildId, alertId));
    },
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

function known(alert: Alert | null): Alert {
  if (alert === null) throw new UserError('No such alert', '`/alerts list` shows all.');
  return alert;
}

/** Returns the alert's message as it is then. @throws UserError */
async function acknowledge(inGuild: InGuild, alertId: string) {
  const { tx, guildId, rules, actor: by, now: at } = inGuild;
  const before = known(await findAlert(tx, guildId, alertId));
  const { acknowledged, event } = before;
  if (acknowledged !== null) throw tooLate(`<@${acknowledged.by}> has it already.`);
  if (!isOpen(before)) throw tooLate('This alert is over.');
  const next =
    event === null
      ? { remindAt: at + LONGEST_REMIND_MS }
      : ({ phase: 'resolved', endedAt: at, remindAt: null } as const);
  const alert: Alert = { ...before, acknowledged: { by, at }, ...next };
  await saveAlert(tx, alert);
  await enqueueTells(inGuild, [{ kind: 'changed', alert }]);
  return { alert, rule: ruleOf(alert, rules), reply: await messageOf(inGuild, alert) };
}

function tooLate(sentence: string): UserError {
  return new UserError('Too late', sentence);
}

async function silence(inGuild: InGuild, asked: Silence): Promise<Silence> {
  const { guildId: _, ...details } = { ...asked, until: endFor(asked, asked.rule) };
  const { rule: id, from, until, by, reason } = details;
  const start = from > inGuild.now ? `from ${exactMoment(from)} ` : '';
  const why = reason === null ? '' : `: ${escape(reason, 200)}`;
  const what = silencedWords(inGuild, id);
  const line = `🔕 <@${by}> silenced ${what} ${start}until ${exactMoment(until)}${why}`;
  const silence = { ...asked, until };
  await saveSilence(inGuild.tx, silence);
  await record(inGuild, { step: 'alerts-silenced', details, line });
  await editOpen({ ...inGuild, silences: [...inGuild.silences, silence] }, id);
  return silence;
}

/** Of one rule, or every silence. Returns how many ended. @throws UserError */
async function endSilences(inGuild: InGuild, id: string | null): Promise<number> {
  const { tx, guildId, silences, actor } = inGuild;
  const left = silences.filter(({ rule }) => id !== null && rule !== id);
  if (left.length === silences.length) return 0;
  await deleteSilences(tx, guildId, id);
  const line = `🔔 <@${actor}> ended the silence of ${silencedWords(inGuild, id)}`;
  await record(inGuild, { step: 'alerts-silence-ended', details: { rule: id }, line });
  await editOpen({ ...inGuild, silences: left }, id);
  return silences.length - left.length;
}

function silencedWords({ rules }: InGuild, id: string | null): string {
  return id === null ? 'all alert rules' : `the alert rule ${id}: ${ruleName(ruleIn(rules, id))}`;
}

/** The messages of open alerts, of one rule or all. */
async function editOpen(inGuild: InGuild, id: string | null): Promise<void> {
  for (const alert of inGuild.alerts)
    if (isOpen(alert) && (id ?? alert.rule) === alert.rule)
      await enqueueTells(inGuild, [{ kind: 'changed', alert }]);
}
