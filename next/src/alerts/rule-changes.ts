import { randomInt } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Member } from '../discord/command.js';
import { UserError } from '../errors.js';
import type { RuleDraft, RuleEdit } from './alerts.js';
import { decide, endAlerts, record, ruleIn, type Deciding, type Engine } from './engine.js';
import { nextReminder } from './evaluate/fire.js';
import { forgetReadings } from './readings.js';
import { deleteRule, ownRules, readAlerts, saveAlert, saveRule } from './rows.js';
import { isBuiltIn, ruleName } from './rule-words.js';
import { MAX_RULES, type Rule } from './rule.js';
import { knownName, wantedReads } from './watch/reads.js';

/** Without those that look like another. */
const ID_LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';

interface Asked<Value> {
  readonly guildId: string;
  readonly by: Member;
  readonly value: Value;
}

/** @throws UserError */
export function addRules(
  engine: Engine,
  { guildId, by, value: drafts }: Asked<readonly RuleDraft[]>,
): Promise<readonly Rule[]> {
  return decide(engine, guildId, async (deciding) => {
    const { rules, tx, now } = deciding;
    if (ownRules(rules).length + drafts.length > MAX_RULES)
      throw new UserError(`${MAX_RULES} rules at most`, 'Remove one first with `/alerts remove`.');
    const taken = new Set(rules.map(({ id }) => id));
    const added: Rule[] = [];
    for (const draft of drafts) {
      if (draft.condition === 'changed-elsewhere' || draft.condition === 'pool')
        throw new UserError('Always on', '`/alerts rules` shows it; `/alerts edit` changes it.');
      const id = newId(taken);
      taken.add(id);
      const note = { missing: null, fired: [], happened: [] };
      const rule: Rule = { ...draft, guildId, id, setBy: by.id, since: now, note };
      await saveRule(tx, rule);
      await recordRule(deciding, by, { rule, step: 'alert-rule-added', verb: 'added' });
      added.push(rule);
    }
    return added;
  });
}

/** Its alert ends where it then watches something else. @throws UserError */
export function editRule(
  engine: Engine,
  { guildId, by, value: { id, change } }: Asked<RuleEdit>,
): Promise<Rule> {
  return decide(engine, guildId, async (deciding) => {
    const { rules, tx } = deciding;
    const before = ruleIn(rules, id);
    const { guildId: _, id: __, setBy, since, note, ...draft } = before;
    const changed: Rule = { ...change(draft), guildId, id, setBy, since, note };
    const isOther = !isDeepStrictEqual(watched(before), watched(changed));
    const rule = isOther ? { ...changed, note: { ...note, missing: null } } : changed;
    await saveRule(tx, rule);
    if (isOther) {
      await endAlertsOf(deciding, rule, 'The rule was changed.');
      await forgetUnused(deciding, [...rules.filter((each) => each !== before), rule]);
    } else if (before.remindMinutes !== rule.remindMinutes) await remindAnew(deciding, rule);
    await recordRule(deciding, by, { rule, step: 'alert-rule-edited', verb: 'edited' });
    return rule;
  });
}

/** @throws UserError */
export function removeRule(
  engine: Engine,
  { guildId, by, value: id }: Asked<string>,
): Promise<Rule> {
  return decide(engine, guildId, async (deciding) => {
    const { rules, tx } = deciding;
    const rule = ruleIn(rules, id);
    if (isBuiltIn(rule)) throw new UserError('Always on', 'Every connected server has this rule.');
    await endAlertsOf(deciding, rule, 'The rule was removed.');
    await deleteRule(tx, rule);
    await forgetUnused(
      deciding,
      rules.filter((each) => each !== rule),
    );
    await recordRule(deciding, by, { rule, step: 'alert-rule-removed', verb: 'removed' });
    return rule;
  });
}

function watched({ condition, threshold, currency, site, subaccounts }: Rule) {
  return { condition, threshold, currency, site, subaccounts };
}

async function endAlertsOf(deciding: Deciding, rule: Rule, because: string): Promise<void> {
  const alerts = await readAlerts(deciding.tx, deciding.guildId);
  const own = alerts.filter((alert) => alert.rule === rule.id);
  await endAlerts(deciding, own, because);
}

async function remindAnew({ tx, guildId, now }: Deciding, rule: Rule): Promise<void> {
  for (const alert of await readAlerts(tx, guildId)) {
    const isWaiting = alert.phase !== 'pending' && alert.acknowledged === null;
    if (alert.rule !== rule.id || !isWaiting) continue;
    await saveAlert(tx, { ...alert, remindAt: nextReminder(rule, alert, now) });
  }
}

/** What no rule reads any more would be stale by the time one does again. */
async function forgetUnused({ tx, guildId, row }: Deciding, rules: readonly Rule[]): Promise<void> {
  const wanted = wantedReads(rules, row.settings.currency);
  const names = [...wanted].flatMap(([name, read]) => [name, knownName(read)]);
  await forgetReadings(tx, guildId, names);
}

function recordRule(
  deciding: Deciding,
  by: Member,
  { rule, step, verb }: { readonly rule: Rule; readonly step: string; readonly verb: string },
): Promise<void> {
  const { note: _, guildId: __, ...details } = rule;
  const line = `⚙️ <@${by.id}> ${verb} the alert rule ${rule.id}: ${ruleName(rule)}`;
  return record(deciding, by.id, { step, details, line });
}

function newId(taken: ReadonlySet<string>): string {
  for (;;) {
    const letters = Array.from({ length: 5 }, () => ID_LETTERS[randomInt(ID_LETTERS.length)]);
    const id = letters.join('');
    if (!taken.has(id)) return id;
  }
}
