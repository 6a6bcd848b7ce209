import type { Condition } from '../../../domain/alerts/conditions.js';
import { encodeCustomId } from '../../../domain/custom-id.js';
import { EXTERNAL_CHANGES, type AlertRule, type GuildRules } from '../../../domain/alerts/rule.js';
import type { Reply } from '../../../domain/messages/reply.js';
import { button, buttonRow, dangerButton } from '../../kit/buttons.js';
import { cardReply } from '../../kit/card.js';
import { plural } from '../../kit/figures.js';
import { firstJudgedText, ruleId, whereToldText, watchedText } from './rule-text.js';

/** Replies after changes to rules. */

interface SavedRule {
  readonly isNew: boolean;
  readonly replaces?: boolean;
  /** How far apart its readings are; null if it rests on none. */
  readonly everyMs: number | null;
  /** An earlier rule that fires at the same moments. */
  readonly twin?: AlertRule | undefined;
}

export function ruleSavedReply(
  rule: AlertRule,
  rules: GuildRules,
  { isNew, replaces = false, everyMs, twin }: SavedRule,
): Reply {
  return cardReply({
    title: isNew ? 'Alert rule added' : 'Alert rule changed',
    tone: 'good',
    lines: [
      `${watchedText(rule)}: ${whereToldText(rule, rules)}.`,
      firstJudgedText(rule, everyMs),
      twin === undefined
        ? null
        : `⚠️ Rule \`${twin.id}\` watches for the same, so both will tell of it. \`/alerts remove rule:${twin.id}\` removes that one.`,
      replaces ? 'It takes the place of the rule that every server has.' : null,
      `-# ${ruleId(rule)} · \`/alerts test rule:${rule.id}\` shows what its message will look like.`,
    ],
  });
}

export function removeQuestion(
  rule: AlertRule,
  { removeId, keepId }: { readonly removeId: string; readonly keepId: string },
): Reply {
  return cardReply({
    title: 'Remove this alert rule?',
    tone: 'warning',
    lines: [
      `${watchedText(rule)}.`,
      rule.condition === EXTERNAL_CHANGES
        ? 'Its open alerts stay open, under the rule that every server has.'
        : 'If its alert is firing now, that is closed.',
    ],
    components: [buttonRow([dangerButton('Remove', removeId), button('Keep', keepId)])],
  });
}

export function ruleKeptReply(): Reply {
  return cardReply({ title: 'Kept', lines: ['Nothing was removed.'], components: [] });
}

const WATCHED_ALWAYS: ReadonlySet<Condition> = new Set(['changed-elsewhere', 'pool']);

export function ruleRemovedReply(rule: AlertRule): Reply {
  return cardReply({
    components: [],
    title: 'Alert rule removed',
    tone: 'good',
    lines: [
      `${watchedText(rule)}.`,
      WATCHED_ALWAYS.has(rule.condition)
        ? 'Pitboss goes on watching for this by itself, as in every server.'
        : 'This rule no longer tells of it.',
    ],
  });
}

export function channelSetReply({ channelId, roleId }: GuildRules): Reply {
  const mentions = roleId === undefined ? 'mention nobody' : `mention <@&${roleId}>`;
  return cardReply({
    title: 'Alert channel set',
    tone: 'good',
    lines: [
      `Rules without a channel of their own post in <#${channelId}>. So do changes made elsewhere and a pool that can’t be read; those two ${mentions}.`,
      'Rules added from now on post there unless you give them a channel.',
    ],
  });
}

export const SUGGESTED_ALERTS = 'alerts-suggested';

/** In replies to a server without rules of its own; its button adds the usual ones. */
export const suggestedAlertsRow = () =>
  buttonRow([button('Suggested alerts', encodeCustomId(SUGGESTED_ALERTS))]);

export function suggestedSavedReply(added: readonly AlertRule[], rules: GuildRules): Reply {
  const [first] = added;
  const told = first === undefined ? '' : ` Each is ${whereToldText(first, rules)}.`;
  return cardReply({
    title: `${plural(added.length, 'alert rule')} added`,
    tone: 'good',
    lines: [
      ...added.map((rule) => `• ${watchedText(rule)}`),
      `They are checked every minute from now on.${told}`,
      first?.roleId === undefined
        ? 'Choose a role for each to mention: `/alerts edit` with `role:`. `/alerts rules` lists them.'
        : '`/alerts edit` changes one; `/alerts rules` lists them.',
    ],
  });
}

export const rulesExistWords = {
  title: 'Rules are set already',
  sentence: 'This server has alert rules already, so none were added. `/alerts rules` lists them.',
};
