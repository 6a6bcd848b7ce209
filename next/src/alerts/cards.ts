import { addressBlock } from '../cards/addresses.js';
import { amount, decimal } from '../cards/kit/figures.js';
import { escape, listed, plural } from '../cards/kit/text.js';
import { exactMoment, moment } from '../cards/kit/times.js';
import { customId } from '../discord/custom-id.js';
import {
  cardReply,
  type Button,
  type Line,
  type Picture,
  type Reply,
  type Tone,
} from '../discord/reply.js';
import { isOpen, type Alert, type AlertEvent } from './alert.js';
import {
  conditionName,
  figure,
  figureLine,
  lasted,
  minersLine,
  titleOf,
  withoutUnit,
} from './alert-words.js';
import { nextStep, stepWords } from './next-step.js';
import type { Rule, Severity, Silence } from './rule.js';

/** What the one message of an alert shows. */
export interface ShownAlert {
  readonly alert: Alert;
  /** Null where it is gone. */
  readonly rule: Rule | null;
  /** In force now, of its rule or of all. */
  readonly silence: Silence | null;
  /** Alerts that began around then and have a message of their own. */
  readonly also: readonly Alert[];
  /** Mentioned above the card. */
  readonly role: string | null;
  readonly chart?: Picture | undefined;
}

const TONES: Readonly<Record<Severity, Tone>> = {
  info: 'open',
  warning: 'warning',
  critical: 'bad',
};
/** A rule that fires more often than this in a day needs a larger margin. */
const OFTEN = 5;
const MOST_ADDRESSES = 5;
const DAY = 86_400_000;

/** The message of an alert in its present phase; an edit mentions nobody again. */
export function alertReply(shown: ShownAlert): Reply {
  const { alert, chart, role } = shown;
  const title = `${stateWord(shown)} · ${titleOf(alert, shown.rule)}`;
  const card = {
    title,
    tone: toneOf(alert),
    lines: linesOf(shown),
    ...footerOf(alert),
    ...(chart && { chart }),
  };
  const buttons = buttonsOf(alert, shown.rule);
  return cardReply(card, {
    ...mention(role === null ? [] : [role], title),
    ...(buttons.length > 0 && { rows: [buttons] }),
  });
}

/** The roles with the title as text: a notification shows no cards. */
export function mention(roles: readonly string[], title: string): Pick<Reply, 'content' | 'pings'> {
  if (roles.length === 0) return {};
  const content = `${roles.map((id) => `<@&${id}>`).join(' ')} ${title}`;
  return { content, pings: { roles } };
}

function stateWord({ alert, silence }: ShownAlert): string {
  const { phase, acknowledged, event } = alert;
  if (phase === 'ended') return 'Ended';
  if (phase === 'resolved' && event === null) return 'Resolved';
  if (silence !== null) return 'Silenced';
  if (acknowledged !== null) return 'Acknowledged';
  if (phase === 'resolved') return 'Ended';
  return event === null ? 'Firing' : 'Alert';
}

function toneOf({ phase, severity, event }: Alert): Tone {
  if (phase === 'ended' || (phase === 'resolved' && event !== null)) return 'over';
  return phase === 'resolved' ? 'good' : TONES[severity];
}

function linesOf(shown: ShownAlert): Line[] {
  const { alert } = shown;
  const lines = alert.event !== null ? eventLines(alert.event, alert) : openLines(shown);
  const isOver = !isOpen(alert) && alert.event === null;
  return [alert.endedBecause, ...(isOver ? overLines(shown) : [...peopleLines(shown), ...lines])];
}

function openLines({ alert, rule, also }: ShownAlert): Line[] {
  const { condition, since, acknowledged, phase, clearSince } = alert;
  const step = acknowledged === null && phase === 'firing' ? nextStep(alert, rule) : null;
  const missing = rule?.note.missing;
  return [
    condition === 'pool' && 'Other alerts rest.',
    figureLine(alert, rule),
    minersLine(alert),
    `Since ${moment(since, 't')} (${moment(since, 'R')})`,
    worstLine(alert, rule),
    clearSince !== null && `Good since ${moment(clearSince, 't')}, resolved after 5 min`,
    missing?.told && `⚠️ No figure since ${moment(missing.since, 't')}`,
    also.length > 0 && `Also: ${listed(also.map(linkOf), 5)}`,
    alert.firedInDay > OFTEN && oftenLine(alert, rule),
    step && `Next: ${stepWords(step)}`,
  ];
}

function overLines({ alert, rule }: ShownAlert): Line[] {
  const { condition, since, worst, reading, phase, acknowledged } = alert;
  const isResolved = phase === 'resolved';
  const from = moment(since, 't');
  const now = isResolved && reading ? ` · now ${figure(condition, reading.value, rule)}` : '';
  return [
    isResolved ? `Lasted **${lasted(alert)}**, from ${from}` : `From ${exactMoment(since)}`,
    worst !== null && condition !== 'pool' && `Worst **${figure(condition, worst, rule)}**${now}`,
    acknowledged && `👤 <@${acknowledged.by}> had it`,
  ];
}

function peopleLines({ alert: { acknowledged }, silence }: ShownAlert): Line[] {
  const reason = silence?.reason ? `: ${escape(silence.reason, 200)}` : '';
  return [
    acknowledged && `👤 <@${acknowledged.by}> has it since ${moment(acknowledged.at, 't')}`,
    silence && `🔕 until ${untilWords(silence)} by <@${silence.by}>${reason}`,
  ];
}

/** Of today the time alone. */
export function untilWords({ from, until }: Pick<Silence, 'from' | 'until'>): string {
  return until - from < DAY ? moment(until, 't') : exactMoment(until);
}

function eventLines(event: AlertEvent, { since }: Alert): Line[] {
  switch (event.kind) {
    case 'payout': {
      const { before, after, currency, addresses } = event;
      return [
        `${withoutUnit(amount(before, currency), amount(after, currency))} → **${amount(after, currency)}**`,
        addresses.length > 0 && 'Payouts go to',
        ...addresses
          .slice(0, MOST_ADDRESSES)
          .flatMap(({ name, address }) => [escape(name || 'No name', 60), addressBlock(address)]),
        addresses.length > MOST_ADDRESSES &&
          `⚠️ **${plural(addresses.length - MOST_ADDRESSES, 'more address', 'more addresses')}**: Show`,
        `-# Seen ${exactMoment(since)}`,
      ];
    }
    case 'contract': {
      const { before, after } = event;
      return [
        `${before === null ? '' : `${escape(before)} → `}**${escape(after)}**`,
        `-# Seen ${exactMoment(since)}`,
      ];
    }
    case 'approval':
      return [
        `${escape(event.currency)} payouts of **${escape(event.subaccount)}**`,
        `Since ${exactMoment(event.since)}`,
        'Approve them in the pool’s console.',
      ];
    case 'elsewhere':
      return [
        event.what,
        `**Changed at the pool, ${event.perhaps === null ? 'not through Pitboss' : `perhaps by #${event.perhaps}`}**`,
        ...event.lines,
        'Not your team? Undo it in the pool’s console and check who can sign in.',
        `-# Between ${moment(event.lastSame, 't')} and ${moment(event.firstSeen, 't')}`,
      ];
    default:
      return event satisfies never;
  }
}

function worstLine({ condition, worst, reading }: Alert, rule: Rule | null): Line {
  if (worst === null || reading === null || condition === 'pool') return null;
  const shown = figure(condition, worst, rule);
  return shown !== figure(condition, reading.value, rule) && `Worst **${shown}**`;
}

function linkOf({ condition, guildId, message }: Alert): string {
  const name = conditionName(condition);
  return message === null ? name : `[${name}](${messageUrl(guildId, message)})`;
}

/** Offers twice the present margin. */
function oftenLine({ firedInDay }: Alert, rule: Rule | null): Line {
  const { threshold, margin } = rule ?? { threshold: null, margin: null };
  const present = decimal(margin) ?? decimal(threshold?.value)?.times('0.05');
  const isTyped = present?.greaterThan(0) === true && threshold?.unit !== 'hashrate';
  const advice = isTyped ? `margin:${present.times(2).toDecimalPlaces(8).toFixed()}` : 'for:1h';
  return `↕️ ${firedInDay} times in 24 h: \`/alerts edit ${advice}\``;
}

function footerOf({ condition, reading, event, since }: Alert) {
  if (event !== null) return { footer: 'Seen at the pool', at: since };
  if (reading === null) return {};
  return { footer: condition === 'pool' ? 'Last tried' : 'Read from the pool', at: reading.at };
}

function buttonsOf(alert: Alert, rule: Rule | null): Button[] {
  const { id, acknowledged, phase } = alert;
  if (phase === 'ended') return [];
  const show = nextStep(alert, rule) && { label: 'Show', id: customId('alert-show', id) };
  return [
    ...(isOpen(alert) && acknowledged === null ? [acknowledgeButton('Acknowledge', id)] : []),
    ...(isOpen(alert) && rule !== null
      ? [{ label: 'Silence…', id: customId('alert-silence', id) }]
      : []),
    ...(show ? [show] : []),
  ];
}

export function acknowledgeButton(label: string, alertId: string): Button {
  return { label, style: 'primary', id: customId('alert-ack', alertId) };
}

function messageUrl(
  guildId: string,
  { channelId, messageId }: NonNullable<Alert['message']>,
): string {
  return `https://discord.com/channels/${guildId}/${channelId}/${messageId}`;
}
