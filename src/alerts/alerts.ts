import { isDeepStrictEqual } from 'node:util';
import { Decimal } from 'decimal.js';
import { part } from '../cards/failures.js';
import { exactMoment } from '../cards/kit/times.js';
import type { Card } from '../discord/reply.js';
import { UserError } from '../errors.js';
import type { Member } from '../guilds/access.js';
import type { KeyWork } from '../guilds/guilds.js';
import { inGuild, record } from '../guilds/transaction.js';
import type { GuildSettings } from '../guilds/settings.js';
import type { Outbox } from '../jobs/outbox.js';
import { PoolError } from '../pool/pool-error.js';
import type { Pool } from '../pool/pool.js';
import { escape, newId } from '../text.js';
import { isOpen, stored, withAlerts } from './alert.js';
import type { Alert, AlertsInGuild, ServerAlerts } from './alert.js';
import { readOf } from './conditions.js';
import { LONGEST_REMIND_MS, over } from './evaluate.js';
import { silencedCard } from './lists.js';
import { alertMessage } from './message.js';
import { isIn, MINER_FILTERS, MINERS_A_PAGE, type MinerStatus } from './measure/miners.js';
import { createWatch, type RoundParts } from './watch.js';
import { endFor, isBuiltIn, MAX_RULES, NEW_NOTE, ownRules, ruleOf, usualDraft } from './rule.js';
import type { Rule, RuleDraft, SilenceDraft } from './rule.js';
import { ruleName } from './threshold.js';
import { alertHooks, enqueueTells } from './enqueue.js';

export type Alerts = ReturnType<typeof createAlerts>;

/** A server in the transaction that does what a member asked for. */
interface Asking extends AlertsInGuild {
  readonly by: string;
}

/** What commands and buttons may do with alerts. Everything throws UserError. */
export function createAlerts(parts: RoundParts & { readonly outbox: Pick<Outbox, 'handle'> }) {
  const { store, guilds, outbox, clock } = parts;
  const { db } = store;
  outbox.handle('alert', alertHooks);
  guilds.onKey(onKey);

  /** Runs it in the transaction that holds the server's row. */
  const inServer = <Asked, Result>(work: (server: Asking, asked: Asked) => Promise<Result>) => {
    return (guildId: string, { id: by }: Member, asked: Asked): Promise<Result> =>
      inGuild(parts, guildId, async (guild) =>
        work({ ...(await withAlerts(guild.tx, guild)), by }, asked),
      );
  };
  const add = inServer(addRules);
  const all = async (guildId: string): Promise<ServerAlerts> =>
    withAlerts(db, { ...(await guilds.find(guildId)), guildId, now: clock.now() });

  return {
    all,
    rule: async (guildId: string, id: string) => ruleIn((await all(guildId)).rules, id),
    add,
    edit: inServer(editRule),
    remove: inServer(removeRule),
    async suggest(guildId: string, by: Member, channel: string): Promise<readonly Rule[]> {
      if (ownRules((await all(guildId)).rules).length > 0)
        throw new UserError('There are rules already', '`/alerts rules` shows all.');
      const guild = await guilds.find(guildId);
      const settings = { ...guild.settings, site: null, subaccounts: [] };
      const drafts = await suggestedRules(guilds.pool(guild), settings);
      const placed = drafts.map((draft) => ({ ...draft, channel }));
      return add(guildId, by, placed);
    },
    /** Firing and recovering. */
    open: async (guildId: string) => (await stored.alerts.listOpen(db, guildId)).filter(isOpen),
    /** Alerts that ended since then (ms), newest first. */
    past: (guildId: string, since: number) => stored.alerts.listFrom(db, guildId, since),
    find: async (guildId: string, id: string) =>
      known(await stored.alerts.find(db, { guildId, id })),
    acknowledge: inServer(acknowledge),
    silence: inServer(silence),
    endSilences: inServer(endSilences),
    /** Checks each connected server once a minute, spread over it; the leader calls it every second. */
    watch: createWatch(parts),
  };
}

function known(alert: Alert | null): Alert {
  if (alert === null) throw new UserError('No such alert', '`/alerts list` shows all.');
  return alert;
}

/** Returns the alert's new message. @throws UserError */
async function acknowledge(server: Asking, alertId: string) {
  const { tx, guildId, by, now: at } = server;
  const before = known(await stored.alerts.find(tx, { guildId, id: alertId }));
  const { acknowledged, event } = before;
  const late = acknowledged ? `<@${acknowledged.by}> has it already.` : 'This alert is over.';
  if (acknowledged || !isOpen(before)) throw new UserError('Too late', late);
  const taken: Alert = { ...before, acknowledged: { by, at } };
  const alert = event ? over(taken, at) : { ...taken, remindAt: at + LONGEST_REMIND_MS };
  await stored.alerts.save(tx, alert);
  await enqueueTells(server, [changed(alert)]);
  return { alert, reply: await alertMessage(alert, server) };
}

/** Of one rule, or all. Returns what to show. @throws UserError */
async function silence(server: Asking, asked: SilenceDraft): Promise<Card> {
  const { by, guildId } = server;
  const { rule: id, from, reason } = asked;
  const until = endFor(asked, id);
  const details = { ...asked, until, by };
  const start = from > server.now ? `from ${exactMoment(from)} ` : '';
  const why = reason === null ? '' : `: ${escape(reason, 200)}`;
  const what = silencedWords(server, id);
  const line = `🔕 <@${by}> silenced ${what} ${start}until ${exactMoment(until)}${why}`;
  const silence = { ...details, guildId, id: `${id ?? ''}:${from}` };
  await stored.silences.save(server.tx, silence);
  await record(server, { actor: by, step: 'alerts-silenced', details }, line);
  await editOpen({ ...server, silences: [...server.silences, silence] }, id);
  return silencedCard(silence, server);
}

/** Ends the silences of one rule, or all. Returns how many. @throws UserError */
async function endSilences(server: Asking, id: string | null): Promise<number> {
  const { tx, silences, by: actor } = server;
  const ended = silences.filter(({ rule }) => id === null || rule === id);
  if (ended.length === 0) return 0;
  for (const silence of ended) await stored.silences.remove(tx, silence);
  const line = `🔔 <@${actor}> ended the silence of ${silencedWords(server, id)}`;
  await record(server, { actor, step: 'alerts-silence-ended', details: { rule: id } }, line);
  const left = silences.filter((silence) => !ended.includes(silence));
  await editOpen({ ...server, silences: left }, id);
  return ended.length;
}

function silencedWords({ rules }: AlertsInGuild, id: string | null): string {
  return id === null ? 'all alert rules' : `the alert rule ${id}: ${ruleName(ruleIn(rules, id))}`;
}

/** Edits the messages of open alerts, of one rule or all. */
async function editOpen(server: AlertsInGuild, id: string | null): Promise<void> {
  const open = server.alerts.filter((alert) => isOpen(alert) && (id ?? alert.rule) === alert.rule);
  await enqueueTells(server, open.map(changed));
}

const changed = (alert: Alert) => ({ kind: 'changed', alert }) as const;

function ruleIn(rules: readonly Rule[], id: string): Rule {
  const found = ruleOf(rules, id);
  if (found === null) throw new UserError('No such rule', '`/alerts rules` shows all.');
  return found;
}

async function addRules(server: Asking, drafts: readonly RuleDraft[]): Promise<readonly Rule[]> {
  const { rules, tx, guildId, now } = server;
  if (ownRules(rules).length + drafts.length > MAX_RULES)
    throw new UserError(`${MAX_RULES} rules at most`, 'Remove one first with `/alerts remove`.');
  const own = { guildId, since: now, note: NEW_NOTE };
  const added = drafts.map((draft): Rule => ({ ...draft, ...own, id: newId() }));
  for (const rule of added) {
    await stored.rules.save(tx, rule);
    await recordRule(server, rule, 'added');
  }
  return added;
}

/** Its alert ends if the rule now watches something else. @throws UserError */
async function editRule(server: Asking, draft: RuleDraft & Pick<Rule, 'id'>): Promise<Rule> {
  const { rules, tx } = server;
  const { id } = draft;
  const before = ruleIn(rules, id);
  const isOtherRead = readOf(before)?.name !== readOf({ ...before, ...draft })?.name;
  const isOther = isOtherRead || !isDeepStrictEqual(before.threshold, draft.threshold);
  const rule = { ...before, ...draft, note: isOtherRead ? NEW_NOTE : before.note };
  await stored.rules.save(tx, rule);
  if (isOther) await endAlerts(server, 'The rule was changed.', (alert) => alert.rule === id);
  await recordRule(server, rule, 'edited');
  return rule;
}

async function removeRule(server: Asking, id: string): Promise<Rule> {
  const { tx, rules, silences } = server;
  const rule = ruleIn(rules, id);
  if (isBuiltIn(rule)) throw new UserError('Always on', 'Every connected server has this rule.');
  await endAlerts(server, 'The rule was removed.', (alert) => alert.rule === id);
  await stored.rules.remove(tx, rule);
  for (const silence of silences.filter((each) => each.rule === id))
    await stored.silences.remove(tx, silence);
  await recordRule(server, rule, 'removed');
  return rule;
}

async function recordRule(
  server: Asking,
  rule: Rule,
  verb: 'added' | 'edited' | 'removed',
): Promise<void> {
  const { note: _, guildId: __, ...details } = rule;
  const line = `⚙️ <@${server.by}> ${verb} the alert rule ${rule.id}: ${ruleName(rule)}`;
  await record(server, { actor: server.by, step: `alert-rule-${verb}`, details }, line);
}

/** Nobody can tell any more whether they are over. Those that never fired leave no trace. */
async function endAlerts(
  server: AlertsInGuild,
  because: string,
  isMeant: (alert: Alert) => boolean,
): Promise<void> {
  const { tx, now } = server;
  const end = { phase: 'ended', endedAt: now, endedBecause: because, remindAt: null } as const;
  for (const before of server.alerts.filter(isMeant)) {
    if (isOpen(before)) {
      const alert: Alert = { ...before, ...end };
      await stored.alerts.save(tx, alert);
      await enqueueTells(server, [changed(alert)]);
    } else await stored.alerts.remove(tx, before);
  }
}

/**
 * Another key may open another workspace: nobody can tell any more whether alerts on figures are
 * over. Events stay, and so does the alert that the pool cannot be read, which any key can end.
 */
const onKey: KeyWork = async (guild, what) => {
  const { tx } = guild;
  const server = await withAlerts(tx, guild);
  if (what === 'deleted') return endAlerts(server, 'The key was deleted.', () => true);
  const isOnFigures = ({ event, condition }: Alert) => event === null && condition !== 'pool';
  await endAlerts(server, 'Another key was connected.', isOnFigures);
  for (const rule of ownRules(server.rules)) {
    const { missing } = rule.note;
    await stored.rules.save(tx, { ...rule, note: { ...NEW_NOTE, missing } });
  }
};

const FEWEST_MINERS = 10;
/** A large fleet always has some miners off. */
const ABOVE_PRESENT = 1.5;

/** Rules that fit most servers, based on the pool's present figures. */
async function suggestedRules(pool: Pool, settings: GuildSettings): Promise<RuleDraft[]> {
  const miners = async (status: MinerStatus) => {
    const first = { number: 1, size: MINERS_A_PAGE };
    const page = await part(pool.miners(MINER_FILTERS[status], first));
    const rows = page instanceof PoolError ? [] : page.rows;
    const present = rows.filter((miner) => isIn(status, miner) === true).length;
    const least = Decimal.max(FEWEST_MINERS, ABOVE_PRESENT * present);
    // Nobody sets a threshold of 217.
    const value = least.toSignificantDigits(2, Decimal.ROUND_UP).toFixed();
    const threshold = { unit: 'miners', value, direction: 'over' } as const;
    return { ...usualDraft(`${status}-miners`, settings), threshold };
  };
  return [
    usualDraft('hashrate', settings),
    await miners('offline'),
    await miners('failing'),
    usualDraft('temperature', settings),
    usualDraft('revenue', settings),
  ];
}
