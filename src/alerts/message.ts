import { count } from '../cards/kit/figures.js';
import { escape } from '../cards/kit/text.js';
import { exactMoment, moment } from '../cards/kit/times.js';
import { MINUTE } from '../clock.js';
import { customId } from '../discord/custom-id.js';
import {
  cardReply,
  type Button,
  type Line,
  type Picture,
  type Reply,
  type Tone,
} from '../discord/reply.js';
import { isOpen, newAlert, type Alert } from './alert.js';
import { CONDITION_SPECS } from './conditions.js';
import type { ServerAlerts } from './rows.js';
import { isBuiltIn, roleOf, ruleOf, silenceOf, type Rule, type Silence } from './rule.js';
import {
  figure,
  figureLine,
  lasted,
  lasting,
  nextStep,
  ruleName,
  titleOf,
  untilWords,
  withoutUnit,
} from './words.js';

const TEN_MINUTES = 10 * MINUTE;

/** The one message of an alert; an edit mentions nobody again. */
export function alertMessage(alert: Alert, server: ServerAlerts, chart?: Picture): Reply {
  const { rules, silences, settings, now } = server;
  const { id, acknowledged, event, reading, condition, since } = alert;
  const rule = ruleOf(alert, rules);
  const silence = isOpen(alert) ? silenceOf(silences, alert.rule, now) : null;
  const [state, tone] = stateOf(alert, silence);
  const title = `${state} · ${titleOf(alert)}`;
  const read = condition === 'pool' ? 'Last tried' : 'Read from the pool';
  const card = {
    title,
    tone,
    lines: [alert.endedBecause, ...linesOf(alert, server, silence)],
    ...(reading && { footer: read, at: reading.at }),
    ...(event && { footer: 'Seen at the pool', at: since }),
    ...(chart && { chart }),
  };
  const buttons: Button[] = [];
  if (isOpen(alert) && acknowledged === null) buttons.push(acknowledgeButton(alert));
  if (isOpen(alert)) buttons.push({ label: 'Silence…', id: customId('alert-silence', id) });
  if (alert.phase !== 'ended' && nextStep(alert) !== null)
    buttons.push({ label: 'Show', id: customId('alert-show', id) });
  const role = rule && roleOf(rule, settings);
  return cardReply(card, {
    // The title as text: a notification shows no cards.
    ...(role !== null && { content: `<@&${role}> ${title}`, pings: { roles: [role] } }),
    ...(buttons.length > 0 && { rows: [buttons] }),
  });
}

function acknowledgeButton({ id }: Alert): Button {
  return { label: 'Acknowledge', style: 'primary', id: customId('alert-ack', id) };
}

/** How a rule's message looks, without a figure. It mentions nobody. */
export function sampleReply(rule: Rule, server: ServerAlerts): Reply {
  const since = server.now - rule.forMinutes * MINUTE;
  const alert: Alert = { ...newAlert(rule, { id: 'test', since }), phase: 'firing' };
  const [, tone] = stateOf(alert, null);
  const lines = [ruleName(rule), ...linesOf(alert, { ...server, alerts: [] }, null)];
  return cardReply({ title: `Test · ${titleOf(alert)}`, tone, lines });
}

function stateOf(alert: Alert, silence: Silence | null): readonly [word: string, tone: Tone] {
  const { phase, acknowledged, event, condition } = alert;
  if (phase === 'ended') return ['Ended', 'over'];
  if (phase === 'resolved' && event === null) return ['Resolved', 'good'];
  if (phase === 'resolved') return [acknowledged === null ? 'Ended' : 'Acknowledged', 'over'];
  const tone = condition === 'changed-elsewhere' ? 'bad' : 'warning';
  if (silence !== null) return ['Silenced', tone];
  if (acknowledged !== null) return ['Acknowledged', tone];
  return [event === null ? 'Firing' : 'Alert', tone];
}

function linesOf(alert: Alert, server: ServerAlerts, silence: Silence | null): Line[] {
  const { acknowledged, event } = alert;
  if (!isOpen(alert) && event === null) return overLines(alert);
  const reason = silence?.reason ? `: ${escape(silence.reason, 200)}` : '';
  return [
    acknowledged && `👤 <@${acknowledged.by}> has it since ${moment(acknowledged.at, 't')}`,
    silence && `🔕 until ${untilWords(silence.from, silence.until)} by <@${silence.by}>${reason}`,
    ...(event === null ? openLines(alert, server) : [event.what, ...event.lines]),
  ];
}

function openLines(alert: Alert, { alerts, rules }: ServerAlerts): Line[] {
  const { since, clearSince, phase, acknowledged, condition, reading, worst } = alert;
  const missing = ruleOf(alert, rules)?.note.missing;
  const now = reading && figure(alert, reading.value);
  const most = worst && figure(alert, worst);
  const also = alerts.filter((each) => isBeside(alert, each)).map(linkOf);
  const step = nextStep(alert);
  const typed = Object.entries(step?.options ?? {}).map(([name, value]) => `${name}:${value}`);
  return [
    condition === 'pool' ? 'Other alerts rest.' : figureLine(alert),
    minersLine(alert),
    `Since ${moment(since, 't')} (${moment(since, 'R')})`,
    condition !== 'pool' && most !== now && `Worst **${most}**`,
    clearSince !== null && `Good since ${moment(clearSince, 't')}, resolved after 5 min`,
    missing?.told && `⚠️ No figure since ${moment(missing.since, 't')}`,
    also.length > 0 && `Also: ${[...new Set(also)].join(', ')}`,
    phase === 'firing' &&
      acknowledged === null &&
      step &&
      `Next: \`/${[step.command, ...typed].join(' ').replaceAll('`', '')}\``,
  ];
}

/** `-# 10.11.2.26, 10.11.4.178 and 3 more`. */
function minersLine({ reading, condition }: Alert): Line {
  if (!reading?.miners?.length) return null;
  const names = reading.miners.map((name) => escape(name, 40)).join(', ');
  const more = condition === 'temperature' ? 0 : Number(reading.value) - reading.miners.length;
  return `-# ${names}${more > 0 ? ` and ${count(more)} more` : ''}`;
}

/** What began around then often has the same cause. */
function isBeside(alert: Alert, other: Alert): boolean {
  const isNear = Math.abs(other.since - alert.since) <= TEN_MINUTES;
  const isFigure = other.event === null && !isBuiltIn({ id: other.rule });
  return isNear && isFigure && isOpen(other) && other.id !== alert.id;
}

function linkOf({ condition, guildId, message }: Alert): string {
  const { name } = CONDITION_SPECS[condition];
  if (message === null) return name;
  const { channelId, messageId } = message;
  return `[${name}](https://discord.com/channels/${guildId}/${channelId}/${messageId})`;
}

function overLines(alert: Alert): Line[] {
  const { condition, since, worst, reading, phase, acknowledged } = alert;
  const isResolved = phase === 'resolved';
  const now = isResolved && reading ? ` · now ${figure(alert, reading.value)}` : '';
  return [
    isResolved
      ? `Lasted **${lasted(alert)}**, from ${moment(since, 't')}`
      : `From ${exactMoment(since)}`,
    worst !== null && condition !== 'pool' && `Worst **${figure(alert, worst)}**${now}`,
    acknowledged && `👤 <@${acknowledged.by}> had it`,
  ];
}

export function resolvedReply(alert: Alert): Reply {
  const { condition, worst, reading, acknowledged } = alert;
  const { name, back = `${name} is back` } = CONDITION_SPECS[condition];
  const parts = [`✅ **${back}** after ${lasted(alert)}.`];
  if (worst !== null && reading !== null && condition !== 'pool') {
    const shown = figure(alert, worst);
    const now = withoutUnit(figure(alert, reading.value), shown);
    parts.push(`Worst ${shown}, now ${now}.`);
  }
  if (acknowledged !== null) parts.push(`<@${acknowledged.by}> had it.`);
  return { content: parts.join(' ') };
}

/** To the role until somebody acknowledges it, later once to that person. */
export function reminderReply(alert: Alert, { rules, settings, now }: ServerAlerts): Reply {
  const { acknowledged, since } = alert;
  const rule = ruleOf(alert, rules);
  const short = titleOf(alert).replace(/ (?:of|in) (?:24 h|7 days)/, '');
  const still = `${short}, for ${lasting(now - since)}.`;
  if (acknowledged !== null) {
    const { by } = acknowledged;
    return { content: `<@${by}> ⏰ **You have this:** ${still}`, pings: { users: [by] } };
  }
  const role = rule && (rule.secondRole ?? roleOf(rule, settings));
  return {
    content: `${role === null ? '' : `<@&${role}> `}⏰ **Nobody has this yet:** ${still}`,
    ...(role !== null && { pings: { roles: [role] } }),
    rows: [[acknowledgeButton(alert)]],
  };
}

export function dataReply(kind: 'no-data' | 'data-back', rule: Rule, since: number): Reply {
  const { name } = CONDITION_SPECS[rule.condition];
  return {
    content:
      kind === 'no-data'
        ? `⚠️ **No data for ${name}** since ${moment(since, 't')}. The rule rests.`
        : `✅ **Data for ${name} is back.**`,
  };
}
