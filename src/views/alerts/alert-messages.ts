import type { APIButtonComponentWithCustomId } from 'discord-api-types/v10';
import type { Alert, Tell } from '../../domain/alerts/alert.js';
import { EXTERNAL_CHANGES, type AlertRule } from '../../domain/alerts/rule.js';
import type { Reply } from '../../domain/messages/reply.js';
import { encodeCustomId } from '../../domain/custom-id.js';
import { waitingTimeText } from '../../domain/time/duration-text.js';
import { button, buttonRow, primaryButton } from '../kit/buttons.js';
import { cardReply } from '../kit/card.js';
import { timestamp } from '../kit/times.js';
import { ALERT_ACK, alertButtons, showButtonId } from './alert-buttons.js';
import { alertCard, lasted, type AlertModel } from './alert-card.js';
import { alertTitle } from './alert-title.js';
import { figureText, alertHeadline, ruleName, whereText, worstOf } from './alert-figures.js';
import { eventText } from './event-text.js';
import { MINUTE_MS } from '../../domain/time/units.js';

/** The messages of alerts. The custom id of the button *Show* identifies each one. */

type TellIds = Pick<Tell, 'id' | 'alertId' | 'ruleId'>;

/**
 * An alert's own message, edited as the alert goes on. Posting it mentions the role; an edit
 * notifies nobody.
 */
export function alertMessage(model: AlertModel, tell: TellIds, roleId: string | undefined): Reply {
  const { alert, chart } = model;
  return {
    // A phone shows this for a mention; without one it shows the card's title.
    ...(model.isTest || roleId === undefined ? {} : mentioning(roleId, alertTitle(model))),
    embeds: [alertCard(model)],
    components: [alertButtons(alert, showButtonId(tell))],
    ...(chart === null ? {} : { files: [chart.file] }),
  };
}

export interface RepliedTo {
  readonly tell: Tell;
  /** The alert's own message, if it still exists. */
  readonly messageId?: string;
}

export interface ReplyContext extends RepliedTo {
  readonly roleId: string | undefined;
  readonly now: number;
}

/** For those who missed the message, while nobody has acknowledged the alert. */
export function reminderMessage(
  { alert, rule }: Pick<AlertModel, 'alert' | 'rule'>,
  to: ReplyContext,
): Reply {
  const what = alert.isEvent ? eventText(alert).title : alertHeadline(alert, rule);
  const minutes = Math.floor((to.now - (alert.firedAt ?? alert.since)) / MINUTE_MS);
  const still = alert.isEvent
    ? `${what}, ${waitingTimeText(minutes)} ago`
    : `still firing after ${waitingTimeText(minutes)}: ${what}${whereText(rule ?? {})}`;
  const words = mentioning(to.roleId, `⏰ **Nobody has acknowledged this:** ${still}.`);
  return replyTo(to, words, primaryButton('Acknowledge', encodeCustomId(ALERT_ACK, alert.id)));
}

/** An edit notifies nobody, so the end gets a message: how long, how bad, who had it. */
export function resolvedMessage(
  { alert, rule }: Pick<AlertModel, 'alert' | 'rule'>,
  to: RepliedTo,
): Reply {
  const { acknowledged, worst } = alert;
  const now = figureText(alert, alert.value, rule);
  const atWorst = figureText(worstOf(alert, worst), worst, rule);
  const words = [
    `✅ **Resolved** after ${lasted(alert)}${rule === undefined ? '' : `: ${ruleName(rule)}${whereText(rule)}`}.`,
    now === null ? null : `At the end ${now}${atWorst === null ? '' : `; at worst ${atWorst}`}.`,
    acknowledged === undefined ? 'Nobody acknowledged it.' : `<@${acknowledged.by}> had it.`,
  ];
  return replyTo(to, { content: words.filter((each) => each !== null).join(' ') });
}

const FIGURE_WORDS = {
  lost: (since: string) =>
    `The pool has given no figure for this rule ${since}. Until it does, the rule can’t fire, and what fires doesn’t end.`,
  back: (howLong: string) =>
    `The pool gave no figure for ${howLong}. The rule is being checked again.`,
};

const LISTS_WORDS = {
  lost: (since: string) =>
    `Pitboss hasn’t been able to read all lists of payment settings and subaccounts ${since}. What others change in a list is told once it can be read again; the other lists are still watched.`,
  back: (howLong: string) =>
    `All lists of payment settings and subaccounts can be read again, after ${howLong}. What others changed there meanwhile is told as it is found.`,
};

/** A rule lost its figures, or got them back; mentions nobody. */
export function dataMessage(tell: Tell, rule: AlertRule): Reply {
  const { what, since = tell.at, at } = tell;
  const name = `${ruleName(rule)}${whereText(rule)}`;
  const isBack = what === 'data-back';
  const words = rule.condition === EXTERNAL_CHANGES ? LISTS_WORDS : FIGURE_WORDS;
  const lastedFor = waitingTimeText(Math.max(1, Math.round((at - since) / MINUTE_MS)));
  return cardReply({
    title: isBack ? `Data is back: ${name}` : `No data: ${name}`,
    tone: isBack ? 'good' : 'warning',
    lines: [
      isBack
        ? words.back(`${lastedFor}, since ${timestamp(since)}`)
        : words.lost(`since ${timestamp(since)} (${timestamp(since, 'R')})`),
    ],
    components: [buttonRow([button('Show', showButtonId(tell))])],
  });
}

/** For the audit channel, once per channel. */
export function alertRefusedReply(
  channelId: string,
  alert: Pick<Alert, 'condition'> | null,
  said: string,
): Reply {
  const what =
    alert === null ? 'Something about alerts' : `An alert (${alertHeadline(alert, undefined)})`;
  return cardReply({
    title: 'An alert could not be posted',
    tone: 'bad',
    lines: [
      `${what} couldn’t be posted in <#${channelId}>: ${said}`,
      `Pitboss tries again, less and less often, for ${alert?.condition === EXTERNAL_CHANGES ? 'a week' : 'a day'}. \`/alerts list\` shows what fires; \`/setup check\` says what the bot lacks in a channel.`,
    ],
  });
}

/** With the button *Show*, after others. */
export function replyTo(
  { tell, messageId }: RepliedTo,
  words: Pick<Reply, 'content' | 'pings'>,
  ...buttons: readonly APIButtonComponentWithCustomId[]
): Reply {
  return {
    ...words,
    components: [buttonRow([...buttons, button('Show', showButtonId(tell))])],
    ...(messageId === undefined ? {} : { repliesTo: messageId }),
  };
}

/** For a new post, because an edit notifies nobody. */
export function mentioning(roleId: string | undefined, words: string): Reply {
  return roleId === undefined
    ? { content: words }
    : { content: `<@&${roleId}> ${words}`, pings: roleId };
}
