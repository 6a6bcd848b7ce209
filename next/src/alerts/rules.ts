import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { decimal } from '../cards/kit/figures.js';
import { escape } from '../cards/kit/text.js';
import { exactMoment } from '../cards/kit/times.js';
import { UserError } from '../errors.js';
import { deleteAlerts } from '../guilds/delete-guild.js';
import type { KeyWork } from '../guilds/guilds.js';
import type { GuildSettings } from '../guilds/settings.js';
import { PoolError } from '../pool/pool-error.js';
import type { Pool } from '../pool/pool.js';
import { type Alert, isOpen } from './alert.js';
import { CONDITION_SPECS } from './conditions.js';
import { LONGEST_REMIND_MS, type Tell } from './evaluate.js';
import { isIn, type MinerStatus, readMiners } from './measure/miners.js';
import {
  deleteAlert,
  deleteReadings,
  deleteRule,
  deleteSilences,
  findAlert,
  type InGuild,
  ownRules,
  readAlerts,
  readInGuild,
  readSilences,
  record,
  ruleIn,
  saveAlert,
  saveRule,
  saveSilence,
  toldTogether,
} from './rows.js';
import {
  endFor,
  isBuiltIn,
  MAX_RULES,
  NEW_NOTE,
  type Rule,
  type RuleDraft,
  type Silence,
  usualDraft,
} from './rule.js';
import { enqueueTells, messageOf } from './tell.js';
import { ruleName } from './words.js';

/** Without those that look like another. */
const ID_LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';

export async function addRules(
  inGuild: InGuild,
  drafts: readonly RuleDraft[],
): Promise<readonly Rule[]> {
  const { rules, tx, guildId, now, actor } = inGuild;
  if (ownRules(rules).length + drafts.length > MAX_RULES)
    throw new UserError(`${MAX_RULES} rules at most`, 'Remove one first with `/alerts remove`.');
  const own = { guildId, setBy: actor, since: now, note: NEW_NOTE };
  const added = drafts.map((draft): Rule => ({ ...draft, ...own, id: newId() }));
  for (const rule of added) {
    await saveRule(tx, rule);
    await recordRule(inGuild, [rule, 'added']);
  }
  return added;
}

/** Its alert ends where it then watches something else. @throws UserError */
export async function editRule(
  inGuild: InGuild,
  { id, draft }: { readonly id: string; readonly draft: RuleDraft },
): Promise<Rule> {
  const { rules, tx, guildId } = inGuild;
  const before = ruleIn(rules, id);
  const { note } = before;
  const changed: Rule = { ...before, ...draft, note };
  const isOtherRead = readName(before) !== readName(changed);
  const isOther = isOtherRead || !isDeepStrictEqual(before.threshold, changed.threshold);
  const known = isOtherRead ? null : note.known;
  const rule = isOther ? { ...changed, note: { ...note, missing: null, known } } : changed;
  await saveRule(tx, rule);
  if (isOther) await endAlerts(inGuild, 'The rule was changed.', (alert) => alert.rule === id);
  if (isOtherRead) await deleteReadings(tx, guildId, id);
  await recordRule(inGuild, [rule, 'edited']);
  return rule;
}

export async function removeRule(inGuild: InGuild, id: string): Promise<Rule> {
  const rule = ruleIn(inGuild.rules, id);
  if (isBuiltIn(rule)) throw new UserError('Always on', 'Every connected server has this rule.');
  await endAlerts(inGuild, 'The rule was removed.', (alert) => alert.rule === id);
  await deleteRule(inGuild.tx, rule);
  await recordRule(inGuild, [rule, 'removed']);
  return rule;
}

function readName(rule: Rule): string | undefined {
  return CONDITION_SPECS[rule.condition].watching?.read(rule).name;
}

/** Nobody can say any more whether they are over. What never fired leaves no trace. */
async function endAlerts(
  inGuild: InGuild,
  because: string,
  isMeant: (alert: Alert) => boolean,
): Promise<void> {
  const { tx, guildId, now } = inGuild;
  const alerts = (await readAlerts(tx, guildId)).filter(isMeant);
  for (const alert of alerts) if (!isOpen(alert)) await deleteAlert(tx, alert);
  const end = { phase: 'ended', endedAt: now, endedBecause: because, remindAt: null } as const;
  const ended = alerts.filter(isOpen).map((alert): Alert => ({ ...alert, ...end }));
  for (const alert of ended) await saveAlert(tx, alert);
  const tells = ended.map((alert) => ({ kind: 'changed', alert }) as const);
  await enqueueTells(inGuild, tells);
}

function recordRule(
  inGuild: InGuild,
  [rule, verb]: readonly [Rule, 'added' | 'edited' | 'removed'],
): Promise<void> {
  const { note: _, guildId: __, ...details } = rule;
  const line = `⚙️ <@${inGuild.actor}> ${verb} the alert rule ${rule.id}: ${ruleName(rule)}`;
  return record(inGuild, { step: `alert-rule-${verb}`, details, line });
}

function newId(): string {
  const letters = Array.from({ length: 5 }, () => ID_LETTERS[randomInt(ID_LETTERS.length)]);
  return letters.join('');
}

/**
 * Another key may be of another workspace: nobody can say any more whether alerts on figures are
 * over. Events stay, and so does the alert that the pool cannot be read, which any key can end.
 */
export const onKey: KeyWork = async (tx, act, what) => {
  const { guild } = act;
  const inGuild = await readInGuild(tx, act);
  if (what === 'deleted') {
    await endAlerts(inGuild, 'The key was deleted.', () => true);
    return deleteAlerts(tx, guild);
  }
  const isOnFigures = ({ event, condition }: Alert) => event === null && condition !== 'pool';
  await endAlerts(inGuild, 'Another key was connected.', isOnFigures);
  for (const rule of ownRules(inGuild.rules))
    if (rule.note.known !== null)
      await saveRule(tx, { ...rule, note: { ...rule.note, known: null } });
  await deleteReadings(tx, guild, null);
};

/** This alert and those told in its message; returns that message as it is then. @throws UserError */
export async function acknowledge(inGuild: InGuild, alertId: string) {
  const { tx, guildId, rules } = inGuild;
  const alert = await requireAlert(tx, guildId, alertId);
  const tells: Tell[] = [];
  for (const each of await toldTogether(tx, alert)) {
    if (!isOpen(each) || each.acknowledged !== null) continue;
    const next = acknowledged(each, inGuild);
    await saveAlert(tx, next);
    tells.push({ kind: 'changed', alert: next });
  }
  if (tells.length === 0)
    throw new UserError(
      'Too late',
      alert.acknowledged ? `<@${alert.acknowledged.by}> has it already.` : 'This alert is over.',
    );
  await enqueueTells(inGuild, tells);
  const rule = rules.find(({ id }) => id === alert.rule) ?? null;
  const reply = await messageOf(inGuild, await requireAlert(tx, guildId, alertId));
  return { alert, rule, reply };
}

function acknowledged(alert: Alert, { actor: by, now: at }: InGuild): Alert {
  const had = { ...alert, acknowledged: { by, at } };
  if (alert.event !== null) return { ...had, phase: 'resolved', endedAt: at, remindAt: null };
  return { ...had, remindAt: at + LONGEST_REMIND_MS };
}

export async function requireAlert(
  db: Parameters<typeof findAlert>[0],
  guildId: string,
  id: string,
): Promise<Alert> {
  const alert = await findAlert(db, guildId, id);
  if (alert === null) throw new UserError('No such alert', '`/alerts list` shows all.');
  return alert;
}

export async function silence(inGuild: InGuild, asked: Silence): Promise<Silence> {
  const silence = { ...asked, until: endFor(asked, asked.rule) };
  const { guildId: _, ...details } = silence;
  const { rule: id, from, until, by, reason } = details;
  const what = silencedWords(inGuild, id);
  await saveSilence(inGuild.tx, silence);
  const start = from > inGuild.now ? `from ${exactMoment(from)} ` : '';
  const why = reason === null ? '' : `: ${escape(reason, 200)}`;
  const line = `🔕 <@${by}> silenced ${what} ${start}until ${exactMoment(until)}${why}`;
  await record(inGuild, { step: 'alerts-silenced', details, line });
  await refresh(inGuild, id);
  return silence;
}

/** Of one rule, or every silence. Returns how many ended. @throws UserError */
export async function endSilences(inGuild: InGuild, id: string | null): Promise<number> {
  const { tx, guildId, now } = inGuild;
  const what = silencedWords(inGuild, id);
  const all = await readSilences(tx, guildId, now);
  const ended = all.filter(({ rule }) => id === null || rule === id).length;
  if (ended === 0) return 0;
  await deleteSilences(tx, guildId, id);
  const line = `🔔 <@${inGuild.actor}> ended the silence of ${what}`;
  await record(inGuild, { step: 'alerts-silence-ended', details: { rule: id }, line });
  await refresh(inGuild, id);
  return ended;
}

function silencedWords({ rules }: InGuild, id: string | null): string {
  return id === null ? 'all alert rules' : `the alert rule ${id}: ${ruleName(ruleIn(rules, id))}`;
}

async function refresh(inGuild: InGuild, id: string | null): Promise<void> {
  const alerts = await readAlerts(inGuild.tx, inGuild.guildId);
  const open = alerts.filter((alert) => isOpen(alert) && (id ?? alert.rule) === alert.rule);
  const tells = open.map((alert) => ({ kind: 'changed', alert }) as const);
  await enqueueTells(inGuild, tells);
}

const FEWEST_MINERS = 10;
const SHARE_OF_FLEET = 0.05;
/** A large fleet always has some that are off. */
const ABOVE_PRESENT = 1.5;

/** Rules that fit most servers, by what the pool gives now. */
export async function suggestedRules(
  pool: Pool,
  settings: GuildSettings,
  channel: string,
): Promise<readonly RuleDraft[]> {
  const [active, offline, failing] = await Promise.all([
    orZero(pool.summary(settings.currency).then(({ value }) => decimal(value.active_miners))),
    orZero(present(pool, 'offline')),
    orZero(present(pool, 'failing')),
  ]);
  const share = SHARE_OF_FLEET * (Number(active) + offline);
  const miners = (now: number) => {
    const value = String(roundUp(Math.max(FEWEST_MINERS, share, ABOVE_PRESENT * now)));
    return { threshold: { unit: 'miners', value, direction: 'over' } } as const;
  };
  return [
    usualDraft('hashrate', settings),
    { ...usualDraft('offline-miners', settings), ...miners(offline) },
    { ...usualDraft('failing-miners', settings), ...miners(failing) },
    usualDraft('temperature', settings),
    usualDraft('revenue', settings),
  ].map((draft) => ({ ...draft, site: null, subaccounts: [], channel }));
}

async function present(pool: Pool, status: MinerStatus): Promise<number> {
  const { rows } = await readMiners(pool, { status, pages: 1 });
  return rows.filter((miner) => isIn(status, miner) === true).length;
}

/** Up to two digits: nobody sets a threshold of 217. */
function roundUp(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.ceil(count / step) * step;
}

/** What the pool does not give has no part in it. */
async function orZero<Value>(read: Promise<Value>): Promise<Value | 0> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof PoolError) return 0;
    throw error;
  }
}
