import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { part } from '../cards/failures.js';
import { UserError } from '../errors.js';
import { deleteAlerts } from '../guilds/delete-guild.js';
import type { KeyWork } from '../guilds/guilds.js';
import type { GuildSettings } from '../guilds/settings.js';
import { PoolError } from '../pool/pool-error.js';
import type { Pool } from '../pool/pool.js';
import { type Alert, isOpen } from './alert.js';
import { CONDITION_SPECS } from './conditions.js';
import { isIn, type MinerStatus, readMiners } from './measure/miners.js';
import {
  deleteAlert,
  deleteReadings,
  deleteRule,
  type InGuild,
  readInGuild,
  record,
  saveAlert,
  saveRule,
} from './rows.js';
import {
  isBuiltIn,
  MAX_RULES,
  NEW_NOTE,
  ownRules,
  type Rule,
  type RuleDraft,
  usualDraft,
} from './rule.js';
import { enqueueTells } from './tell.js';
import { ruleName } from './words.js';

/** Without those that look like another. */
const ID_LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';

export function ruleIn(rules: readonly Rule[], id: string): Rule {
  const found = rules.find((rule) => rule.id === id);
  if (found === undefined) throw new UserError('No such rule', '`/alerts rules` shows all.');
  return found;
}

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
    await recordRule(inGuild, rule, 'added');
  }
  return added;
}

/** Its alert ends where it then watches something else. @throws UserError */
export async function editRule(inGuild: InGuild, id: string, draft: RuleDraft): Promise<Rule> {
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

export async function removeRule(inGuild: InGuild, id: string): Promise<Rule> {
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

function newId(): string {
  const letters = Array.from({ length: 5 }, () => ID_LETTERS[randomInt(ID_LETTERS.length)]);
  return letters.join('');
}

/** Nobody can say any more whether they are over. What never fired leaves no trace. */
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
    await saveRule(tx, { ...rule, note: { ...rule.note, known: null } });
  await deleteReadings(tx, guild, null);
};

const FEWEST_MINERS = 10;
/** A large fleet always has some that are off. */
const ABOVE_PRESENT = 1.5;

/** Rules that fit most servers, by what the pool gives now. */
export async function suggestedRules(
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

/** Up to two digits: nobody sets a threshold of 217. */
function roundUp(count: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.ceil(count / step) * step;
}
