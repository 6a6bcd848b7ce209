import type { Contradiction } from '../../../domain/changes/contradiction.js';
import type { FitText } from '../fit-text.js';
import { code, limitLines } from '../../kit/text.js';
import { addressInSentence } from '../../pool/payment-settings.js';
import { exactAddress, valueText } from '../exact-text.js';

/** Words for where the pool's answer contradicts the request. */

const MOST_LINES = 5;
const MOST_OF_VALUE = 100;

type Quote = (text: string) => string;

/** For a card: whole addresses, in groups of four. */
export function contradictionLines(all: readonly Contradiction[]): string[] {
  const quote = { value: wordsOf(MOST_OF_VALUE), address: addressText(addressInSentence) };
  const lines = limitLines(all, (each) => `⚠️ **The pool’s answer ${sentenceOf(each, quote)}**`, {
    most: MOST_LINES,
    what: 'such differences: _Details_ has the whole answer',
  });
  return lines.length === 0 ? [] : [...lines, checkLine];
}

const checkLine = '-# Look at what the pool lists before you rely on this change.';

export const answerDiffersLine =
  '⚠️ The pool’s answer tells of something else than was requested: see its card';

/** For one line of the audit channel. */
export function contradictionsDetail(
  all: readonly Contradiction[],
  fit: FitText,
  mostItems: number,
): string {
  const quote = {
    value: (text: string) =>
      `“${fit(MOST_OF_VALUE, (most) => valueText(text, most, 'uncounted'))}”`,
    address: (text: string) =>
      fit(MOST_OF_VALUE, (most) => exactAddress(text, (plain) => code(plain, most), most)),
  };
  const shown = all.slice(0, mostItems).map((each) => sentenceOf(each, quote));
  const left = all.length - shown.length;
  const more = left > 0 ? `; and ${left} more` : '';
  return shown.length === 0 ? '' : ` · ⚠️ **the answer ${shown.join('; ')}${more}**`;
}

/** Plain text for a file. */
export function contradictionsText(all: readonly Contradiction[]): string {
  const quote = (text: string) => JSON.stringify(text);
  return all.map((each) => sentenceOf(each, { value: quote, address: quote })).join('; ');
}

function wordsOf(most: number): Quote {
  return (text) => `“${valueText(text, most)}”`;
}

function addressText(plain: Quote): Quote {
  return (text) => exactAddress(text, plain, 400);
}

function sentenceOf(
  { what, address = '', told, requested }: Contradiction,
  quote: { readonly value: Quote; readonly address: Quote },
): string {
  const is = told === undefined ? '' : quote.value(told);
  const was = requested === undefined ? '' : quote.value(requested);
  if (what === 'extra address') {
    const share = told === undefined ? '' : `, allocation ${is}`;
    return `tells of another payout address than was requested: ${quote.address(address)}${share}`;
  }
  if (what === 'missing address')
    return `leaves out a payout address that was requested: ${quote.address(address)}`;
  if (what === 'removed address')
    return `tells of the removal of a payout address that was requested: ${quote.address(address)}`;
  if (what === 'split')
    return `tells of another allocation than was requested: ${is}, not ${was}, for ${quote.address(address)}`;
  if (what === 'id') return `has the id of a subaccount that was there before: ${is}`;
  const than = requested === undefined ? 'than was requested' : `than ${was}`;
  return `tells of another ${what} ${than}: ${is}`;
}
