import type { Decimal } from 'decimal.js';
import { z } from 'zod';
import { DERIVATIVES_CURRENCIES, POOL_CURRENCIES } from '../pool/currencies.js';
import { toDecimal } from '../numbers/numeric.js';
import { CONDITIONS, THRESHOLD_UNITS } from './conditions.js';

export const SEVERITIES = ['info', 'warning', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A rule that an admin set. */
export const rule = z.object({
  /** Unique in its guild; people type or pick it. */
  id: z.string(),
  condition: z.enum(CONDITIONS),
  /** `value`: digits, in `unit`. Missing if the condition has no threshold. */
  threshold: z.object({ unit: z.enum(THRESHOLD_UNITS), value: z.string() }).optional(),
  /** How long the condition must hold before the alert fires. */
  forMinutes: z.int().min(0),
  /**
   * How far past the threshold a figure must be to count as clear: digits in the threshold's unit.
   * Missing = 5 % of the threshold.
   */
  margin: z.string().optional(),
  currency: z.enum([...POOL_CURRENCIES, ...DERIVATIVES_CURRENCIES]).optional(),
  /** A part of the workspace: these names, or this site; neither = all of it. */
  subaccounts: z.array(z.string()).optional(),
  siteId: z.string().optional(),
  siteName: z.string().optional(),
  /** Missing = the channel for the server's alerts. */
  channelId: z.string().optional(),
  /** Mentioned once, when an alert fires. */
  roleId: z.string().optional(),
  /** Mentioned by reminders instead of `roleId`. */
  secondRoleId: z.string().optional(),
  severity: z.enum(SEVERITIES),
  /** Time to the first reminder of an unacknowledged alert; it then doubles each time. 0 = none. */
  remindMinutes: z.int().min(0),
  /** When it was set, in ms. */
  since: z.number(),
  setBy: z.string(),
});
export type AlertRule = z.output<typeof rule>;

export const MAX_RULES = 25;
export const MAX_FOR_MINUTES = 1_440;
export const DEFAULT_REMIND_MINUTES = 60;

/** How far past the threshold a figure must be to count as clear, in the threshold's unit. */
export function recoveryMarginOf({
  threshold,
  margin,
}: Pick<AlertRule, 'threshold' | 'margin'>): Decimal | null {
  return toDecimal(margin) ?? toDecimal(threshold?.value)?.times(USUAL_MARGIN) ?? null;
}

/** A share of the threshold. */
const USUAL_MARGIN = '0.05';

/** A guild's rules, and where alerts go if their rule has no channel. */
export const guildRules = z.object({
  rules: z.array(rule).default([]),
  channelId: z.string().optional(),
  roleId: z.string().optional(),
});
export type GuildRules = z.output<typeof guildRules>;

/** The condition that watches for changes made at the pool and not through Pitboss. */
export const EXTERNAL_CHANGES = 'changed-elsewhere';

/** The ids of the rules that every connected server has. */
export const EXTERNAL_CHANGES_RULE_ID = 'elsewhere';
export const POOL_RULE_ID = 'pool';

/**
 * The rules in force: the admins' and the two built-in ones. An admin's rule replaces a built-in
 * one of the same condition.
 */
export function rulesInForce({ rules, channelId, roleId }: GuildRules): readonly AlertRule[] {
  const builtIn = BUILT_IN.filter(
    ({ condition }) => !rules.some((each) => each.condition === condition),
  );
  const placed = builtIn.map((each) => ({
    ...each,
    ...(channelId === undefined ? {} : { channelId }),
    ...(roleId === undefined ? {} : { roleId }),
  }));
  return [...placed, ...rules];
}

/**
 * The rule in force for an alert; undefined if there is none any more. An external change is under
 * whichever rule watches for such changes.
 */
export function presentRuleOf(
  { ruleId, condition }: { readonly ruleId: string; readonly condition: AlertRule['condition'] },
  inForce: readonly AlertRule[],
): AlertRule | undefined {
  const own = inForce.find(({ id }) => id === ruleId);
  if (own !== undefined || condition !== EXTERNAL_CHANGES) return own;
  return inForce.find((each) => each.condition === EXTERNAL_CHANGES);
}

export function isBuiltIn({ id }: Pick<AlertRule, 'id'>): boolean {
  return BUILT_IN.some((each) => each.id === id);
}

const BUILT_IN: readonly AlertRule[] = [
  {
    id: EXTERNAL_CHANGES_RULE_ID,
    condition: EXTERNAL_CHANGES,
    forMinutes: 0,
    severity: 'critical',
    remindMinutes: DEFAULT_REMIND_MINUTES,
    since: 0,
    setBy: 'pitboss',
  },
  {
    id: POOL_RULE_ID,
    condition: 'pool',
    forMinutes: 10,
    severity: 'warning',
    remindMinutes: 0,
    since: 0,
    setBy: 'pitboss',
  },
];
