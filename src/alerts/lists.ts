import { exactMoment, moment } from '../cards/kit/times.js';
import { duration } from '../durations.js';
import { customId } from '../discord/custom-id.js';
import { cardReply, type Card, type Line, type Reply, type Tone } from '../discord/reply.js';
import type { GuildSettings } from '../guilds/settings.js';
import { cut, dotted, escape, oneLine, plural } from '../text.js';
import { isOpen, type Alert, type ServerAlerts } from './alert.js';
import { CONDITION_SPECS } from './conditions.js';
import { lasted, scopeWords, titleOf, untilWords } from './message.js';
import {
  channelOf,
  ELSEWHERE,
  endFor,
  isBuiltIn,
  MAX_RULES,
  ownRules,
  roleOf,
  ruleOf,
  silenceOf,
  USUAL_REMIND_MINUTES,
} from './rule.js';
import type { Rule, Silence } from './rule.js';
import { ruleName } from './threshold.js';

const POSTED_NOWHERE = '⚠️ posted nowhere: `/alerts channel`';

export function rulesReply(server: ServerAlerts): Reply {
  const own = ownRules(server.rules);
  const builtIn = server.rules.filter(isBuiltIn);
  const card = {
    title: `Alert rules · ${own.length} of ${MAX_RULES}`,
    lines: [...own, ...builtIn].flatMap((rule) => entryOf(rule, server)),
    footer: 'Checked',
    at: server.now,
  };
  const suggest = { label: 'Suggested alerts', id: customId('alerts-suggest') };
  return cardReply(card, own.length === 0 ? { rows: [[suggest]] } : {});
}

function entryOf(rule: Rule, server: ServerAlerts): Line[] {
  const channel = channelOf(rule, server.settings);
  const [symbol, word] = stateOf(rule, server);
  const id = isBuiltIn(rule) ? 'always on' : rule.id;
  const where = channel === null ? POSTED_NOWHERE : `in <#${channel}>`;
  return [`${symbol} ${shortLine(rule)}`, `-# ${dotted(id, where, word)}`];
}

/** `**Hashrate under 80% of 24 h** · 10 min · BTC`. */
function shortLine(rule: Rule): string {
  const lasting = !isBuiltIn(rule) && forWords(rule);
  return dotted(`**${ruleName(rule, 'short')}**`, lasting, ruleScope(rule));
}

function ruleScope(rule: Rule): string {
  const { condition, currency } = rule;
  // A threshold in coins names the coin.
  const coin = condition !== 'margin' && currency !== null && escape(currency);
  return dotted(coin, scopeWords(rule));
}

function forWords({ condition, forMinutes }: Rule, before = ''): string {
  if (CONDITION_SPECS[condition].isDaily) return 'once a day';
  return forMinutes === 0 ? '' : `${before}${duration(forMinutes)}`;
}

export function ruleLabel(rule: Rule): string {
  const where = rule.site?.name ?? rule.subaccounts.join(', ');
  const words = dotted(ruleName(rule, 'short'), rule.currency, where);
  return `${cut(oneLine(words), 90)} (${rule.id})`;
}

function stateOf({ id, note }: Rule, server: ServerAlerts): readonly [string, string | null] {
  const own = server.alerts.filter(({ rule }) => rule === id);
  const open = own.filter(isOpen);
  const firing = open.find(({ event }) => event === null);
  const silence = silenceOf(server, id);
  const [begun] = own;
  if (firing) return ['🔴', `firing ${moment(firing.since, 'R')}`];
  if (open.length > 0) return ['🔴', `${open.length} not acknowledged`];
  if (note.missing?.told) return ['⚠️', `no data since ${moment(note.missing.since, 't')}`];
  if (silence) return ['🔕', `silenced until ${untilWords(server.now, silence.until)}`];
  if (begun) return ['🟡', `holds since ${moment(begun.since, 't')}`];
  return ['🟢', null];
}

export function ruleCard(title: string, rule: Rule, settings: GuildSettings): Card {
  return {
    title,
    tone: 'good',
    lines: [
      `**${ruleName(rule)}**`,
      dotted(forWords(rule, 'for '), ruleScope(rule)),
      toldWords(rule, settings),
      `-# id ${rule.id}`,
    ],
  };
}

/** `#pool-ops · no mention`. */
function toldWords(rule: Rule, settings: GuildSettings): string {
  const channel = channelOf(rule, settings);
  const role = roleOf(rule, settings);
  const { remindMinutes, secondRole } = rule;
  const second = secondRole === null ? '' : ` to <@&${secondRole}>`;
  const isUsual = remindMinutes === USUAL_REMIND_MINUTES && secondRole === null;
  const remind =
    remindMinutes === 0 ? 'no reminder' : `reminder after ${duration(remindMinutes)}${second}`;
  return dotted(
    channel === null ? POSTED_NOWHERE : `<#${channel}>`,
    role === null ? 'no mention' : `<@&${role}>`,
    !isUsual && remind,
  );
}

export function suggestedCard(rules: readonly Rule[], channel: string): Card {
  return {
    title: `${plural(rules.length, 'alert rule')} added`,
    tone: 'good',
    lines: [
      ...rules.map(shortLine),
      `-# All post in <#${channel}>. Add a role: /alerts edit role:`,
    ],
  };
}

export function silencedCard(silence: Silence, { rules, settings, now }: ServerAlerts): Card {
  const { until, rule: id, reason } = silence;
  const rule = ruleOf(rules, id);
  const what = rule ? dotted(ruleName(rule), scopeWords(rule)) : 'All rules';
  const end = endFor(silence, ELSEWHERE);
  const limit = end < until ? `, until ${exactMoment(end)}` : '';
  const told = settings.auditChannel === null ? '' : `: <#${settings.auditChannel}> was told`;
  return {
    title: `Silenced ${startWords(silence, now)}until ${untilWords(now, until)}`,
    tone: 'good',
    lines: [
      `/alerts silence ${id === null ? '' : `rule:${id} `}off:True ends it.`,
      `${what}${reason ? `: ${escape(reason, 200)}` : ''}`,
      (id === null || id === ELSEWHERE) && `-# Changes at the pool too${limit}${told}.`,
    ],
  };
}

function startWords({ from }: Silence, now: number): string {
  return from > now ? `from ${untilWords(now, from)} ` : '';
}

export const PAST_DAYS = 30;
const MOST_OPEN = 12;
const MOST_PAST = 10;

/** `past`: alerts of the last 30 days, newest first. */
export function alertsReply(server: ServerAlerts, past: readonly Alert[]): Reply {
  const { silences, now } = server;
  const open = server.alerts.filter(isOpen);
  const waiting = open.filter(({ acknowledged }) => acknowledged === null);
  const tone: Tone = waiting.length > 0 ? 'bad' : open.length > 0 ? 'warning' : 'good';
  const card = {
    title: open.length === 0 ? 'No alerts open' : `${plural(open.length, 'alert')} open`,
    tone,
    lines: [
      ...open.slice(0, MOST_OPEN).map(openLine),
      open.length > MOST_OPEN && `and ${open.length - MOST_OPEN} more`,
      ...silences.map((silence) => silenceLine(silence, server)),
      past.length > 0 && `**Last ${PAST_DAYS} days: ${past.length}**`,
      ...past.slice(0, MOST_PAST).map(pastLine),
      past.length > MOST_PAST && `and ${past.length - MOST_PAST} more: \`/alerts export\``,
    ],
    footer: 'Checked',
    at: now,
  };
  const select = {
    select: customId('alert-list-ack'),
    placeholder: 'Acknowledge an alert…',
    options: waiting.map((alert) => ({
      // Choices show no Markdown.
      label: cut(oneLine(titleOf(alert).replaceAll('\\', '')), 90),
      value: alert.id,
    })),
  };
  return cardReply(card, { rows: [select] });
}

/** `👤 100+ miners offline · @Sofia · ‹12 minutes ago›`. */
function openLine(alert: Alert): string {
  const symbol = alert.acknowledged === null ? '🔴' : '👤';
  const title = `${symbol} ${titleOf(alert)}`;
  return dotted(title, alert.event?.what, whoHas(alert), moment(alert.since, 'R'));
}

function silenceLine(silence: Silence, { rules, now }: ServerAlerts): string {
  const rule = ruleOf(rules, silence.rule);
  const what = rule ? `${dotted(ruleName(rule, 'short'), scopeWords(rule))}:` : 'All rules';
  const end = untilWords(now, silence.until);
  return `🔕 ${what} silenced ${startWords(silence, now)}until ${end} by <@${silence.by}>`;
}

/** `• Hashrate, 14 min · ‹28/11/2026› · @Sofia`. */
function pastLine(alert: Alert): string {
  const { event, phase, since } = alert;
  const length = phase === 'ended' ? ', ended' : event === null ? `, ${lasted(alert)}` : '';
  return dotted(`• ${titleOf(alert)}${length}`, event?.what, moment(since, 'd'), whoHas(alert));
}

function whoHas({ acknowledged }: Alert): string | null {
  return acknowledged && `<@${acknowledged.by}>`;
}

/** For a file; moments in UTC. */
export function alertRecords(alerts: readonly Alert[]): object[] {
  const shown = alerts.map(
    ({ guildId: _guild, message: _message, remindAt: _next, ...rest }) => rest,
  );
  const text = JSON.stringify(shown, (name, value: unknown) =>
    typeof value === 'number' && /(?:at|since)$/i.test(name)
      ? new Date(value).toISOString()
      : value,
  );
  return JSON.parse(text);
}
