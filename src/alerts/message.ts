import { Decimal } from 'decimal.js';
import { count } from '../cards/kit/figures.js';
import { exactMoment, moment } from '../cards/kit/times.js';
import { DAY, MINUTE } from '../clock.js';
import { customId } from '../discord/custom-id.js';
import { cardReply } from '../discord/reply.js';
import type { Button, Line, Reply, Tone } from '../discord/reply.js';
import { dotted, escape, listed, plural } from '../text.js';
import { isOpen, type Alert, type ServerAlerts } from './alert.js';
import { alertChart } from './chart.js';
import { CONDITION_SPECS, percentOf, unitOf, type Show } from './conditions.js';
import { roleOf, ruleOf, silenceOf, type Rule, type Silence, type Watched } from './rule.js';

/** The one message of an alert; an edit mentions nobody again. */
export async function alertMessage(alert: Alert, server: ServerAlerts): Promise<Reply> {
  const { id, acknowledged, event, reading, condition, since } = alert;
  const rule = ruleOf(server.rules, alert.rule);
  const silence = isOpen(alert) ? silenceOf(server, alert.rule) : null;
  const [state, tone] = stateOf(alert, silence);
  const title = `${state} · ${titleOf(alert)}`;
  const read = condition === 'pool' ? 'Last tried' : 'Read from the pool';
  const card = {
    title,
    tone,
    lines: [alert.endedBecause, ...linesOf(alert, server, silence)],
    ...(reading && { footer: read, at: reading.at }),
    ...(event && { footer: 'Seen at the pool', at: since }),
    chart: await alertChart(alert, server),
  };
  const buttons: Button[] = [];
  if (isOpen(alert) && acknowledged === null) buttons.push(acknowledgeButton(alert));
  if (isOpen(alert)) buttons.push({ label: 'Silence…', id: customId('alert-silence', id) });
  if (alert.phase !== 'ended' && nextStep(alert) !== null)
    buttons.push({ label: 'Show', id: customId('alert-show', id) });
  const role = rule && roleOf(rule, server.settings);
  return cardReply(card, {
    // The title as text: a notification shows no cards.
    ...(role !== null && { content: `<@&${role}> ${title}`, pings: { roles: [role] } }),
    rows: [buttons],
  });
}

function acknowledgeButton({ id }: Alert): Button {
  return { label: 'Acknowledge', style: 'Primary', id: customId('alert-ack', id) };
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

function openLines(alert: Alert, { rules }: ServerAlerts): Line[] {
  const { since, clearSince, phase, acknowledged, condition, reading, worst } = alert;
  const missing = ruleOf(rules, alert.rule)?.note.missing;
  const now = reading && figure(alert, reading.value);
  const most = worst && figure(alert, worst);
  const step = nextStep(alert);
  const typed = Object.entries(step?.options ?? {}).map(([name, value]) => `${name}:${value}`);
  return [
    condition === 'pool' ? 'Other alerts rest.' : figureLine(alert),
    minersLine(alert),
    `Since ${moment(since, 't')} (${moment(since, 'R')})`,
    condition !== 'pool' && most !== now && `Worst **${most}**`,
    clearSince !== null && `Good since ${moment(clearSince, 't')}, resolved after 5 min`,
    missing?.told && `⚠️ No figure since ${moment(missing.since, 't')}`,
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
  const rule = ruleOf(rules, alert.rule);
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
  const missing = `⚠️ **No data for ${name}** since ${moment(since, 't')}. The rule rests.`;
  return { content: kind === 'no-data' ? missing : `✅ **Data for ${name} is back.**` };
}

/**
 * What is wrong, without a state: `Hashrate at 75.5% of 24 h · North Ridge`. Once it is over, its name
 * alone; an event keeps its title.
 */
export function titleOf(alert: Alert): string {
  return dotted(whatOf(alert), scopeWords(alert));
}

function whatOf(alert: Alert): string {
  const { event, reading } = alert;
  const spec = CONDITION_SPECS[alert.condition];
  const { name, baseline } = spec;
  if (event !== null) return event.title;
  if (reading === null || !isOpen(alert)) return name;
  const value = figure(alert, reading.value);
  if (spec.headline) return spec.headline(reading, value);
  if (!baseline || !reading.baseline) return `${name} at ${value}`;
  return `${name} at ${percentOf(new Decimal(reading.value).div(reading.baseline))} ${baseline[1]}`;
}

/** `North Ridge`, or empty for the whole workspace. */
export function scopeWords({ site, subaccounts }: Watched): string {
  const names = (site ? [site.name] : subaccounts).map((name) => escape(name, 40));
  return listed(names, 2);
}

function figure({ condition, currency }: Watched, value: string): string {
  // Two coins are mined under one name; nobody knows which one it was.
  const coin = currency === 'LTC_DOGE' ? null : currency;
  return CONDITION_SPECS[condition].figure?.(value, coin) ?? count(value);
}

/** The newest figure against what it fires at: `**255.3 PH/s** · fires under 270.5 (80%)`. */
function figureLine(alert: Alert): string | null {
  const { reading, threshold } = alert;
  if (reading === null || threshold === null) return null;
  const { limit, value, baseline, mostly } = reading;
  const shown = figure(alert, value);
  const at = withoutUnit(figure(alert, limit), shown);
  const isShare = baseline && CONDITION_SPECS[alert.condition].baseline;
  const isMoved = threshold.direction === 'moved' && baseline;
  const word = threshold.direction === 'under' ? 'under' : 'at';
  return dotted(
    `**${shown}${reading.isAtLeast ? '+' : ''}**${mostly ? `, mostly ${escape(mostly, 40)}` : ''}`,
    isMoved && `${figure(alert, baseline)} a day before`,
    reading.verdict === 'near' && 'not clear of it yet',
    isMoved
      ? `fires at ${threshold.value}%`
      : `fires ${word} ${at}${isShare ? ` (${threshold.value}%)` : ''}`,
  );
}

/** `347.0` of `347.0 PH/s` beside a figure in the same unit. */
function withoutUnit(shown: string, beside: string): string {
  const unit = unitOf(shown);
  return unit !== '' && beside.endsWith(unit) ? shown.slice(0, -unit.length) : shown;
}

/** Milliseconds as `14 min`, `3 h`, `2 days`, rounded. */
function lasting(ms: number): string {
  const minutes = Math.round(ms / MINUTE);
  if (minutes < 1) return 'under a minute';
  if (minutes < 120 && minutes !== 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : plural(Math.round(hours / 24), 'day');
}

/** Until it cleared, not until it had been clear for a while. */
export function lasted({ since, clearSince, endedAt }: Alert): string {
  return lasting((clearSince ?? endedAt ?? since) - since);
}

/** The time alone if it is today. */
export function untilWords(from: number, until: number): string {
  return until - from < DAY ? moment(until, 't') : exactMoment(until);
}

/** Null: no command shows what it is about. */
export function nextStep(alert: Alert): Required<Show> | null {
  const { event, condition, currency, site, subaccounts } = alert;
  const show = event?.show ?? CONDITION_SPECS[condition].show;
  if (show === undefined) return null;
  const { command, options } = show;
  const scope = { currency, site: site?.name, subaccounts: subaccounts.join(', ') };
  const own = Object.entries(command === 'miners list' ? { site: site?.name } : scope);
  const typed = own.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return { command, options: { ...options, ...Object.fromEntries(typed) } };
}
