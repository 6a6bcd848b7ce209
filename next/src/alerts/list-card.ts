import { cut, oneLine, plural } from '../cards/kit/text.js';
import { moment } from '../cards/kit/times.js';
import { customId } from '../discord/custom-id.js';
import { cardReply, type Line, type Reply, type Tone } from '../discord/reply.js';
import type { Alert } from './alert.js';
import { conditionName, headline, lasted, scopeWords } from './alert-words.js';
import { untilWords } from './cards.js';
import { ruleName, withCurrency } from './rule-words.js';
import type { Rule } from './rule.js';
import type { RulesStand } from './rule-cards.js';

export interface AlertsStand extends RulesStand {
  /** Of the last 30 days, newest first. */
  readonly past: readonly Alert[];
}

export const PAST_DAYS = 30;
const MOST_OPEN = 12;
const MOST_PAST = 10;
const MOST_CHOICES = 25;

export function alertsReply(stand: AlertsStand): Reply {
  const { open, past, silences, now } = stand;
  const waiting = open.filter(({ acknowledged }) => acknowledged === null);
  const card = {
    title: open.length === 0 ? 'No alerts open' : `${plural(open.length, 'alert')} open`,
    tone: toneOf(open, waiting),
    lines: [
      ...open.slice(0, MOST_OPEN).map((alert) => openLine(alert, ruleOf(alert, stand))),
      open.length > MOST_OPEN && `and ${open.length - MOST_OPEN} more`,
      ...silences.map((silence) => silenceLine(silence, stand)),
      past.length > 0 && `**Last ${PAST_DAYS} days: ${past.length}**`,
      ...past.slice(0, MOST_PAST).map((alert) => pastLine(alert, ruleOf(alert, stand))),
      past.length > MOST_PAST && `and ${past.length - MOST_PAST} more: \`/alerts export\``,
    ],
    footer: 'Checked',
    at: now,
  };
  const select = {
    select: customId('alert-list-ack'),
    placeholder: 'Acknowledge an alert…',
    options: waiting.slice(0, MOST_CHOICES).map((alert) => ({
      label: cut(plainText(headline(alert, ruleOf(alert, stand))), 90),
      value: alert.id,
    })),
  };
  return cardReply(card, waiting.length === 0 ? {} : { rows: [select] });
}

function toneOf(open: readonly Alert[], waiting: readonly Alert[]): Tone {
  if (waiting.length > 0) return 'bad';
  return open.length > 0 ? 'warning' : 'good';
}

function ruleOf({ rule }: Alert, { rules, settings }: RulesStand): Rule | null {
  const found = rules.find(({ id }) => id === rule);
  return found === undefined ? null : withCurrency(found, settings);
}

/** `👤 100+ miners offline · @Sofia · ‹12 minutes ago›`. */
function openLine(alert: Alert, rule: Rule | null): string {
  const { acknowledged, event, since } = alert;
  const parts = [
    headline(alert, rule),
    event?.kind === 'elsewhere' && event.what,
    acknowledged && `<@${acknowledged.by}>`,
    moment(since, 'R'),
  ];
  return `${acknowledged === null ? '🔴' : '👤'} ${parts.filter(Boolean).join(' · ')}`;
}

function silenceLine(
  { rule: id, from, until, by }: RulesStand['silences'][number],
  { rules, now }: RulesStand,
): string {
  const rule = rules.find((each) => each.id === id);
  const what = rule === undefined ? 'All rules' : `${ruleName(rule, 'short')}${scopeWords(rule)}:`;
  const start = from > now ? ` from ${untilWords({ from: now, until: from })}` : '';
  return `🔕 ${what} silenced${start} until ${untilWords({ from: now, until })} by <@${by}>`;
}

/** `• Hashrate, 14 min · ‹28/11/2026› · @Sofia`. */
function pastLine(alert: Alert, rule: Rule | null): Line {
  const { condition, event, phase, since, acknowledged } = alert;
  const name =
    event === null ? `${conditionName(condition)}${scopeWords(rule)}` : headline(alert, rule);
  const length = phase === 'ended' ? ', ended' : event === null ? `, ${lasted(alert)}` : '';
  const parts = [
    `${name}${length}`,
    event?.kind === 'elsewhere' && event.what,
    moment(since, 'd'),
    acknowledged && `<@${acknowledged.by}>`,
  ];
  return `• ${parts.filter(Boolean).join(' · ')}`;
}

/** Choices show no Markdown. */
function plainText(markdown: string): string {
  return oneLine(markdown.replaceAll('\\', ''));
}

/** An alert as a row of a file; moments in UTC. */
export function alertRecord(alert: Alert): object {
  const { id, rule, condition, severity, phase, reading, worst, acknowledged, event } = alert;
  const time = (at: number | null | undefined) => at && new Date(at).toISOString();
  return {
    alert: id,
    rule,
    condition,
    severity,
    phase,
    since: time(alert.since),
    fired: time(alert.firedAt),
    clear_since: time(alert.clearSince),
    ended: time(alert.endedAt),
    ended_because: alert.endedBecause,
    worst,
    last: reading && { ...reading, at: time(reading.at) },
    acknowledged: acknowledged && { by: acknowledged.by, at: time(acknowledged.at) },
    event,
  };
}
