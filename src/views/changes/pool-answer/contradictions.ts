import type { Contradiction } from '../../../domain/changes/contradiction.js';
import type { FitText } from '../text/fit-text.js';
import { plural } from '../../kit/figures.js';
import { code, limitLines } from '../../kit/text.js';
import { addressInSentence } from '../../pool/payment-settings.js';
import { unusualLettersMark } from '../../pool/lookalikes.js';
import { exactAddress, quotedText, valueText } from '../text/exact-text.js';

/** Words for where the pool's answer contradicts the request. */

const MAX_VALUE_LENGTH = 100;
/** Twice what most addresses have: one that is cut can't be compared. */
const MAX_ADDRESS_SHOWN = 128;

type Quote = (text: string) => string;

interface LineLengths {
  readonly lines: number;
  /** Characters shown of each. */
  readonly value: number;
  readonly address: number;
}

/** Tried in turn until they fit. */
const LENGTHS: readonly LineLengths[] = [
  { lines: 20, value: MAX_VALUE_LENGTH, address: 2_500 },
  { lines: 5, value: MAX_VALUE_LENGTH, address: 2_500 },
  { lines: 5, value: 60, address: 80 },
  { lines: 5, value: 20, address: 20 },
  { lines: 2, value: 20, address: 20 },
];

/** Room that some line about them always fits in. */
export const MIN_CONTRADICTIONS_ROOM = 250;

/** For a card: addresses in groups of four, whole where `room` characters allow it. */
export function contradictionLines(all: readonly Contradiction[], room = 2_500): string[] {
  if (all.length === 0) return [];
  for (const [index, lengths] of LENGTHS.entries()) {
    const lines = [...linesOf(all, lengths), ...(index < 2 ? [] : [shortenedLine]), checkLine];
    if (lines.join('\n').length < room) return lines;
  }
  return [
    `⚠️ **The pool’s answer tells of something else than was requested**, ${plural(all.length, 'difference')}: _Details_ has the whole answer.`,
    checkLine,
  ];
}

/** A name of the pool's description, so nobody else's text. */
const fieldName: Quote = (name) => code(name);

function linesOf(all: readonly Contradiction[], { lines, value, address }: LineLengths): string[] {
  const quote = {
    field: fieldName,
    value: (text: string) => `“${valueText(text, value)}”${unusualLettersMark(text, value)}`,
    address: (text: string) =>
      exactAddress(text, (plain) => addressInSentence(plain, address), address),
  };
  return limitLines(all, (each) => `⚠️ **The pool’s answer ${sentenceOf(each, quote)}**`, {
    most: lines,
    what: 'such differences: _Details_ has the whole answer',
  });
}

const shortenedLine = '-# Shortened, to fit here: _Details_ has the whole answer.';

const checkLine = '-# Look at what the pool lists before you rely on this change.';

export const answerDiffersLine =
  '⚠️ The pool’s answer tells of something else than was requested: see its card';

interface ContradictionFit {
  readonly told: FitText;
  readonly address: FitText;
  readonly mostItems: number;
}

/** For one line of the audit channel. */
export function contradictionsDetail(
  all: readonly Contradiction[],
  { told, address, mostItems }: ContradictionFit,
): string {
  const quote = {
    field: fieldName,
    value: (text: string) =>
      told(
        MAX_VALUE_LENGTH,
        (most) =>
          `“${valueText(text, most, 'uncounted')}”${most < MAX_VALUE_LENGTH ? '' : unusualLettersMark(text, most)}`,
      ),
    address: (text: string) =>
      address(MAX_ADDRESS_SHOWN, (most) => exactAddress(text, (plain) => code(plain, most), most)),
  };
  const shown = all.slice(0, mostItems).map((each) => sentenceOf(each, quote));
  const left = all.length - shown.length;
  const more = left > 0 ? `; and ${left} more` : '';
  return shown.length === 0 ? '' : ` · ⚠️ **the answer ${shown.join('; ')}${more}**`;
}

/** Plain text for a file. */
export function contradictionsText(all: readonly Contradiction[]): string {
  const quote = { value: quotedText, address: quotedText, field: (name: string) => name };
  return all.map((each) => sentenceOf(each, quote)).join('; ');
}

function sentenceOf(
  { what, address = '', field = '', told, requested }: Contradiction,
  quote: Readonly<Record<'value' | 'address' | 'field', Quote>>,
): string {
  const is = told === undefined ? '' : quote.value(told);
  const was = requested === undefined ? '' : quote.value(requested);
  if (what === 'extra address') {
    const share = told === undefined ? '' : `, allocation ${is}`;
    if (address === '') return `tells of one more payout address and doesn’t say which${share}`;
    return `tells of another payout address than was requested: ${quote.address(address)}${share}`;
  }
  if (what === 'repeated address') {
    const share = told === undefined ? '' : `, once more with allocation ${is}`;
    return `lists a payout address twice that was requested: ${quote.address(address)}${share}`;
  }
  if (what === 'missing address')
    return `leaves out a payout address that was requested: ${quote.address(address)}`;
  if (what === 'removed address')
    return `tells of the removal of a payout address that was requested: ${quote.address(address)}`;
  if (what === 'other removal')
    return `tells of the removal of a payout address, which nobody requested${address === '' ? ', and doesn’t say which' : `: ${quote.address(address)}`}`;
  if (what === 'address action')
    return `tells of the action ${is} for a payout address: ${quote.address(address)}`;
  if (what === 'split')
    return `tells of another allocation than was requested: ${is}, not ${was}, for ${quote.address(address)}`;
  if (what === 'field')
    return `also tells of ${quote.field(field)}, which is no part of this change: ${is}`;
  if (what === 'id')
    return requested === undefined
      ? `has the id of a subaccount that was there before: ${is}`
      : `tells of another id of the subaccount than ${was}: ${is}`;
  const than = requested === undefined ? 'than was requested' : `than ${was}`;
  return `tells of another ${what} ${than}: ${is}`;
}
