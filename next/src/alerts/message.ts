import { count } from '../cards/kit/figures.js';
import { escape } from '../cards/kit/text.js';
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
import type { GuildSettings } from '../guilds/settings.js';
import { isOpen, newAlert, type Alert, type AlertEvent } from './alert.js';
import { CONDITION_SPECS } from './conditions.js';
import { isBuiltIn, roleOf, silenceOf, type Rule, type Severity, type Silence } from './rule.js';
import {
  figure,
  figureLine,
  headline,
  lasted,
  lasting,
  nextStep,
  ruleName,
  titleOf,
  withoutUnit,
} from './words.js';

/** What else of its server the message of an alert shows. */
export interface Surroundings {
  readonly settings: GuildSettings;
  readonly rules: readonly Rule[];
  readonly open: readonly Alert[];
  readonly silences: readonly Silence[];
  readonly now: number;
  readonly chart?: Picture | undefined;
}

interface Shown {
  readonly alert: Alert;
  readonly rule: Rule | null;
  readonly silence: Silence | null;
  readonly around: Surroundings;
}

const TEN_MINUTES = 10 * 60_000;
const DAY = 86_400_000;
const MOST_LISTED = 10;
const TONES: Readonly<Record<Severity, Tone>> = {
  info: 'open',
  warning: 'warning',
  critical: 'bad',
};

/** The one message of an alert, or of all that were told with it; an edit mentions nobody again. */
export function alertMessage(together: readonly Alert[], around: Surroundings): Reply {
  const [alert] = together;
  if (alert === undefined) throw new Error('A message without an alert');
  if (together.length > 1) return burstMessage(together, around);
  const rule = ruleOf(alert, around);
  const silence = isOpen(alert) ? silenceOf(around.silences, alert.rule, around.now) : null;
  const shown = { alert, rule, silence, around };
  const title = `${stateWord(shown)} · ${titleOf(alert, rule)}`;
  const card = {
    title,
    tone: toneOf(alert),
    lines: linesOf(shown),
    ...footerOf(alert),
    ...(around.chart && { chart: around.chart }),
  };
  const buttons = buttonsOf(alert, rule);
  return cardReply(card, {
    ...mention(rule === null ? [] : [rule], { title, around }),
    ...(buttons.length > 0 && { rows: [buttons] }),
  });
}

/** How a rule's message looks, without a figure. It mentions nobody. */
export function sampleReply(rule: Rule, settings: GuildSettings, now: number): Reply {
  const alert = newAlert(rule, { id: 'test', since: now - rule.forMinutes * 60_000 });
  const around = { settings, rules: [rule], open: [], silences: [], now };
  const firing = { ...alert, phase: 'firing' } as const;
  const lines = [ruleName(rule), ...linesOf({ alert: firing, rule, silence: null, around })];
  return cardReply({ title: `Test · ${titleOf(firing, rule)}`, tone: toneOf(firing), lines });
}

function ruleOf({ rule: id }: Alert, { rules }: Pick<Surroundings, 'rules'>): Rule | null {
  return rules.find((rule) => rule.id === id) ?? null;
}

/** The roles with the title as text: a notification shows no cards. */
function mention(
  rules: readonly Rule[],
  { title, around }: { readonly title: string; readonly around: Surroundings },
): Pick<Reply, 'content' | 'pings'> {
  const roles = [...new Set(rules.flatMap((rule) => roleOf(rule, around.settings) ?? []))];
  if (roles.length === 0) return {};
  const content = `${roles.map((id) => `<@&${id}>`).join(' ')} ${title}`;
  return { content, pings: { roles } };
}

function stateWord({ alert, silence }: Shown): string {
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

function linesOf(shown: Shown): Line[] {
  const { alert } = shown;
  const isOver = !isOpen(alert) && alert.event === null;
  if (isOver) return [alert.endedBecause, ...overLines(shown)];
  const lines = alert.event === null ? openLines(shown) : eventLines(alert.event, alert);
  return [alert.endedBecause, ...peopleLines(shown), ...lines];
}

function peopleLines({ alert: { acknowledged }, silence }: Shown): Line[] {
  const reason = silence?.reason ? `: ${escape(silence.reason, 200)}` : '';
  return [
    acknowledged && `👤 <@${acknowledged.by}> has it since ${moment(acknowledged.at, 't')}`,
    silence && `🔕 until ${untilWords(silence.from, silence.until)} by <@${silence.by}>${reason}`,
  ];
}

/** Of today the time alone. */
export function untilWords(from: number, until: number): string {
  return until - from < DAY ? moment(until, 't') : exactMoment(until);
}

function openLines({ alert, rule, around }: Shown): Line[] {
  const { since, clearSince, phase, acknowledged, condition } = alert;
  const missing = rule?.note.missing;
  const also = besides(alert, around.open);
  const step = nextStep(alert, rule);
  const isNext = step !== null && phase === 'firing' && acknowledged === null;
  return [
    condition === 'pool' ? 'Other alerts rest.' : figureLine(alert, rule),
    minersLine(alert),
    `Since ${moment(since, 't')} (${moment(since, 'R')})`,
    worstLine(alert, rule),
    clearSince !== null && `Good since ${moment(clearSince, 't')}, resolved after 5 min`,
    missing?.told && `⚠️ No figure since ${moment(missing.since, 't')}`,
    also.length > 0 && `Also: ${also.map(linkOf).join(', ')}`,
    isNext && `Next: ${stepWords(step)}`,
  ];
}

/** `-# 10.11.2.26, 10.11.4.178 and 3 more`. */
function minersLine({ reading, condition }: Alert): Line {
  if (reading === null || reading.miners.length === 0) return null;
  const names = reading.miners.map((name) => escape(name, 40)).join(', ');
  const more = condition === 'temperature' ? 0 : Number(reading.value) - reading.miners.length;
  return `-# ${names}${more > 0 ? ` and ${count(more)} more` : ''}`;
}

function worstLine({ condition, worst, reading }: Alert, rule: Rule | null): Line {
  if (worst === null || reading === null || condition === 'pool') return null;
  const shown = figure(condition, worst, rule);
  return shown !== figure(condition, reading.value, rule) && `Worst **${shown}**`;
}

/** One a condition: what began around then often has the same cause. */
function besides(alert: Alert, open: readonly Alert[]): Alert[] {
  const near = open.filter(
    (each) =>
      each.id !== alert.id &&
      each.event === null &&
      !isBuiltIn({ id: each.rule }) &&
      Math.abs(each.since - alert.since) <= TEN_MINUTES,
  );
  return [...new Map(near.map((each) => [each.condition, each])).values()];
}

function linkOf({ condition, guildId, message }: Alert): string {
  const { name } = CONDITION_SPECS[condition];
  if (message === null) return name;
  const { channelId, messageId } = message;
  return `[${name}](https://discord.com/channels/${guildId}/${channelId}/${messageId})`;
}

/** `/miners list status:offline`, tappable once it is sent. */
function stepWords({ command, options }: NonNullable<ReturnType<typeof nextStep>>): string {
  const typed = Object.entries(options).map(([name, value]) => `${name}:${value}`);
  return `\`/${[command, ...typed].join(' ').replaceAll('`', '')}\``;
}

function overLines({ alert, rule }: Shown): Line[] {
  const { condition, since, worst, reading, phase, acknowledged } = alert;
  const isResolved = phase === 'resolved';
  const now = isResolved && reading ? ` · now ${figure(condition, reading.value, rule)}` : '';
  return [
    isResolved
      ? `Lasted **${lasted(alert)}**, from ${moment(since, 't')}`
      : `From ${exactMoment(since)}`,
    worst !== null && condition !== 'pool' && `Worst **${figure(condition, worst, rule)}**${now}`,
    acknowledged && `👤 <@${acknowledged.by}> had it`,
  ];
}

function eventLines(event: AlertEvent, { since }: Alert): Line[] {
  if (event.kind !== 'elsewhere') return [...event.lines, `-# Seen ${exactMoment(since)}`];
  const { what, perhaps, lines, lastSame, firstSeen } = event;
  return [
    what,
    `**Changed at the pool, ${perhaps === null ? 'not through Pitboss' : `perhaps by #${perhaps}`}**`,
    ...lines,
    'Not your team? Undo it in the pool’s console and check who can sign in.',
    `-# Between ${moment(lastSame, 't')} and ${moment(firstSeen, 't')}`,
  ];
}

function footerOf({ condition, reading, event, since }: Alert) {
  if (event !== null) return { footer: 'Seen at the pool', at: since };
  if (reading === null) return {};
  return { footer: condition === 'pool' ? 'Last tried' : 'Read from the pool', at: reading.at };
}

function buttonsOf(alert: Alert, rule: Rule | null): Button[] {
  const { id, acknowledged, phase } = alert;
  if (phase === 'ended') return [];
  const buttons: Button[] = [];
  if (isOpen(alert) && acknowledged === null) buttons.push(acknowledgeButton('Acknowledge', id));
  if (isOpen(alert) && rule !== null)
    buttons.push({ label: 'Silence…', id: customId('alert-silence', id) });
  if (nextStep(alert, rule) !== null) buttons.push(showButton(id));
  return buttons;
}

function acknowledgeButton(label: string, alertId: string): Button {
  return { label, style: 'primary', id: customId('alert-ack', alertId) };
}

function showButton(alertId: string): Button {
  return { label: 'Show', id: customId('alert-show', alertId) };
}

function burstMessage(alerts: readonly Alert[], around: Surroundings): Reply {
  const open = alerts.filter(isOpen);
  const acknowledged = alerts.find((alert) => alert.acknowledged !== null)?.acknowledged ?? null;
  const isWaiting = open.length > 0 && acknowledged === null;
  const state = isWaiting ? 'Firing' : open.length > 0 ? 'Acknowledged' : 'Over';
  const title = `${state} · ${alerts.length} alerts at once`;
  const more = alerts.length - MOST_LISTED;
  const card = {
    title,
    tone: open.length > 0 ? ('bad' as const) : ('good' as const),
    lines: [
      open.length > 0 && 'Often one cause: power, network or the pool.',
      ...alerts.slice(0, MOST_LISTED).map((alert) => `• ${entryOf(alert, ruleOf(alert, around))}`),
      more > 0 && `and ${more} more: \`/alerts list\``,
      acknowledged && `👤 <@${acknowledged.by}> ${open.length > 0 ? 'has' : 'had'} them`,
    ],
    footer: 'First seen',
    at: Math.min(...alerts.map(({ since }) => since)),
  };
  const id = alerts[0]?.id ?? '';
  const all = isWaiting ? [acknowledgeButton('Acknowledge all', id)] : [];
  const rules = around.rules.filter((rule) => alerts.some((alert) => alert.rule === rule.id));
  return cardReply(card, {
    ...mention(rules, { title, around }),
    rows: [[...all, showButton(id)]],
  });
}

function entryOf(alert: Alert, rule: Rule | null): string {
  if (isOpen(alert)) return `${headline(alert, rule)}, since ${moment(alert.since, 't')}`;
  const end = alert.phase === 'resolved' ? 'resolved after' : 'ended after';
  return `${CONDITION_SPECS[alert.condition].name}, ${end} ${lasted(alert)}`;
}

/** A reply, because an edit notifies nobody. `total`: how many alerts its message told. */
export function resolvedReply(
  alert: Alert,
  around: Pick<Surroundings, 'rules'>,
  total: number,
): Reply {
  if (total > 1) return { content: `✅ **All ${total} alerts are over.**` };
  const { condition, worst, reading, acknowledged } = alert;
  const rule = ruleOf(alert, around);
  const parts = [`✅ **${CONDITION_SPECS[condition].back}** after ${lasted(alert)}.`];
  if (worst !== null && reading !== null && condition !== 'pool') {
    const shown = figure(condition, worst, rule);
    const now = withoutUnit(figure(condition, reading.value, rule), shown);
    parts.push(`Worst ${shown}, now ${now}.`);
  }
  if (acknowledged !== null) parts.push(`<@${acknowledged.by}> had it.`);
  return { content: parts.join(' ') };
}

/** To the role while nobody has it, later once to who has it. */
export function reminderReply(alert: Alert, around: Surroundings): Reply {
  const { acknowledged, burst, id, since } = alert;
  const rule = ruleOf(alert, around);
  const isMany = burst.length > 0;
  const short = headline(alert, rule).replace(/ (?:of|in) (?:24 h|7 days)/, '');
  const what = isMany ? `${burst.length} alerts at once` : short;
  const still = `${what}, for ${lasting(around.now - since)}.`;
  if (acknowledged !== null) {
    const { by } = acknowledged;
    return { content: `<@${by}> ⏰ **You have this:** ${still}`, pings: { users: [by] } };
  }
  const role = rule && (rule.secondRole ?? roleOf(rule, around.settings));
  const nobody = `⏰ **Nobody has ${isMany ? 'these' : 'this'} yet:** ${still}`;
  return {
    content: role === null ? nobody : `<@&${role}> ${nobody}`,
    ...(role !== null && { pings: { roles: [role] } }),
    rows: [[acknowledgeButton(isMany ? 'Acknowledge all' : 'Acknowledge', id)]],
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
