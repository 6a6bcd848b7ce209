import { Decimal } from 'decimal.js';
import type { Alert } from '../../domain/alerts/alert.js';
import { CONDITION_SPECS, type Condition } from '../../domain/alerts/conditions.js';
import { recoveryMarginOf, type AlertRule } from '../../domain/alerts/rule.js';
import { toDecimal } from '../../domain/numbers/numeric.js';
import { capital, escapeMarkdown, joinList } from '../kit/text.js';
import {
  amount,
  count,
  formatWithUnit,
  fraction,
  hashrate,
  MINER_UNITS,
  plural,
} from '../kit/figures.js';

/** Names and formats of an alert's figures. */

type AlertFigures = Partial<Pick<Alert, 'value' | 'limit' | 'baseline' | 'atLeast'>>;
type ConditionFigures = Pick<Alert, 'condition'> & AlertFigures;
type RuleThreshold = Pick<AlertRule, 'threshold' | 'currency'>;

/** As the subject of a sentence. */
export const CONDITION_NAMES: Readonly<Record<Condition, string>> = {
  hashrate: 'Hashrate',
  'active-miners': 'Active miners',
  efficiency: 'Efficiency',
  'offline-miners': 'Offline miners',
  'failing-miners': 'Failing miners',
  temperature: 'Hottest miner',
  revenue: 'Revenue of a day',
  margin: 'Available margin',
  contracts: 'Derivatives contracts',
  'approval-waiting': 'Payment settings waiting for approval',
  'changed-elsewhere': 'Changes made elsewhere',
  pool: 'The pool',
};

/** The baseline of a threshold in percent. */
const BASELINES: Partial<Readonly<Record<Condition, string>>> = {
  hashrate: 'its 24-hour rate',
  'active-miners': 'the most seen in 24 hours',
  revenue: 'the average of the seven days before',
};

/** What is wrong in a few words: `Hashrate 71 % of its 24-hour rate`. */
export function alertHeadline(figures: ConditionFigures, rule: RuleThreshold | undefined): string {
  const { condition, value, baseline, atLeast } = figures;
  if (condition === 'pool') return 'The pool can’t be read';
  if (value === undefined) return CONDITION_NAMES[condition];
  const least = atLeast ? 'at least ' : '';
  if (condition === 'offline-miners' || condition === 'failing-miners')
    return capital(`${least}${plural(Number(value), 'miner')} ${condition.slice(0, -7)}`);
  if (condition === 'approval-waiting')
    return `Payment settings have waited for approval for ${least}${figure(figures, value, rule)}`;
  const share = shareOf(value, baseline);
  const ofWhat = BASELINES[condition];
  if (share !== null && ofWhat !== undefined)
    return `${CONDITION_NAMES[condition]} ${share} of ${ofWhat}`;
  return `${CONDITION_NAMES[condition]} ${least}${figure(figures, value, rule)}`;
}

/** Rounded down, so that a figure below a threshold never seems to reach it. */
function shareOf(value: string, baseline: string | undefined): string | null {
  const [part, whole] = [toDecimal(value), toDecimal(baseline)];
  if (part === null || whole === null || whole.isZero()) return null;
  return `${part.div(whole).times(100).toDecimalPlaces(1, Decimal.ROUND_DOWN).toFixed()} %`;
}

/** A figure in the condition's unit. */
function figure(
  { condition }: ConditionFigures,
  value: string,
  rule: RuleThreshold | undefined,
): string {
  return UNITS[condition]?.(value, coinOf(rule)) ?? count(value);
}

/** Formats of figures that aren't plain counts. */
const UNITS: Partial<Readonly<Record<Condition, (value: string, coin: string) => string>>> = {
  hashrate,
  efficiency: fraction,
  temperature: (value) => formatWithUnit(value, MINER_UNITS.temperature),
  revenue: amount,
  margin: amount,
  'approval-waiting': (value) => formatWithUnit(value, 'h'),
};

/** The unit of a day's revenue in two coins isn't known here. */
function coinOf(rule: Pick<RuleThreshold, 'currency'> | undefined): string {
  return rule?.currency === undefined || rule.currency === 'LTC_DOGE' ? '' : rule.currency;
}

/** Drops the baseline: each figure has its own, and only the newest one's is known. */
export function worstOf(
  { condition, limit, atLeast }: ConditionFigures,
  worst: string | undefined,
): ConditionFigures {
  // If a list wasn't read to its end, its count is a minimum.
  const isCounted = condition === 'offline-miners' || condition === 'failing-miners';
  return {
    condition,
    limit,
    value: worst,
    ...(isCounted || atLeast ? { atLeast: true } : {}),
  };
}

/** Whether the newest figure is beyond the threshold; true if not known. */
export function isBeyond({ condition, value, limit }: ConditionFigures): boolean {
  const [figureNow, bound] = [toDecimal(value), toDecimal(limit)];
  if (figureNow === null || bound === null || condition === 'pool') return true;
  return isAbove(condition) ? !figureNow.lessThan(bound) : figureNow.lessThan(bound);
}

/** `71 % · 1.420 EH/s of 2.000 EH/s`; null if there is no figure. */
export function figureText(
  figures: ConditionFigures,
  value: string | undefined,
  rule: RuleThreshold | undefined,
): string | null {
  if (value === undefined || figures.condition === 'pool') return null;
  const shown = `${figures.atLeast ? 'at least ' : ''}${figure(figures, value, rule)}`;
  const share = shareOf(value, figures.baseline);
  if (share === null || figures.baseline === undefined) return `**${shown}**`;
  return `**${share}** · ${shown} of ${figure(figures, figures.baseline, rule)}`;
}

/** `under 80 % (1.600 EH/s)`; null if there is no threshold. */
export function thresholdText(
  figures: ConditionFigures,
  rule: RuleThreshold | undefined,
): string | null {
  const { limit, condition } = figures;
  if (limit === undefined || condition === 'pool') return null;
  const figureAtLimit = figure(figures, limit, rule);
  const isShare = rule?.threshold?.unit === 'percent' && BASELINES[condition] !== undefined;
  const bound = isShare ? `${count(rule.threshold?.value)} % (${figureAtLimit})` : figureAtLimit;
  return isAbove(condition) ? `${bound} or more` : `under ${bound}`;
}

function isAbove(condition: Condition): boolean {
  return CONDITION_SPECS[condition].compares === 'above';
}

type RuleScope = Pick<AlertRule, 'siteId' | 'siteName' | 'subaccounts'>;

/** ` · North Ridge`, for a rule about part of the workspace. */
export function whereText({
  siteId,
  siteName = siteId,
  subaccounts = [],
}: Partial<RuleScope>): string {
  const names = siteName === undefined ? subaccounts : [siteName];
  if (names.length === 0) return '';
  return ` · ${joinList(
    names.map((name) => escapeMarkdown(name, 40)),
    3,
  )}`;
}

/** What a rule watches: `Hashrate under 80 % of its 24-hour rate`. */
export function ruleName({
  condition,
  threshold,
  currency,
}: Pick<AlertRule, 'condition' | 'threshold' | 'currency'>): string {
  if (condition === 'pool') return 'The pool can’t be read';
  const name = CONDITION_NAMES[condition];
  if (threshold === undefined) return name;
  const { unit, value } = threshold;
  const written = {
    percent: `${count(value)} %`,
    hashrate: hashrate(value),
    miners: count(value),
    celsius: formatWithUnit(value, MINER_UNITS.temperature),
    amount: amount(value, coinOf({ currency })),
    hours: formatWithUnit(value, 'h'),
  }[unit];
  const ofWhat = unit === 'percent' ? BASELINES[condition] : undefined;
  const bound = isAbove(condition) ? `${written} or more` : `under ${written}`;
  return ofWhat === undefined ? `${name} ${bound}` : `${name} ${bound} of ${ofWhat}`;
}

/** Twice the present margin: digits in the threshold's unit; null if the rule has no threshold. */
export function largerRecoveryMargin(rule: Pick<AlertRule, 'threshold' | 'margin'>) {
  const now = recoveryMarginOf(rule);
  return now === null || now.isZero() ? null : now.abs().times(2).toFixed();
}
