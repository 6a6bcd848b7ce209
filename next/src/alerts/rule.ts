import type { Condition, ThresholdUnit } from './conditions.js';

export type Severity = 'info' | 'warning' | 'critical';

/** What a server watches, set by an admin or built in. */
export interface Rule {
  readonly guildId: string;
  /** Five letters or digits that people can type; `elsewhere` and `pool` are built in. */
  readonly id: string;
  readonly condition: Condition;
  readonly threshold: Threshold | null;
  /** How long it must hold before people are told. */
  readonly forMinutes: number;
  /** How far back past the threshold a figure must come, in the threshold's unit; null: 5 % of it. */
  readonly margin: string | null;
  readonly currency: string | null;
  readonly site: { readonly id: string; readonly name: string } | null;
  readonly subaccounts: readonly string[];
  /** Null: the server's alert channel. */
  readonly channel: string | null;
  /** Mentioned once, when it fires. */
  readonly role: string | null;
  /** Mentioned by reminders in its place. */
  readonly secondRole: string | null;
  readonly severity: Severity;
  /** To the first reminder while nobody acknowledges, then doubling; 0: none. */
  readonly remindMinutes: number;
  readonly setBy: string;
  readonly since: number;
  readonly note: RuleNote;
}

export interface Threshold {
  readonly unit: ThresholdUnit;
  /** Digits in that unit. */
  readonly value: string;
  /** Of a price: which way. Others go by their condition. */
  readonly direction?: 'under' | 'over';
}

/** What a rule remembers between rounds. */
export interface RuleNote {
  /** Since when there have been no figures, and whether people were told. */
  readonly missing: { readonly since: number; readonly told: boolean } | null;
  /** When its alerts fired, of the last 24 hours. */
  readonly fired: readonly number[];
  /** Keys of events that were told, newest last. */
  readonly happened: readonly string[];
}

/** While it holds nobody is told of new alerts; they are still watched and listed. */
export interface Silence {
  readonly guildId: string;
  /** Null: all rules. */
  readonly rule: string | null;
  readonly from: number;
  readonly until: number;
  readonly by: string;
  readonly reason: string | null;
}

export const MAX_RULES = 25;
export const USUAL_REMIND_MINUTES = 60;
