import { cut, escape, oneLine, plural } from '../cards/kit/text.js';
import { duration, exactMoment, moment } from '../cards/kit/times.js';
import { customId } from '../discord/custom-id.js';
import { type Card, cardReply, type Line, type Reply, type Tone } from '../discord/reply.js';
import type { GuildSettings } from '../guilds/settings.js';
import type { Alert } from './alert.js';
import { CONDITION_SPECS } from './conditions.js';
import { untilWords } from './message.js';
import {
  channelOf,
  ELSEWHERE,
  endFor,
  isBuiltIn,
  MAX_RULES,
  roleOf,
  type Rule,
  type Silence,
  silenceOf,
  USUAL_REMIND_MINUTES,
} from './rule.js';
import { forWords, headline, lasted, ruleName, ruleScope, scopeWords } from './words.js';

/** How the rules of a server stand. */
export interface Stand {
  readonly rules: readonly Rule[];
  /** Firing and recovering, gravest and newest first. */
  readonly open: readonly Alert[];
  /** They hold, but not long enough yet. */
  readonly pending: readonly Alert[];
  readonly silences: readonly Silence[];
  readonly settings: GuildSettings;
  readonly now: number;
}

const POSTED_NOWHERE = '⚠️ posted nowhere: `/alerts channel`';

export function rulesReply(stand: Stand): Reply {
  const own = stand.rules.filter((rule) => !isBuiltIn(rule));
  const builtIn = stand.rules.filter(isBuiltIn);
  const card = {
    title: `Alert rules · ${own.length} of ${MAX_RULES}`,
    lines: [...own, ...builtIn].flatMap((rule) => entryOf(rule, stand)),
    footer: 'Checked',
    at: stand.now,
  };
  const suggest = { label: 'Suggested alerts', id: customId('alerts-suggest') };
  return cardReply(card, own.length === 0 ? { rows: [[suggest]] } : {});
}

function entryOf(rule: Rule, stand: Stand): Line[] {
  const channel = channelOf(rule, stand.settings);
  const [symbol, word] = stateOf(rule, stand);
  const facts = [
    isBuiltIn(rule) ? 'always on' : rule.id,
    channel === null ? POSTED_NOWHERE : `${rule.severity} in <#${channel}>`,
    word,
  ];
  return [`${symbol} ${shortLine(rule)}`, `-# ${facts.filter(Boolean).join(' · ')}`];
}

/** `**Hashrate under 80% of 24 h** · 10 min · BTC`. */
function shortLine(rule: Rule): string {
  const lasting = isBuiltIn(rule) ? '' : forWords(rule);
  return `**${ruleName(rule, 'short')}**${lasting && ` · ${lasting}`}${ruleScope(rule)}`;
}

type State = readonly [symbol: string, word: string | null];

function stateOf({ id, note }: Rule, { open, pending, silences, now }: Stand): State {
  const own = open.filter(({ rule }) => rule === id);
  const firing = own.find(({ event }) => event === null);
  const untaken = own.filter(({ event }) => event !== null).length;
  const silence = silenceOf(silences, id, now);
  const held = pending.find(({ rule }) => rule === id);
  if (firing) return ['🔴', `firing ${moment(firing.since, 'R')}`];
  if (untaken > 0) return ['🔴', `${untaken} not acknowledged`];
  if (note.missing?.told) return ['⚠️', `no data since ${moment(note.missing.since, 't')}`];
  if (silence) return ['🔕', `silenced until ${untilWords(now, silence.until)}`];
  if (held) return ['🟡', `holds since ${moment(held.since, 't')}`];
  return ['🟢', null];
}

export function ruleCard(title: string, rule: Rule, settings: GuildSettings): Card {
  const lasting = forWords(rule);
  const words = lasting === '' || lasting === 'once a day' ? lasting : `for ${lasting}`;
  return {
    title,
    tone: 'good',
    lines: [
      `**${ruleName(rule)}**`,
      `${words}${ruleScope(rule)}`.replace(/^ · /, ''),
      toldWords(rule, settings),
      `-# /alerts test shows a sample · id ${rule.id}`,
    ],
  };
}

/** `#pool-ops · warning · no mention`. */
function toldWords(rule: Rule, settings: GuildSettings): string {
  const channel = channelOf(rule, settings);
  const role = roleOf(rule, settings);
  const { remindMinutes, secondRole, severity } = rule;
  const second = secondRole === null ? '' : ` to <@&${secondRole}>`;
  const isUsual = remindMinutes === USUAL_REMIND_MINUTES && secondRole === null;
  const remind =
    remindMinutes === 0 ? 'no reminder' : `reminder after ${duration(remindMinutes)}${second}`;
  return [
    channel === null ? POSTED_NOWHERE : `<#${channel}>`,
    severity,
    role === null ? 'no mention' : `<@&${role}>`,
    ...(isUsual ? [] : [remind]),
  ].join(' · ');
}

export function suggestedCard(rules: readonly Rule[], channel: string): Card {
  return {
    title: `${plural(rules.length, 'alert rule')} added`,
    tone: 'good',
    lines: [
      ...rules.map(shortLine),
      `-# All warn in <#${channel}>. Add a role: /alerts edit role:`,
    ],
  };
}

export function removeQuestion(rule: Rule, settings: GuildSettings): Reply {
  const id = (answer: string) => customId('alerts-remove', rule.id, answer);
  const card = ruleCard('Remove this alert rule?', rule, settings);
  return cardReply(
    { ...card, tone: 'bad' },
    {
      rows: [
        [
          { label: 'Remove', style: 'danger', id: id('remove') },
          { label: 'Keep', id: id('keep') },
        ],
      ],
    },
  );
}

export function channelCard({ alerts }: GuildSettings): Card {
  return {
    title: 'Alert channel set',
    tone: 'good',
    lines: [
      `Rules without one of their own post in <#${alerts.channel}>.`,
      alerts.role !== null &&
        `<@&${alerts.role}> is mentioned for changes at the pool, and while it can’t be read.`,
    ],
  };
}

export function silencedCard(silence: Silence, { rules, settings, now }: Stand): Card {
  const { from, until, rule: id, reason } = silence;
  const found = rules.find((each) => each.id === id);
  const what = found ? `${ruleName(found)}${scopeWords(found)}` : 'All rules';
  const start = from > now ? `from ${untilWords(now, from)} ` : '';
  return {
    title: `Silenced ${start}until ${untilWords(now, until)}`,
    tone: 'good',
    lines: [
      '/alerts silence off:True ends it.',
      `${what}${reason ? `: ${escape(reason, 200)}` : ''}`,
      (id === null || id === ELSEWHERE) && elsewhereLine(silence, settings),
    ],
  };
}

function elsewhereLine(silence: Silence, { auditChannel }: GuildSettings): string {
  const end = endFor(silence, ELSEWHERE);
  const limit = end < silence.until ? `, until ${exactMoment(end)}` : '';
  const told = auditChannel === null ? '' : `: <#${auditChannel}> was told`;
  return `-# Changes at the pool too${limit}${told}.`;
}

export const PAST_DAYS = 30;
const MOST_OPEN = 12;
const MOST_PAST = 10;
const MOST_CHOICES = 25;

/** `past`: of the last 30 days, newest first. */
export function alertsReply(stand: Stand, past: readonly Alert[]): Reply {
  const { open, silences, now } = stand;
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

function ruleOf({ rule }: Alert, { rules }: Stand): Rule | null {
  return rules.find(({ id }) => id === rule) ?? null;
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

function silenceLine({ rule: id, from, until, by }: Silence, { rules, now }: Stand): string {
  const rule = rules.find((each) => each.id === id);
  const what = rule === undefined ? 'All rules' : `${ruleName(rule, 'short')}${scopeWords(rule)}:`;
  const start = from > now ? ` from ${untilWords(now, from)}` : '';
  return `🔕 ${what} silenced${start} until ${untilWords(now, until)} by <@${by}>`;
}

/** `• Hashrate, 14 min · ‹28/11/2026› · @Sofia`. */
function pastLine(alert: Alert, rule: Rule | null): Line {
  const { condition, event, phase, since, acknowledged } = alert;
  const name =
    event === null
      ? `${CONDITION_SPECS[condition].name}${scopeWords(rule)}`
      : headline(alert, rule);
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
  const { guildId: _guild, message: _message, burst: _burst, remindAt: _next, ...shown } = alert;
  const text = JSON.stringify(shown, (name, value: unknown) =>
    typeof value === 'number' && /(?:at|since)$/i.test(name)
      ? new Date(value).toISOString()
      : value,
  );
  return JSON.parse(text);
}
