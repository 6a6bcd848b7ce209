import { networkText } from '../refusal-sentences.js';
import type { APIEmbedField } from 'discord-api-types/v10';
import type { AddressFinding } from '../../../domain/payment-settings/address-findings.js';
import {
  pairEntries,
  type EntryPair,
  type ListedAddress,
  type NewAddress,
} from '../../../domain/payment-settings/listed-addresses.js';
import { lookalikeNames } from '../../../domain/names/lookalike-names.js';
import { toDecimal, type Numeric } from '../../../domain/numbers/numeric.js';
import { isEmptyEntry } from '../../../domain/payment-settings/address-lines.js';
import type { NewPaymentSettings } from '../../../pool-api/resources.js';
import { wideField } from '../../kit/card.js';
import { count, NOT_GIVEN } from '../../kit/figures.js';
import { looksLikeLine, unusualLettersLine } from '../../pool/lookalikes.js';
import {
  addressInSentence,
  addressName,
  NO_NAME,
  formatAddress,
} from '../../pool/payment-settings.js';
import { code, escapeMarkdown, joinList } from '../../kit/text.js';
import { formerHolder } from '../../../domain/payment-settings/taken-names.js';
import { isSameAddress } from '../../../domain/payment-settings/address-checks.js';
import { oneLine } from '../../../domain/names/one-line.js';

/** Most characters of an address's name on the card. */
export const MAX_ADDRESS_NAME_LENGTH = 80;

/** Not keyed by address, because one may be listed twice. */
export interface ShownEntry extends EntryPair {
  readonly fate: AddressFinding['fate'];
  /** Null if the pool lists no address. */
  readonly finding: AddressFinding | null;
}

export function entriesShown(
  before: readonly ListedAddress[],
  after: NewPaymentSettings['addresses'],
  guard: readonly AddressFinding[],
): ShownEntry[] {
  const listed = before.filter((each) => !isEmptyEntry(each));
  return pairEntries(listed, after).map(({ old, next }) => {
    const address = next?.external_address ?? old?.external_address;
    const finding = guard.find((each) => each.address === address) ?? null;
    return { old, next, finding, fate: next === undefined ? 'removed' : (finding?.fate ?? 'new') };
  });
}

/** `1 new, 1 kept, 1 kept with another share, none removed`. */
export function fateCounts(entries: readonly ShownEntry[]): string {
  const parts = (['new', 'kept', 'removed'] as const).flatMap((fate) => {
    const all = entries.filter((each) => each.fate === fate);
    const shifted = all.filter(isShareChanged).length;
    const others = all.length - shifted;
    return [
      ...(all.length === 0 ? [`none ${fate}`] : []),
      ...(others === 0 ? [] : [`**${others} ${fate}**`]),
      ...(shifted === 0 ? [] : [`**${shifted} ${fate} with another allocation**`]),
    ];
  });
  return parts.join(', ');
}

const FATES: Record<AddressFinding['fate'], string> = {
  new: '🆕 NEW address',
  kept: 'Kept address',
  removed: '🗑️ REMOVED address',
};

/** In any spelling: a record may list one address twice. */
function addressStays(old: ShownEntry['old'], all: readonly ShownEntry[]): boolean {
  const address = old?.external_address ?? '';
  return all.some(
    ({ next }) => next !== undefined && isSameAddress(next.external_address, address),
  );
}

export function entryField(entry: ShownEntry, all: readonly ShownEntry[]): APIEmbedField {
  const { old, next, finding, fate } = entry;
  const name = next?.address_name || old?.address_name || '';
  return wideField(
    fate === 'removed' && addressStays(old, all)
      ? '🗑️ REMOVED entry (its address stays)'
      : FATES[fate],
    [
      addressName(name, MAX_ADDRESS_NAME_LENGTH),
      idChange(old, next),
      `allocation ${shareChange(entry)}`,
    ]
      .filter((part) => part !== null)
      .join(' · '),
    renameLine(old?.address_name, next?.address_name),
    ...(next === undefined
      ? [unusualLettersLine(name)]
      : nameLines(name, namesOf(all.filter((each) => each !== entry)))),
    formerNameLine(old?.address_name, next?.address_name),
    formerHolderLine(entry, all),
    formatAddress(finding?.address),
    unusualLettersLine(finding?.address ?? '', 'this address'),
    idLine(entry, all),
    ...(next === undefined || finding === null ? [] : guardLines(finding)),
  );
}

function namesOf(entries: readonly ShownEntry[]): string[] {
  return entries
    .flatMap(({ old, next }) => [old?.address_name, next?.address_name])
    .filter((name) => typeof name === 'string');
}

function nameLines(name: string, names: readonly string[]): (string | null)[] {
  const alike = lookalikeNames(name, names);
  return [unusualLettersLine(name), looksLikeLine(name, 'another name', { names: alike })];
}

/** The pool's id, and the request's if it differs or if the pool doesn't list the address. */
function idChange(old?: ListedAddress, next?: NewAddress): string | null {
  const word = (id: Numeric | null | undefined) =>
    id === null || id === undefined ? 'none' : escapeMarkdown(String(id), 40);
  const [listed, sent] = [word(old?.address_id), word(next?.address_id)];
  if (old === undefined && sent !== 'none') return `id **${sent}**`;
  if (next === undefined || listed === sent) return listed === 'none' ? null : `id ${listed}`;
  return `id ${listed} → **${sent}**`;
}

/** What is to be known of the id; the request may be older than the record that is shown. */
function idLine({ old, next }: EntryPair, all: readonly EntryPair[]): string | null {
  if (next === undefined) return null;
  const [listed, sent] = [old?.address_id ?? undefined, next.address_id];
  if (old === undefined && isListed(next.external_address, all)) {
    return '⚠️ **The pool lists this address more than once, so its id can’t be told.**';
  }
  if (sent === undefined && listed === undefined) {
    return old === undefined
      ? 'Sent without an id, because it is new.'
      : 'Sent without an id, because the pool lists none.';
  }
  if (String(sent) === String(listed)) return null;
  if (old === undefined)
    return '⚠️ **The id is from when this was requested. The pool no longer lists this address.**';
  if (sent === undefined) return '⚠️ **The pool lists an id for this address.**';
  return listed === undefined
    ? '⚠️ **The pool lists no id for this address.**'
    : '⚠️ **The pool lists another id for this address.**';
}

function isListed(address: string, all: readonly EntryPair[]): boolean {
  return all.some(({ old }) => isSameAddress(old?.external_address ?? '', address));
}

/** Leading and trailing spaces count as a change too. */
function renameLine(old: string | null | undefined, next: string | undefined): string | null {
  if (old === undefined || next === undefined || (old ?? '') === next) return null;
  const [was, is] = [oneLine(old ?? '', Infinity), oneLine(next, Infinity)];
  const word = (name: string, from = 0) =>
    name === '' ? NO_NAME : code(from === 0 ? name : `…${name.slice(from)}`, 60);
  if (was === is) {
    return `Name: ${word(is)}, changed only in spaces or characters that can’t be shown here`;
  }
  const from = startOfChange(was, is);
  const where = from === 0 ? 'Name' : `Name, from character ${from + 1} on`;
  return `${where}: ${word(was, from)} → ${word(is, from)}`;
}

function formerNameLine(old: string | null | undefined, next: string | undefined): string | null {
  return !old || next === undefined || old === next
    ? null
    : unusualLettersLine(old, 'the name before');
}

function formerHolderLine(entry: ShownEntry, all: readonly ShownEntry[]): string | null {
  const holder = formerHolder(entry, all);
  return holder === null
    ? null
    : `⚠️ **The pool lists this name for another address:** ${addressInSentence(holder, 80)}`;
}

/** Where to cut so that the first difference is shown. */
function startOfChange(was: string, is: string): number {
  let same = 0;
  while (same < was.length && was[same] === is[same]) same++;
  return same < 40 ? 0 : same - 10;
}

function guardLines({ checksum, network, resembles, pays }: AddressFinding): string[] {
  return [
    checksum === 'invalid'
      ? network === undefined
        ? '⛔ **The checksum is wrong for this currency: almost certainly a typo.**'
        : `⛔ **This is ${networkText(network)}.**`
      : 'Checksum valid',
    ...(pays.length === 0
      ? []
      : [
          `Already pays ${joinList(
            pays.map((name) => code(name, 40)),
            3,
          )}.`,
        ]),
    ...(resembles === null
      ? []
      : [`⚠️ **Looks like this known address, but isn’t it:** ${formatAddress(resembles)}`]),
  ];
}

/** Compared as numbers: 50.0 is the same share as 50. */
function isShareChanged({ old, next }: EntryPair): boolean {
  if (old === undefined || next === undefined) return false;
  return toDecimal(old.revenue_allocation)?.equals(next.revenue_allocation) !== true;
}

function shareChange({ old, next }: EntryPair): string {
  const [was, is] = [shareWord(old?.revenue_allocation), shareWord(next?.revenue_allocation)];
  if (next === undefined) return `${was} → none`;
  return old === undefined || was === is ? `**${is}**` : `${was} → **${is}**`;
}

function shareWord(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? count(value) : NOT_GIVEN;
}
