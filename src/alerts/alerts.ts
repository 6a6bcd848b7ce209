import { isDeepStrictEqual } from 'node:util';
import { part } from '../cards/failures.js';
import { escape } from '../cards/kit/text.js';
import { exactMoment } from '../cards/kit/times.js';
import type { Member } from '../discord/command.js';
import { UserError } from '../errors.js';
import { deleteAlerts } from '../guilds/delete-guild.js';
import type { Guilds, KeyWork } from '../guilds/guilds.js';
import type { GuildSettings } from '../guilds/settings.js';
import type { Outbox } from '../jobs/outbox.js';
import { PoolError } from '../pool/pool-error.js';
import type { Pool } from '../pool/pool.js';
import { newId } from '../text.js';
import { isOpen, type Alert } from './alert.js';
import { CONDITION_SPECS } from './conditions.js';
import { LONGEST_REMIND_MS } from './evaluate.js';
import { isIn, readMiners, type MinerStatus } from './measure/miners.js';
import { createWatch, type RoundParts } from './rounds.js';
import {
  deleteAlert,
  deleteReadings,
  deleteRule,
  deleteSilences,
  findAlert,
  readInGuild,
  readPast,
  readStand,
  record,
  saveAlert,
  saveRule,
  saveSilence,
  type InGuild,
  type Stand,
} from './rows.js';
import {
  endFor,
  isBuiltIn,
  MAX_RULES,
  NEW_NOTE,
  ownRules,
  ruleOf,
  usualDraft,
  type Rule,
  type RuleDraft,
  type Silence,
} from './rule.js';
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
    /** Alerts that ended since then (ms), newest first. */
    past: (guildId: string, since: number) => readPast(db, guildId, since),
    async find(guildId: string, alertId: string): Promise<Alert> {
      return known(await findAlert(db, guildId, alertId));
    },
    acknowledge: (guildId: string, by: Member, alertId: string) =>
      decide(guildId, by, (inGuild) => acknowledge(inGuild, alertId)),
    silence: (asked: Silence) =>
      decide(asked.guildId, { id: asked.by }, (inGuild) => silence(inGuild, asked)),
    /** Ends the silences of one rule or all. Returns how many. */
    endSilences: (guildId: string, by: Member, rule: string | null) =>
      decide(guildId, by, (inGuild) => endSilences(inGuild, rule)),
    /** Checks each connected server once a minute, spread over it; the leader calls it every second. */
    watch: createWatch(parts),
  };
}

function known(alert: Alert | null): Alert {
  if (alert === null) throw new UserError('No such alert', '`/alerts list` shows all.');
  return alert;
}

/** Returns the alert's new message. @throws UserError */
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

/** Ends the silences of one rule, or all. Returns how many. @throws UserError */
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

/** Edits the messages of open alerts, of one rule or all. */
async function editOpen(inGuild: InGuild, id: string | null): Promise<void> {
  for (const alert of inGuild.alerts)
    if (isOpen(alert) && (id ?? alert.rule) === alert.rule)
      await enqueueTells(inGuild, [{ kind: 'changed', alert }]);
}

function ruleIn(rules: readonly Rule[], id: string): Rule {
  const found = rules.find((rule) => rule.id === id);
  if (found === undefined) throw new UserError('No such rule', '`/alerts rules` shows all.');
  return found;
}

async function addRules(inGuild: InGuild, drafts: readonly RuleDraft[]): Promise<readonly Rule[]> {
  const { rules, tx, guildId, now, actor } = inGuild;
  if (ownRules(rules).length + drafts.length > MAX_RULES)
    throw new UserError(`${MAX_RULES} rules at most`, 'Remove one first with `/alerts remove`.');
  const own = { guildId, setBy: actor, since: now, note: NEW_NOTE };
  const added = drafts.map((draft): Rule => ({ ...draft, ...own, id: newId() }));
  for (const rule of added) {
    await saveRule(tx, rule);
    await recordRule(inGuild, rule, 'added');
  }
  return added;
}

/** Its alert ends if the rule now watches something else. @throws UserError */
async function editRule(inGuild: InGuild, id: string, draft: RuleDraft): Promise<Rule> {
  const { rules, tx, guildId } = inGuild;
  const before = ruleIn(rules, id);
  const changed: Rule = { ...before, ...draft };
  const isOtherRead = readName(before) !== readName(changed);
  const isOther = isOtherRead || !isDeepStrictEqual(before.threshold, changed.threshold);
  const known = isOtherRead ? null : before.note.known;
  const note = isOther ? { ...before.note, missing: null, known } : before.note;
  const rule = { ...changed, note };
  await saveRule(tx, rule);
  if (isOther) await endAlerts(inGuild, 'The rule was changed.', (alert) => alert.rule === id);
  if (isOtherRead) await deleteReadings(tx, guildId, id);
  await recordRule(inGuild, rule, 'edited');
  return rule;
}

async function removeRule(inGuild: InGuild, id: string): Promise<Rule> {
  const rule = ruleIn(inGuild.rules, id);
  if (isBuiltIn(rule)) throw new UserError('Always on', 'Every connected server has this rule.');
  await endAlerts(inGuild, 'The rule was removed.', (alert) => alert.rule === id);
  await deleteRule(inGuild.tx, rule);
  await recordRule(inGuild, rule, 'removed');
  return rule;
}

function readName(rule: Rule): string | undefined {
  return CONDITION_SPECS[rule.condition].watching?.read(rule).name;
}

function recordRule(
  inGuild: InGuild,
  rule: Rule,
  verb: 'added' | 'edited' | 'removed',
): Promise<void> {
  const { note: _, guildId: __, ...details } = rule;
  const line = `⚙️ <@${inGuild.actor}> ${verb} the alert rule ${rule.id}: ${ruleName(rule)}`;
  return record(inGuild, { step: `alert-rule-${verb}`, details, line });
}

/** Nobody can tell any more whether they are over. Those that never fired leave no trace. */
async function endAlerts(
  inGuild: InGuild,
  because: string,
  isMeant: (alert: Alert) => boolean,
): Promise<void> {
  const { tx, now } = inGuild;
  const end = { phase: 'ended', endedAt: now, endedBecause: because, remindAt: null } as const;
  for (const before of inGuild.alerts.filter(isMeant)) {
    if (isOpen(before)) {
      const alert: Alert = { ...before, ...end };
      await saveAlert(tx, alert);
      await enqueueTells(inGuild, [{ kind: 'changed', alert }]);
    } else await deleteAlert(tx, before);
  }
}

/**
 * Another key may open another workspace: nobody can tell any more whether alerts on figures are
 * over. Events stay, and so does the alert that the pool cannot be read, which any key can end.
 */
const onKey: KeyWork = async (tx, act, what) => {
  const { guild } = act;
  const inGuild = await readInGuild(tx, act);
  if (what === 'deleted') {
    await endAlerts(inGuild, 'The key was deleted.', () => true);
    return deleteAlerts(tx, guild);
  }
  const isOnFigures = ({ event, condition }: Alert) => event === null && condition !== 'pool';
  await endAlerts(inGuild, 'Another key was connected.', isOnFigures);
  for (const rule of ownRules(inGuild.rules))
    await saveRule(tx, { ...rule, note: { ...rule.note, known: null } });
  await deleteReadings(tx, guild, null);
};

const FEWEST_MINERS = 10;
/** A large fleet always has some miners off. */
const ABOVE_PRESENT = 1.5;

/** Rules that fit most servers, based on the pool's present figures. */
async function suggestedRules(
  pool: Pool,
  settings: GuildSettings,
  channel: string,
): Promise<readonly RuleDraft[]> {
  const miners = async (status: MinerStatus) => {
    const page = await part(readMiners(pool, { status, pages: 1 }));
    const rows = page instanceof PoolError ? [] : page.rows;
    const present = rows.filter((miner) => isIn(status, miner) === true).length;
    const value = String(roundUp(Math.max(FEWEST_MINERS, ABOVE_PRESENT * present)));
    const threshold = { unit: 'miners', value, direction: 'over' } as const;
    return { ...usualDraft(`${status}-miners`, settings), threshold };
  };
  return [
    usualDraft('hashrate', settings),
    await miners('offline'),
    await miners('failing'),
    usualDraft('temperature', settings),
    usualDraft('revenue', settings),
  ].map((draft) => ({ ...draft, site: null, subaccounts: [], channel }));
}

/** Rounds up to two digits: nobody sets a threshold of 217. */
function roundUp(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.ceil(count / step) * step;
}
