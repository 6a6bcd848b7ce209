import type { APIEmbedField } from 'discord-api-types/v10';
import { joinedFields } from './joined-fields.js';
import type { FieldChange, FieldSide } from '../../../domain/changes/field-change.js';
import { foldName } from '../../../domain/names/lookalike-names.js';
import { invisibleCharacters } from '../../../domain/names/suspicious-characters.js';
import { exactDigits } from '../../../domain/numbers/numeric.js';
import { count, NOT_GIVEN } from '../../kit/figures.js';
import { capital, code, escapeMarkdown } from '../../kit/text.js';
import { exactAddress, valueText } from '../text/exact-text.js';
import { formatAddress, NO_NAME } from '../../pool/payment-settings.js';

/** What a change changes: a line or two per changed field on a card, plain text in a file. */

const ADDED = { sign: '🆕', word: 'New' };
const REMOVED = { sign: '🗑️', wish: 'Remove', done: 'Removed', fact: 'Removed' };

/**
 * Names first, small ids, whole addresses in groups of four. `wish`: it was requested; `done`: and is
 * in force; `fact`: it is so at the pool, no matter who did it.
 */
export function fieldChangeLines(
  fieldChanges: readonly FieldChange[],
  as: 'wish' | 'done' | 'fact' = 'wish',
): string[] {
  return fieldChanges.flatMap(({ what, from, to }) => {
    // If what is shown of the names differs, leave the requested ids to "Details".
    const isTold = as !== 'fact' && !!from?.name && !!to?.name && lookDifferent(from, to);
    const ids = isTold ? [] : [...new Set([from?.id, to?.id])].filter((id) => id !== undefined);
    const addresses = [...new Set([from?.address, to?.address])].filter(
      (address) => address !== undefined,
    );
    return [
      headOf(what, { from, to, removed: REMOVED[as] }),
      ...addresses.map((address) => exactAddress(address, formatAddress, Infinity)),
      ...(ids.length === 0 ? [] : [`-# id ${ids.map((id) => code(id, 60)).join(' → ')}`]),
    ];
  });
}

/** Where they find no room among the lines of a card; `texts`: the lines of each. */
export function fieldChangeFields(texts: readonly string[]): APIEmbedField[] {
  return joinedFields('What it changes', texts);
}

interface FieldChangeHeading extends Pick<FieldChange, 'from' | 'to'> {
  readonly removed: string;
}

function headOf(what: string, { from, to, removed }: FieldChangeHeading): string {
  const isAddress = (from ?? to)?.address !== undefined;
  if (isAddress && from === null && to !== null)
    return `${ADDED.sign} ${ADDED.word} ${what}: ${sharedSide(to, true)}`;
  if (isAddress && to === null && from !== null)
    return `${REMOVED.sign} ${removed} ${what}: ${sharedSide(from)}`;
  const hasShare = from?.share !== undefined || to?.share !== undefined;
  if (from !== null && to !== null && hasShare && from.name === to.name)
    return `${capital(what)}: ${nameText(to, true)} · allocation ${shareText(from)} → **${shareText(to)}**`;
  const textOf = hasShare ? sharedSide : nameText;
  const before = from === null ? '' : `${textOf(from)} → `;
  return `${capital(what)}: ${before}${to === null ? 'none' : textOf(to, true)}`;
}

function sharedSide(side: FieldSide, isNew = false): string {
  return `${nameText(side, isNew)} · allocation ${marked(shareText(side), isNew)}`;
}

function nameText({ name }: FieldSide, isNew = false): string {
  return name === '' ? NO_NAME : marked(seenText(name), isNew);
}

function shareText({ share }: FieldSide): string {
  return share === undefined ? NOT_GIVEN : count(share);
}

function marked(text: string, isNew: boolean): string {
  return isNew ? `**${text}**` : text;
}

/** Names that differ may be cut to the same text, or to one that looks the same. */
function lookDifferent(from: FieldSide, to: FieldSide): boolean {
  return foldName(seenText(from.name)) !== foldName(seenText(to.name));
}

/** Makes names that look the same distinguishable. */
function seenText(name: string): string {
  return invisibleCharacters(name).length === 0 ? escapeMarkdown(name, 80) : valueText(name, 80);
}

/** One side of all changed fields, in plain text with every digit. */
export function sideText(fieldChanges: readonly FieldChange[], side: 'from' | 'to'): string {
  return fieldChanges
    .flatMap((fieldChange) => {
      const is = fieldChange[side];
      return is === null ? [] : [`${capital(fieldChange.what)}: ${plainText(is)}`];
    })
    .join('; ');
}

function plainText({ name, id, address, share }: FieldSide): string {
  const parts = [
    quotedIf(AMBIGUOUS_NAME, name),
    share === undefined ? '' : quotedIf(AMBIGUOUS_WORD, exactDigits(share)),
    address === NOT_GIVEN ? address : quotedIf(AMBIGUOUS_WORD, address ?? ''),
    id === undefined ? '' : `(${quotedIf(AMBIGUOUS_WORD, id)})`,
  ];
  return parts.filter((part) => part !== '').join(' ');
}

/** A name that could be taken for a share, an address or the next entry. */
const AMBIGUOUS_NAME = /[;:"()\r\n]|(?:^|\s)[\d.,%]*(?:\s|$)|\S{21,}/;
const AMBIGUOUS_WORD = /[;:"()]|\s/;

function quotedIf(ambiguous: RegExp, text: string): string {
  return text !== '' && ambiguous.test(text) ? JSON.stringify(text) : text;
}
