import type { Context, Autocomplete } from '../../src/command.js';
import { isBuiltIn, rulesInForce, type AlertRule } from '../../src/domain/alerts/rule.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import { builtInWords, unknownRuleWords } from '../../src/views/alerts/replies/rule-sentences.js';
import { ruleChoice } from '../../src/views/alerts/replies/rule-text.js';

/** The options that choose a rule. */

/** Includes the rules that every server has. */
export const autocompleteRules: Autocomplete = async (typed, { alerts, guildId }) =>
  choices(rulesInForce(await alerts.rules(guildId)), typed);

export const autocompleteOwnRules: Autocomplete = async (typed, { alerts, guildId }) =>
  choices((await alerts.rules(guildId)).rules, typed);

function choices(rules: readonly AlertRule[], typed: string) {
  return rules
    .map((rule) => ({ name: ruleChoice(rule), value: rule.id }))
    .filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()));
}

/** Throws a UserError if there is none with that id. */
export async function ruleOfId(typed: string, { alerts, guildId }: Context): Promise<AlertRule> {
  const all = rulesInForce(await alerts.rules(guildId));
  const wanted = typed.trim().toLowerCase();
  const found = all.find(({ id }) => id === wanted);
  if (found === undefined) throw new UserError(unknownRuleWords(typed, all));
  return found;
}

/** A rule that an admin set: the others can't be changed. */
export async function ownRuleOfId(typed: string, context: Context): Promise<AlertRule> {
  const rule = await ruleOfId(typed, context);
  if (isBuiltIn(rule)) throw new UserError(builtInWords(rule.condition));
  return rule;
}
