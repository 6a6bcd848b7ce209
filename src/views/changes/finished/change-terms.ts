import type { ChangeTerm, TermSide } from '../../../domain/changes/change-terms.js';
import { exactDigits } from '../../../domain/numeric.js';
import { count } from '../../kit/figures.js';
import { code, escapeMarkdown } from '../../kit/text.js';
import { formatAddress, NO_NAME } from '../../pool/payment-settings.js';

/** What a change makes different: a line or two each on a card, plain text in a file. */

const ADDED = { sign: '🆕', word: 'New' };
const REMOVED = { sign: '🗑️', word: 'Remove' };

/** Names first; ids are small, addresses whole and in groups of four. */
export function termLines(terms: readonly ChangeTerm[]): string[] {
  return terms.flatMap(({ what, from, to }) => {
    const ids = [from?.id, to?.id].filter((id) => id !== undefined);
    const addresses = [...new Set([from?.address, to?.address])].filter(
      (address) => address !== undefined,
    );
    return [
      headOf(what, from, to),
      ...addresses.map((address) => formatAddress(address)),
      ...(ids.length === 0 ? [] : [`-# ${ids.map((id) => code(id, 60)).join(' → ')}`]),
    ];
  });
}

function headOf(what: string, from: TermSide | null, to: TermSide | null): string {
  const isAddress = (from ?? to)?.address !== undefined;
  if (isAddress && from === null && to !== null)
    return `${ADDED.sign} ${ADDED.word} ${what}: ${sideWords(to, true)}`;
  if (isAddress && to === null && from !== null)
    return `${REMOVED.sign} ${REMOVED.word} ${what}: ${sideWords(from)}`;
  const before = from === null ? '' : `${sideWords(from)} → `;
  return `${capital(what)}: ${before}${to === null ? 'none' : sideWords(to, true)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function sideWords({ name, share }: TermSide, isNew = false): string {
  const mark = isNew ? '**' : '';
  const words = name === '' ? NO_NAME : `${mark}${escapeMarkdown(name, 80)}${mark}`;
  return share === undefined ? words : `${words} · allocation ${mark}${count(share)}${mark}`;
}

/** One side of all terms; plain text, every digit as it is. */
export function sideText(terms: readonly ChangeTerm[], side: 'from' | 'to'): string {
  return terms
    .flatMap((term) => {
      const is = term[side];
      return is === null ? [] : [`${capital(term.what)}: ${plainWords(is)}`];
    })
    .join('; ');
}

function plainWords({ name, id, address, share }: TermSide): string {
  const parts = [
    name,
    share === undefined ? '' : exactDigits(share),
    address ?? '',
    id === undefined ? '' : `(${id})`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}
