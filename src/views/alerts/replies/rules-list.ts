import type { GuildAlerts } from '../../../domain/alerts/alert.js';
import {
  MAX_RULES,
  rulesInForce,
  type AlertRule,
  type GuildRules,
} from '../../../domain/alerts/rule.js';
import type { Reply } from '../../../domain/messages/reply.js';
import { card } from '../../kit/card.js';
import { escapeMarkdown } from '../../kit/text.js';
import { suggestedAlertsRow } from './rules-replies.js';
import { ruleId, ruleStateText, whereToldText, watchedText } from './rule-text.js';
import { chunksOf } from '../../kit/groups.js';

interface RulesModel {
  readonly rules: GuildRules;
  readonly state: GuildAlerts;
  readonly now: number;
  readonly isConnected: boolean;
  /** Ids of rules whose site the pool no longer lists. */
  readonly withoutSite: ReadonlySet<string>;
  readonly offersSuggested: boolean;
}

const RULES_IN_CARD = 9;

/** All rules and how each stands, on as many cards as that takes. */
export function rulesReply(model: RulesModel): Reply {
  const { rules, withoutSite, offersSuggested } = model;
  const lines = rulesInForce(rules).map((rule) => ruleLines(rule, model));
  const cards = chunksOf(lines, RULES_IN_CARD).map((ofCard, part) =>
    card({
      ...(part === 0 ? { title: `Alert rules: ${rules.rules.length} of ${MAX_RULES}` } : {}),
      tone: withoutSite.size > 0 ? 'warning' : 'neutral',
      lines: [...(part === 0 ? [...headLines(model), ''] : []), ofCard.join('\n\n')],
    }),
  );
  return {
    embeds: cards,
    ...(offersSuggested ? { components: [suggestedAlertsRow()] } : {}),
  };
}

function headLines({ rules, isConnected, offersSuggested }: RulesModel): (string | null)[] {
  const mentioning = rules.roleId === undefined ? '' : `, mentioning <@&${rules.roleId}>`;
  return [
    isConnected
      ? null
      : '**No pool workspace is connected, so nothing is checked.** An admin connects one with `/setup key`.',
    rules.channelId === undefined
      ? 'A rule without a channel of its own isn’t posted yet: `/alerts channel` sets one for all of them.'
      : `Rules without a channel of their own post in <#${rules.channelId}>${mentioning}.`,
    rules.rules.length > 0
      ? null
      : offersSuggested
        ? 'You have no rules of your own yet. Press *Suggested alerts* for the usual ones, told in this channel; `/alerts add` makes any other.'
        : 'You have no rules of your own yet: `/alerts add` makes one.',
  ];
}

function ruleLines(rule: AlertRule, model: RulesModel): string {
  const { rules, state, now, isConnected, withoutSite } = model;
  return [
    watchedText(rule),
    withoutSite.has(rule.id)
      ? `-# ⚠️ the pool lists no site ${escapeMarkdown(rule.siteName ?? rule.siteId ?? '', 60)} any more: \`/alerts edit rule:${rule.id} site:\``
      : null,
    isConnected ? ruleStateText(rule, { state, now }) : null,
    `-# ${ruleId(rule)} · ${whereToldText(rule, rules)}`,
  ]
    .filter((line) => line !== null)
    .join('\n');
}
