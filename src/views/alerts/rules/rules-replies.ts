import type { Condition } from '../../../domain/alerts/conditions.js';
import type { GuildAlerts } from '../../../domain/alerts/alert.js';
import {
  ELSEWHERE,
  MAX_RULES,
  rulesInForce,
  type AlertRule,
  type GuildRules,
} from '../../../domain/alerts/rule.js';
import type { Reply } from '../../../domain/messages/reply.js';
import { button, buttonRow, dangerButton } from '../../kit/buttons.js';
import { card, cardReply } from '../../kit/card.js';
import { plural } from '../../kit/figures.js';
import { escapeMarkdown } from '../../kit/text.js';
import { firstJudgedWords, ruleId, stateWords, toldWords, watchedWords } from './rule-words.js';

/** Replies after changes to rules, and the list of rules. */

interface Saved {
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
  { isNew, replaces = false, everyMs, twin }: Saved,
): Reply {
  return cardReply({
    title: isNew ? 'Alert rule added' : 'Alert rule changed',
    tone: 'good',
    lines: [
      `${watchedWords(rule)}: ${toldWords(rule, rules)}.`,
      firstJudgedWords(rule, everyMs),
      twin === undefined
        ? null
        : `⚠️ Rule \`${twin.id}\` watches for the same, so both will tell of it. \`/alerts remove rule:${twin.id}\` removes that one.`,
      replaces ? 'It takes the place of the rule that every server has.' : null,
      `-# ${ruleId(rule)} · \`/alerts test rule:${rule.id}\` shows what its message will look like.`,
    ],
  });
}

interface RulesModel {
  readonly rules: GuildRules;
  readonly state: GuildAlerts;
  readonly now: number;
  readonly isConnected: boolean;
  /** Ids of rules whose site the pool no longer lists. */
  readonly withoutSite: ReadonlySet<string>;
}

const RULES_IN_CARD = 9;

export function rulesReply({ rules, state, now, isConnected, withoutSite }: RulesModel): Reply {
  const all = rulesInForce(rules);
  const own = rules.rules.length;
  const lines = all.map((rule) =>
    [
      watchedWords(rule),
      withoutSite.has(rule.id)
        ? `-# ⚠️ the pool lists no site ${escapeMarkdown(rule.siteName ?? rule.siteId ?? '', 60)} any more: \`/alerts edit rule:${rule.id} site:\``
        : null,
      isConnected ? stateWords(rule, { state, now }) : null,
      `-# ${ruleId(rule)} · ${toldWords(rule, rules)}`,
    ]
      .filter((line) => line !== null)
      .join('\n'),
  );
  const cards = Array.from({ length: Math.ceil(lines.length / RULES_IN_CARD) }, (_, part) =>
    card({
      ...(part === 0 ? { title: `Alert rules: ${own} of ${MAX_RULES}` } : {}),
      tone: withoutSite.size > 0 ? 'warning' : 'neutral',
      lines: [
        ...(part === 0
          ? [
              isConnected
                ? null
                : '**No pool workspace is connected, so nothing is checked.** An admin connects one with `/setup key`.',
              rules.channelId === undefined
                ? 'Rules without a channel of their own post nowhere yet: `/alerts channel` sets one for them.'
                : `Rules without a channel of their own post in <#${rules.channelId}>${rules.roleId === undefined ? '' : `, mentioning <@&${rules.roleId}>`}.`,
              own === 0 ? 'You have no rules of your own yet: `/alerts add` makes one.' : null,
              '',
            ]
          : []),
        lines.slice(part * RULES_IN_CARD, (part + 1) * RULES_IN_CARD).join('\n\n'),
      ],
    }),
  );
  return { embeds: cards };
}

export function removeQuestion(
  rule: AlertRule,
  { removeId, keepId }: { readonly removeId: string; readonly keepId: string },
): Reply {
  return cardReply({
    title: 'Remove this alert rule?',
    tone: 'warning',
    lines: [
      `${watchedWords(rule)}.`,
      rule.condition === ELSEWHERE
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
      `${watchedWords(rule)}.`,
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

/** The button in the reply to `/setup key`, and its answer. */
export const SUGGESTED_ALERTS = 'alerts-suggested';

export function suggestedSavedReply(added: readonly AlertRule[], rules: GuildRules): Reply {
  const [first] = added;
  const told = first === undefined ? '' : ` Each is ${toldWords(first, rules)}.`;
  return cardReply({
    title: `${plural(added.length, 'alert rule')} added`,
    tone: 'good',
    lines: [
      ...added.map((rule) => `• ${watchedWords(rule)}`),
      `They are checked every minute from now on.${told}`,
      first?.roleId === undefined
        ? 'Choose a role for each to mention: `/alerts edit` with `role:`. `/alerts rules` lists them.'
        : '`/alerts edit` changes one; `/alerts rules` lists them.',
    ],
  });
}

export const rulesExistSentence =
  'This server has alert rules already, so none were added. `/alerts rules` lists them.';
