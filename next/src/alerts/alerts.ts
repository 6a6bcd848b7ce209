import type { Member } from '../discord/command.js';
import type { Alert } from './alert.js';
import type { Rule, Silence } from './rule.js';

/** What commands and buttons may do with alerts. Everything throws UserError. */
export interface Alerts {
  /** The built-in rules first, then the server's own, oldest first. */
  rules(guildId: string): Promise<readonly Rule[]>;
  rule(guildId: string, id: string): Promise<Rule>;
  add(guildId: string, by: Member, draft: RuleDraft): Promise<Rule>;
  /** Closes the rule's open alert where it then watches something else. */
  edit(guildId: string, by: Member, edited: RuleEdit): Promise<Rule>;
  remove(guildId: string, by: Member, id: string): Promise<Rule>;
  /** Adds the rules that fit most servers. Returns the new ones. */
  suggest(guildId: string, by: Member, channel: string): Promise<readonly Rule[]>;
  /** Firing and recovering, gravest and newest first. */
  open(guildId: string): Promise<readonly Alert[]>;
  /** Hold, but not long enough yet. */
  pending(guildId: string): Promise<readonly Alert[]>;
  /** Ended since then (ms), newest first. */
  past(guildId: string, since: number): Promise<readonly Alert[]>;
  find(guildId: string, alertId: string): Promise<Alert>;
  /** This alert and those told in its message. */
  acknowledge(guildId: string, by: Member, alertId: string): Promise<readonly Alert[]>;
  silence(silence: Silence): Promise<void>;
  /** Of one rule or all. Returns how many ended. */
  endSilences(guildId: string, by: Member, rule: string | null): Promise<number>;
  /** Now and planned. */
  silences(guildId: string): Promise<readonly Silence[]>;
  /** Figures of a rule for a small chart, oldest first. */
  readings(rule: Rule, since: number): Promise<readonly { at: number; value: string }[]>;
  /** A minute's work for all connected servers, spread over it; for the leader, every second. */
  watch(): Promise<void>;
}

export type RuleDraft = Omit<Rule, 'guildId' | 'id' | 'setBy' | 'since' | 'note'>;

export interface RuleEdit {
  readonly id: string;
  readonly change: (rule: RuleDraft) => RuleDraft;
}
