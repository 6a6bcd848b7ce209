import type { ErrorWords } from '../../../domain/errors/user-errors.js';
import {
  CONDITION_SPECS,
  type Condition,
  type ThresholdUnit,
} from '../../../domain/alerts/conditions.js';
import { MAX_RULES, MAX_FOR_MINUTES, type AlertRule } from '../../../domain/alerts/rule.js';
import { boundsOf, type ThresholdProblem } from '../../../domain/alerts/typed-threshold.js';
import { waitingTimeText } from '../../../domain/time/duration-text.js';
import { groupThousands, hashrate } from '../../kit/figures.js';
import { code, joinList } from '../../kit/text.js';

/** Why a rule isn't possible, and what is. */

const NOTHING = 'Nothing was changed.';

const UNIT_EXAMPLES: Readonly<Record<ThresholdUnit, string>> = {
  percent: '80 %',
  hashrate: '2.5 PH/s',
  miners: '12 miners',
  celsius: '85',
  amount: '0.5 BTC',
  hours: '24 h',
};

const WHY: Readonly<Record<ThresholdProblem, string>> = {
  unreadable: 'isn’t a threshold here',
  'no-unit': 'has no unit, and could mean two things',
  'out-of-bounds': 'is out of bounds',
  'not-whole': 'isn’t a whole number',
};

export function badThresholdWords(
  condition: Condition,
  typed: string,
  problem: ThresholdProblem,
): ErrorWords {
  return {
    title: 'Check the threshold',
    sentence: `${code(typed, 40)} ${WHY[problem]}. ${acceptedSentence(condition)} ${NOTHING}`,
  };
}

/** `For hashrate type something like 80 % (1 to 100 %) or 2.5 PH/s (…).` */
function acceptedSentence(condition: Condition): string {
  const accepted = CONDITION_SPECS[condition].units.map(
    (unit) => `${code(UNIT_EXAMPLES[unit])} (${boundsText(condition, unit)})`,
  );
  return `For ${code(condition)} type something like ${accepted.join(' or ')}, with a point for decimals and no commas.`;
}

function boundsText(condition: Condition, unit: ThresholdUnit): string {
  const { least, most } = boundsOf(condition, unit);
  if (unit === 'hashrate') return `${hashrate(least)} to ${hashrate(most)}`;
  const name = { percent: ' %', miners: ' miners', celsius: ' °C', amount: '', hours: ' hours' };
  return `${groupThousands(least)} to ${groupThousands(most)}${name[unit]}`;
}

export function noThresholdWords(condition: Condition): ErrorWords {
  return {
    title: 'This rule has no threshold',
    sentence: `${code(condition)} has no threshold: it tells of whatever happens. Leave \`threshold\` and \`margin\` out. ${NOTHING}`,
  };
}

export function badMarginWords(typed: string, unit: ThresholdUnit): ErrorWords {
  return {
    title: 'Check the margin',
    sentence: `${code(typed, 40)} isn’t a margin. Type how far beyond the threshold a figure has to be before the alert ends, in the threshold’s unit, such as ${code(UNIT_EXAMPLES[unit].replace(/^[\d.]+/, '2'))}. ${NOTHING}`,
  };
}

export const neverClearWords = {
  title: 'It would never end',
  sentence: `With this threshold and margin the alert might never end: a figure so far beyond the threshold can’t occur, or hardly ever does. Choose a smaller margin, or another threshold. ${NOTHING}`,
};

export function badForWords(typed: string, condition: Condition): ErrorWords {
  const { shortestFor } = CONDITION_SPECS[condition];
  return {
    title: 'Check the time',
    sentence: `${code(typed, 40)} isn’t a time for ${code(condition)}. Type minutes, such as \`10\`, \`10 min\` or \`1h\`, from ${waitingTimeText(shortestFor)} to ${waitingTimeText(MAX_FOR_MINUTES)}. ${NOTHING}`,
  };
}

export function noForWords(condition: Condition): ErrorWords {
  const why =
    CONDITION_SPECS[condition].cadence === 'daily'
      ? 'is judged once a day'
      : 'is told of as soon as it is seen';
  return {
    title: 'This rule has no period',
    sentence: `${code(condition)} ${why}, so leave \`for\` out. ${NOTHING}`,
  };
}

export const MIN_REMINDER = 5;
export const MAX_REMINDER = 1_440;

export function badReminderWords(typed: string): ErrorWords {
  return {
    title: 'Check the time',
    sentence: `${code(typed, 40)} isn’t a time for reminders. Type something like \`30\`, \`30 min\` or \`2h\`, from 5 min to 1 day, or \`0\` for none. ${NOTHING}`,
  };
}

export function wrongCurrencyWords(
  condition: Condition,
  typed: string,
  accepted: readonly string[],
): ErrorWords {
  const why =
    accepted.length === 0
      ? 'isn’t about a currency: leave `currency` out'
      : `takes ${joinList(accepted.map((each) => code(each)))}`;
  return {
    title: 'Check the currency',
    sentence: `${code(typed)} doesn’t fit: ${code(condition)} ${why}. ${NOTHING}`,
  };
}

export function wrongScopeWords(condition: Condition): ErrorWords {
  const why =
    CONDITION_SPECS[condition].scope === 'site'
      ? 'can be of one site, but not of subaccounts'
      : 'is about the whole workspace: leave `site` and `subaccounts` out';
  return { title: 'Check what is watched', sentence: `${code(condition)} ${why}. ${NOTHING}` };
}

export const tooManyRulesWords = {
  title: 'Too many rules',
  sentence: `This server already has ${MAX_RULES} rules, which is the most. Remove one with \`/alerts remove\`, or change one with \`/alerts edit\`.`,
};

export const nothingToEditWords = {
  title: 'Nothing to change',
  sentence:
    'Say what should be different: give at least one option besides the rule. Nothing was changed.',
};

export function unknownRuleWords(
  typed: string,
  known: readonly Pick<AlertRule, 'id'>[],
): ErrorWords {
  const list =
    known.length === 0
      ? 'There is none yet; `/alerts add` makes one.'
      : `Known: ${joinList(
          known.map(({ id }) => code(id)),
          30,
        )}. \`/alerts rules\` says what each watches.`;
  return {
    title: 'No such rule',
    sentence: `There is no rule with the id ${code(typed, 20)}. ${list}`,
  };
}

export function builtInWords(condition: Condition): ErrorWords {
  return {
    title: 'Always on',
    sentence: `This rule is always on while a key is connected, so it can’t be changed or removed. \`/alerts add condition:${condition}\` puts a rule of your own in its place; \`/alerts channel\` says where it is told. ${NOTHING}`,
  };
}

export const rulesChangedMeanwhileWords = {
  title: 'Nothing changed',
  sentence:
    'Somebody else changed the alert rules at the same moment, so nothing was changed. Try again.',
};
