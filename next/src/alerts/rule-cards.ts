import { escape, plural } from '../cards/kit/text.js';
import { exactMoment, moment } from '../cards/kit/times.js';
import { customId } from '../discord/custom-id.js';
import { cardReply, type Button, type Card, type Line, type Reply } from '../discord/reply.js';
import type { GuildSettings } from '../guilds/settings.js';
import type { Alert } from './alert.js';
import { scopeWords } from './alert-words.js';
import { untilWords } from './cards.js';
import { MAX_RULES, type Rule, type Silence } from './rule.js';
import {
  channelOf,
  forWords,
  isBuiltIn,
  POSTED_NOWHERE,
  ruleName,
  ruleScope,
  toldWords,
  watchesSame,
  withCurrency,
} from './rule-words.js';
import { ELSEWHERE, silencedUntil } from './silences.js';

/** How the rules of a server stand. */
export interface RulesStand {
  readonly rules: readonly Rule[];
  readonly open: readonly Alert[];
  readonly pending: readonly Alert[];
  readonly silences: readonly Silence[];
  readonly settings: GuildSettings;
  readonly now: number;
}

const SUGGEST_BUTTON: Button = { label: 'Suggested alerts', id: customId('alerts-suggest') };

export function rulesReply(stand: RulesStand): Reply {
  const own = stand.rules.filter((rule) => !isBuiltIn(rule));
  const builtIn = stand.rules.filter(isBuiltIn);
  const card = {
    title: `Alert rules · ${own.length} of ${MAX_RULES}`,
    lines: [...own, ...builtIn].flatMap((rule) => entryOf(rule, stand)),
    footer: 'Checked',
    at: stand.now,
  };
  return cardReply(card, own.length === 0 ? { rows: [[SUGGEST_BUTTON]] } : {});
}

function entryOf(bare: Rule, stand: RulesStand): Line[] {
  const { settings } = stand;
  const rule = withCurrency(bare, settings);
  const channel = channelOf(rule, settings);
  const { symbol, word } = stateOf(rule, stand);
  const facts = [
    isBuiltIn(rule) ? 'always on' : rule.id,
    channel === null ? POSTED_NOWHERE : `${rule.severity} in <#${channel}>`,
    word,
  ];
  const forLong = isBuiltIn(rule) ? '' : forWords(rule);
  const lasting = forLong && ` · ${forLong}`;
  return [
    `${symbol} **${ruleName(rule, 'short')}**${lasting}${ruleScope(rule)}`,
    `-# ${facts.filter(Boolean).join(' · ')}`,
  ];
}

interface State {
  readonly symbol: string;
  readonly word: string | null;
}

function stateOf({ id, note }: Rule, { open, pending, silences, now }: RulesStand): State {
  const own = (alerts: readonly Alert[]) => alerts.filter(({ rule }) => rule === id);
  const firing = own(open).find(({ event }) => event === null);
  const untaken = own(open).filter(
    ({ event, acknowledged }) => event !== null && acknowledged === null,
  );
  const until = silencedUntil(silences, id, now);
  const [held] = own(pending);
  if (firing) return { symbol: '🔴', word: `firing ${moment(firing.since, 'R')}` };
  if (untaken.length > 0) return { symbol: '🔴', word: `${untaken.length} not acknowledged` };
  if (note.missing?.told)
    return { symbol: '⚠️', word: `no data since ${moment(note.missing.since, 't')}` };
  if (until !== null)
    return { symbol: '🔕', word: `silenced until ${untilWords({ from: now, until })}` };
  if (held) return { symbol: '🟡', word: `holds since ${moment(held.since, 't')}` };
  return { symbol: '🟢', word: null };
}

/** After `/alerts add` and `/alerts edit`; `others`: all rules. */
export function ruleCard(
  title: string,
  bare: Rule,
  { others, settings }: { readonly others: readonly Rule[]; readonly settings: GuildSettings },
): Card {
  const rule = withCurrency(bare, settings);
  const same = others.find(
    (each) => each.id !== rule.id && watchesSame(withCurrency(each, settings), rule),
  );
  return {
    title,
    tone: 'good',
    lines: [
      `**${ruleName(rule)}**`,
      watchedLine(rule),
      toldWords(rule, settings),
      same && `⚠️ Rule ${same.id} watches the same.`,
      `-# /alerts test shows a sample · id ${rule.id}`,
    ],
  };
}

/** `for 10 min · BTC · North Ridge`. */
function watchedLine(rule: Rule): string {
  const lasting = forWords(rule);
  const words = lasting === '' || lasting === 'once a day' ? lasting : `for ${lasting}`;
  return `${words}${ruleScope(rule)}`.replace(/^ · /, '');
}

export function suggestedCard(rules: readonly Rule[], settings: GuildSettings): Card {
  const channel = rules[0] === undefined ? null : channelOf(rules[0], settings);
  return {
    title: `${plural(rules.length, 'alert rule')} added`,
    tone: 'good',
    lines: [
      ...rules.map((bare) => {
        const rule = withCurrency(bare, settings);
        const lasting = forWords(rule);
        return `**${ruleName(rule, 'short')}**${lasting && ` · ${lasting}`}${ruleScope(rule)}`;
      }),
      `-# All warn in ${channel === null ? 'no channel yet: /alerts channel' : `<#${channel}>`}. Add a role: /alerts edit role:`,
    ],
  };
}

export function removeQuestion(bare: Rule, settings: GuildSettings): Reply {
  const rule = withCurrency(bare, settings);
  const id = (answer: string) => customId('alerts-remove', rule.id, answer);
  const card = {
    title: 'Remove this alert rule?',
    tone: 'bad' as const,
    lines: [`**${ruleName(rule)}**`, watchedLine(rule), `-# id ${rule.id}`],
  };
  return cardReply(card, {
    rows: [
      [
        { label: 'Remove', style: 'danger', id: id('remove') },
        { label: 'Keep', id: id('keep') },
      ],
    ],
  });
}

export function removedCard(rule: Rule): Card {
  return { title: 'Removed', tone: 'over', lines: [ruleName(rule)] };
}

export function keptCard(rule: Rule): Card {
  return { title: 'Kept', lines: [ruleName(rule)] };
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

export function silencedCard(silence: Silence, { rules, settings, now }: RulesStand): Card {
  const { from, until, rule: id, reason } = silence;
  const found = rules.find((each) => each.id === id);
  const what = found
    ? `${ruleName(withCurrency(found, settings))}${scopeWords(found)}`
    : 'All rules';
  const time = (at: number) => untilWords({ from: now, until: at });
  return {
    title: `Silenced ${from > now ? `from ${time(from)} ` : ''}until ${time(until)}`,
    tone: 'good',
    lines: [
      '/alerts silence off:True ends it.',
      `${what}${reason ? `: ${escape(reason, 200)}` : ''}`,
      (id === null || id === ELSEWHERE) && elsewhereLine(silence, settings),
    ],
  };
}

/** Nobody hides for longer than a day that money may go elsewhere. */
function elsewhereLine(silence: Silence, { auditChannel }: GuildSettings): string {
  const end = silencedUntil([silence], ELSEWHERE, silence.from) ?? silence.until;
  const limit = end < silence.until ? `, until ${exactMoment(end)}` : '';
  const told = auditChannel === null ? '' : `: <#${auditChannel}> was told`;
  return `-# Changes at the pool too${limit}${told}.`;
}
