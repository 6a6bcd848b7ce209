import { DAY } from '../clock.js';
import { DEFAULT_SETTINGS, type GuildSettings } from '../guilds/settings.js';
import type { Reading } from './alert.js';
import { CONDITION_SPECS, type Condition } from './conditions.js';
import type { ThresholdUnit } from './threshold.js';

export interface Watched {
  readonly condition: Condition;
  readonly threshold: Threshold | null;
  readonly currency: string | null;
  readonly site: { readonly id: string; readonly name: string } | null;
  readonly subaccounts: readonly string[];
}

export interface Rule extends Watched {
  readonly guildId: string;
  /** Five letters or digits that people can type; `elsewhere` and `pool` are built in. */
  readonly id: string;
  /** How long it must hold before people are told. */
  readonly forMinutes: number;
  /** Null: the server's alert channel. */
  readonly channel: string | null;
  /** Mentioned once, when it fires. */
  readonly role: string | null;
  /** Mentioned by reminders instead. */
  readonly secondRole: string | null;
  /** Until the first reminder while nobody acknowledges, then doubling; 0: none. */
  readonly remindMinutes: number;
  readonly since: number;
  readonly note: RuleNote;
}

export type RuleDraft = Omit<Rule, 'guildId' | 'id' | 'since' | 'note'>;

export interface Threshold {
  readonly unit: ThresholdUnit;
  readonly value: string;
  /** It fires under the value, at or over it, or when the figure moved that far either way. */
  readonly direction: 'under' | 'over' | 'moved';
}

/** What a rule remembers between looks. */
export interface RuleNote {
  /** Since when there have been no figures, and whether people were told. */
  readonly missing: { readonly since: number; readonly told: boolean } | null;
  /** What a rule of events last saw. */
  readonly known: Listed | null;
  /** Its figures of the last 26 hours, every five minutes, oldest first. */
  readonly figures: readonly Pick<Reading, 'at' | 'value'>[];
}

export type Listed = Readonly<Record<string, string>>;

export const NEW_NOTE: RuleNote = { missing: null, known: null, figures: [] };

/** While it lasts nobody is told of new alerts; they are still watched and listed. */
export interface Silence {
  readonly guildId: string;
  readonly id: string;
  readonly rule: string | null;
  readonly from: number;
  readonly until: number;
  readonly by: string;
  readonly reason: string | null;
}

export type SilenceDraft = Omit<Silence, 'guildId' | 'id' | 'by'>;

export const MAX_RULES = 25;
export const USUAL_REMIND_MINUTES = 60;

/** Built-in rules, which every connected server has. */
export const ELSEWHERE = 'elsewhere';
export const POOL = 'pool';

export function isBuiltIn({ id }: Pick<Rule, 'id'>): boolean {
  return id === ELSEWHERE || id === POOL;
}

/** A rule before any option is typed; events have no reminders unless somebody asks. */
export function usualDraft(condition: Condition, settings: GuildSettings): RuleDraft {
  const { forMinutes = 0, scope, currencies = [], usual = null } = CONDITION_SPECS[condition];
  return {
    condition,
    threshold: usual,
    forMinutes,
    currency: currencies.find((each) => each === settings.currency) ?? currencies[0] ?? null,
    site: scope ? settings.site : null,
    subaccounts: scope === 'figures' ? settings.subaccounts : [],
    channel: null,
    role: null,
    secondRole: null,
    remindMinutes: condition === 'payout' || condition === 'contracts' ? 0 : USUAL_REMIND_MINUTES,
  };
}

/** A built-in rule gets a row once it has something to remember, or an admin edits it. */
export function builtInRules(guildId: string): readonly Rule[] {
  const rest = { guildId, since: 0, note: NEW_NOTE };
  return [
    { ...usualDraft('changed-elsewhere', DEFAULT_SETTINGS), ...rest, id: ELSEWHERE },
    { ...usualDraft('pool', DEFAULT_SETTINGS), ...rest, id: POOL, remindMinutes: 0 },
  ];
}

export function ownRules(rules: readonly Rule[]): readonly Rule[] {
  return rules.filter((rule) => !isBuiltIn(rule));
}

/** Null: it was removed. */
export function ruleOf(rules: readonly Rule[], id: string | null): Rule | null {
  return rules.find((rule) => rule.id === id) ?? null;
}

export function channelOf(rule: Rule | null, settings: GuildSettings): string | null {
  const own = rule?.channel ?? settings.alerts.channel;
  return own ?? (rule && isBuiltIn(rule) ? settings.auditChannel : null);
}

export function roleOf(rule: Rule, { alerts }: GuildSettings): string | null {
  return rule.role ?? (isBuiltIn(rule) ? alerts.role : null);
}

/** The silence in force for the rule that ends last; null if people are told. */
export function silenceOf(
  { silences, now }: { readonly silences: readonly Silence[]; readonly now: number },
  id: string,
): Silence | null {
  const inForce = silences
    .filter(({ rule, from }) => (rule === null || rule === id) && from <= now)
    .map((silence) => ({ ...silence, until: endFor(silence, id) }))
    .filter(({ until }) => until > now);
  return inForce.toSorted((one, other) => other.until - one.until)[0] ?? null;
}

/** Nobody can hide for more than a day that money may go elsewhere. */
export function endFor({ from, until }: SilenceDraft, rule: string | null): number {
  return rule === ELSEWHERE ? Math.min(until, from + DAY) : until;
}
