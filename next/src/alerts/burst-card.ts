import { listed } from '../cards/kit/text.js';
import { moment } from '../cards/kit/times.js';
import { customId } from '../discord/custom-id.js';
import { cardReply, type Line, type Reply, type Tone } from '../discord/reply.js';
import { isOpen, type Alert } from './alert.js';
import { conditionName, headline, lasted } from './alert-words.js';
import { acknowledgeButton, mention } from './cards.js';
import type { Rule } from './rule.js';

/** Alerts that were told in one message, the one that leads it first. */
export interface Burst {
  readonly alerts: readonly Alert[];
  /** Those that are still there. */
  readonly rules: readonly Rule[];
  /** Mentioned above the card. */
  readonly roles: readonly string[];
}

const MOST_LINES = 10;

export function burstReply({ alerts, rules, roles }: Burst): Reply {
  const [leader] = alerts;
  const open = alerts.filter(isOpen);
  const waiting = open.filter(({ acknowledged }) => acknowledged === null);
  const title = `${stateOf(open, waiting)} · ${alerts.length} alerts at once`;
  const ruleOf = ({ rule }: Alert) => rules.find(({ id }) => id === rule) ?? null;
  const more = alerts.length - MOST_LINES;
  const card = {
    title,
    tone: toneOf(open),
    lines: [
      open.length > 0 && 'Often one cause: power, network or the pool.',
      ...alerts.slice(0, MOST_LINES).map((alert) => `• ${entryOf(alert, ruleOf(alert))}`),
      more > 0 && `and ${more} more: \`/alerts list\``,
      ...peopleLines(open),
    ],
    footer: 'First seen',
    at: Math.min(...alerts.map(({ since }) => since)),
  };
  const id = leader?.id ?? '';
  return cardReply(card, {
    ...mention(roles, title),
    rows: [
      [
        ...(waiting.length > 0 ? [acknowledgeButton('Acknowledge all', id)] : []),
        { label: 'Show', id: customId('alert-show', id) },
      ],
    ],
  });
}

function stateOf(open: readonly Alert[], waiting: readonly Alert[]): string {
  if (open.length === 0) return 'Over';
  return waiting.length === 0 ? 'Acknowledged' : 'Firing';
}

/** Many at once are grave, whatever each would be. */
function toneOf(open: readonly Alert[]): Tone {
  return open.length > 0 ? 'bad' : 'good';
}

function entryOf(alert: Alert, rule: Rule | null): string {
  if (isOpen(alert)) return `${headline(alert, rule)}, since ${moment(alert.since, 't')}`;
  const end = alert.phase === 'resolved' ? 'resolved after' : 'ended after';
  return `${conditionName(alert.condition)}, ${end} ${lasted(alert)}`;
}

/** `👤 @Sofia has 3 of them`. */
function peopleLines(open: readonly Alert[]): Line[] {
  const by = new Map<string, number>();
  for (const { acknowledged } of open)
    if (acknowledged !== null) by.set(acknowledged.by, (by.get(acknowledged.by) ?? 0) + 1);
  if (by.size === 0) return [];
  const has = [...by].map(
    ([person, total]) => `<@${person}> has ${total === open.length ? 'all' : total} of them`,
  );
  return [`👤 ${listed(has)}`];
}
