import type { APIEmbed } from 'discord-api-types/v10';
import { isOver, type Alert } from '../../domain/alerts/alert.js';
import { CONDITION_SPECS, type Condition } from '../../domain/alerts/conditions.js';
import type { AlertRule, Severity } from '../../domain/alerts/rule.js';
import { waitingTimeText } from '../../domain/time/duration-text.js';
import type { Picture } from '../charts/render/picture.js';
import { card, field } from '../kit/card.js';
import type { Tone } from '../kit/palette.js';
import { scopeLine } from '../kit/scope.js';
import { groupBy } from '../kit/groups.js';
import { escapeMarkdown, joinList } from '../kit/text.js';
import { timestamp } from '../kit/times.js';
import {
  CONDITION_NAMES,
  figureText,
  isBeyond,
  largerRecoveryMargin,
  thresholdText,
  worstOf,
} from './alert-figures.js';
import type { EventWords } from './event.js';
import { eventText } from './event-text.js';
import { alertTitle, type TitledAlert } from './alert-title.js';
import { MINUTE_MS } from '../../domain/time/units.js';

/** What is known about an alert when its message is drawn. */
export interface AlertModel extends TitledAlert {
  /** When the pool stopped giving a figure, in ms; null = it gives one. */
  readonly missingSince: number | null;
  /** Null if too little is known to draw one. */
  readonly chart: Picture | null;
  /** Alerts with a message of their own that began shortly before or after. */
  readonly beside?: readonly AlertBeside[];
}

/** An alert that may have the same cause. */
export interface AlertBeside {
  readonly condition: Condition;
  /** Opens its message. */
  readonly link: string;
}

const TONES: Readonly<Record<Severity, Tone>> = {
  info: 'neutral',
  warning: 'warning',
  critical: 'bad',
};
/** A rule that fires more often than this in a day needs a larger margin. */
const OFTEN = 5;

export function alertCard(model: AlertModel): APIEmbed {
  const { alert, rule, chart } = model;
  const event = alert.isEvent ? eventText(alert) : null;
  const embed = card({
    title: alertTitle(model),
    tone: toneOf(model),
    lines: [
      rule === undefined ? null : partLine(rule),
      ...(event?.lines ?? figureLines(model)),
      ...peopleLines(model),
      noDataLine(model),
      recoveryLine(alert),
      restLine(alert),
      besideLine(model),
      oftenLine(model),
      nextLine(alert, event),
    ],
    fields:
      event === null
        ? []
        : [
            ...event.fields,
            field('Seen', `${timestamp(alert.since)} (${timestamp(alert.since, 'R')})`),
          ],
    readAt: alert.readAt,
  });
  return chart === null ? embed : { ...embed, image: { url: chart.url } };
}

function toneOf({ alert, rule }: AlertModel): Tone {
  if (alert.phase === 'resolved') return alert.isEvent ? 'neutral' : 'good';
  if (alert.phase === 'closed' || alert.phase === 'recovering') return 'neutral';
  return TONES[rule?.severity ?? 'warning'];
}

function partLine({
  condition,
  siteName,
  siteId,
  subaccounts,
  currency,
}: AlertRule): string | null {
  // Each margin figure carries its currency.
  if (condition === 'margin') return null;
  if (CONDITION_SPECS[condition].scope === 'none')
    return currency === undefined ? null : escapeMarkdown(currency, 20);
  const isWhole = siteId === undefined && (subaccounts ?? []).length === 0;
  if (isWhole && currency === undefined) return null;
  const scope = scopeLine({ siteName: siteName ?? siteId, subaccountNames: subaccounts });
  return currency === undefined ? scope : `${scope} · ${escapeMarkdown(currency, 20)}`;
}

/** Why nobody can say whether a closed alert's condition ended. */
export function closedReason({ closedBy }: Pick<Alert, 'closedBy'>): string {
  return CLOSED_BY[closedBy ?? 'rule'];
}

const CLOSED_BY = {
  rule: 'Its rule was changed or removed',
  'other-key': 'Another API key was connected',
  'no-key': 'The API key was deleted',
};

function peopleLines({ alert, silence }: AlertModel): readonly (string | null)[] {
  const { acknowledged, phase } = alert;
  const reason = silence?.reason === undefined ? '' : `: ${escapeMarkdown(silence.reason, 200)}`;
  return [
    phase === 'closed' ? `${closedReason(alert)}, so whether this ended isn’t known.` : null,
    acknowledged === undefined
      ? null
      : isOver(alert)
        ? `👤 <@${acknowledged.by}> had it.`
        : `👤 <@${acknowledged.by}> has it, since ${timestamp(acknowledged.at, 't')}.`,
    silence === null || isOver(alert)
      ? null
      : `🔕 Silenced until ${timestamp(silence.until)} by <@${silence.by}>${reason}`,
  ];
}

function noDataLine({ alert, missingSince }: AlertModel): string | null {
  // What happened once neither grows nor ends with later figures.
  if (missingSince === null || isOver(alert) || alert.isEvent === true) return null;
  return `⚠️ No figure from the pool since ${timestamp(missingSince, 't')}, so this neither grows nor ends until there is one.`;
}

/** Why it hasn't ended although its figure is good again. */
function recoveryLine(alert: Alert): string | null {
  const { phase, clearSince, isEvent } = alert;
  if (phase === 'recovering' && clearSince !== undefined)
    return `Good again since ${timestamp(clearSince, 't')}. It is resolved once that has held for five minutes.`;
  if (phase !== 'firing' || isEvent || isBeyond(alert)) return null;
  return 'No longer beyond the threshold, but not clear of it by the margin yet.';
}

/** While the pool itself is down, no figure can be trusted. */
function restLine(alert: Alert): string | null {
  if (alert.condition !== 'pool' || isOver(alert)) return null;
  return 'This server’s other alerts rest until the pool can be read again.';
}

function besideLine({ alert, beside = [] }: AlertModel): string | null {
  if (beside.length === 0 || isOver(alert)) return null;
  const kinds = [...groupBy(beside, ({ condition }) => condition)];
  const links = kinds.map(([condition, same]) => besideLinks(CONDITION_NAMES[condition], same));
  return `At the same time: ${joinList(links, 5)}`;
}

/** `Changes made elsewhere (1, 2, 3)`, where each number is a link. */
function besideLinks(name: string, same: readonly AlertBeside[]): string {
  const [first] = same;
  if (same.length === 1 && first !== undefined) return `[${name}](${first.link})`;
  return `${name} (${same.map(({ link }, at) => `[${at + 1}](${link})`).join(', ')})`;
}

function oftenLine({ alert, rule }: AlertModel): string | null {
  if (alert.firedInDay <= OFTEN || alert.isEvent) return null;
  const margin = rule === undefined ? null : largerRecoveryMargin(rule);
  const advice =
    margin === null
      ? 'A longer time before it fires would make them fewer.'
      : `With a larger margin they may become one alert: \`/alerts edit\` with \`margin:${margin}\`.`;
  return `↕️ This rule fired ${alert.firedInDay} times in 24 hours. ${advice}`;
}

const NEXT: Partial<Readonly<Record<Condition, string>>> = {
  hashrate: '`/summary` and `/miners list status:offline` show where it is missing.',
  'active-miners': '`/miners list status:offline` lists those that are missing.',
  efficiency:
    '`/summary` shows efficiency and uptime of each site; `/miners list` shows the miners.',
  'offline-miners': '`/miners list status:offline` lists them.',
  'failing-miners': '`/miners list` shows them; *Show* has them here.',
  temperature: '`/miners list sort:max_temperature order:desc` shows the hottest first.',
  revenue: '`/revenue` shows the days beside each other.',
  margin: '`/balances` shows what is required and what is there.',
  'approval-waiting':
    '`/payment-settings list` shows which; they are approved in the pool’s console.',
  pool: 'Look at the pool’s status page. `/setup check` says whether the key still works.',
};

function nextLine(alert: Alert, event: EventWords | null): string | null {
  // What has recovered needs no next step.
  if (isOver(alert) || alert.phase === 'recovering') return null;
  const next = event === null ? NEXT[alert.condition] : event.next;
  return next ? `**Next:** ${next}` : null;
}

/** Lines, because a phone stacks fields, each with its own heading. */
function figureLines({ alert, rule }: AlertModel): readonly (string | null)[] {
  const { worst, endedAt } = alert;
  const isEnded = isOver(alert);
  const now = figureText(alert, alert.value, rule);
  const worstAbout = worstOf(alert, worst);
  const atWorst = figureText(worstAbout, worst, rule);
  // The same figure: only the newest one has its share beside it.
  const isSame = worst === alert.value && worstAbout.atLeast === alert.atLeast;
  const isNowWorst = atWorst === now || (!isEnded && isSame);
  const line = (name: string, words: string | null) =>
    words === null ? null : `${name}: ${words}`;
  return [
    line(isEnded ? 'Last' : 'Now', now),
    isEnded ? null : line('Where', sitesText(alert)),
    line('Fires when', thresholdText(alert, rule)),
    line('Since', since(alert)),
    isNowWorst ? null : line(isEnded ? 'Worst' : 'Worst so far', atWorst),
    line('Lasted', endedAt === undefined ? null : `**${lasted(alert)}**`),
  ];
}

/** `North Ridge 96, Harbor 4, others 10`, of those that were read; null if not known. */
function sitesText({ sites = [], atLeast, value }: Alert): string | null {
  if (sites.length === 0) return null;
  const names = sites.map(({ name, count }) => `${escapeMarkdown(name, 40)} **${count}**`);
  const rest = Number(value) - sites.reduce((sum, { count }) => sum + count, 0);
  const all = rest > 0 ? [...names, `others **${rest}**`] : names;
  return `${all.join(', ')}${atLeast ? ` (of the first ${value} found)` : ''}`;
}

/** Short, for a phone: while it goes on, the relative time tells which day it was. */
function since(alert: Alert): string {
  const { since: at } = alert;
  // What is over doesn't go on counting.
  return isOver(alert) ? timestamp(at) : `${timestamp(at, 't')} (${timestamp(at, 'R')})`;
}

/** Until it cleared, not until that had held for a while. */
export function lasted({ since: from, clearSince, endedAt = from }: Alert): string {
  const minutes = Math.round(((clearSince ?? endedAt) - from) / MINUTE_MS);
  return minutes < 1 ? 'under a minute' : waitingTimeText(minutes);
}
