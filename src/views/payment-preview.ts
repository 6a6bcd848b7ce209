import type { APIEmbedField } from 'discord-api-types/v10';
import type { AddressFinding } from '../domain/address-guard.js';
import { warningsFor, type FormWarning } from '../domain/payment-form.js';
import type { NewPaymentSettings, PaymentSettings } from '../pool-api/resources.js';
import { wideField } from './card.js';
import { count, NOT_GIVEN } from './figures.js';
import { allocationSum, grouped4, payoutRhythm, unsaidAddressesLine } from './payment-settings.js';
import { code, plain } from './text.js';

/** Before → after, field by field; every address in full. A field holds 1,024 characters. */
export function paymentPreviewFields(
  before: PaymentSettings | null,
  after: NewPaymentSettings,
  guard: readonly AddressFinding[],
): APIEmbedField[] {
  return [
    ...warningFields(after),
    wideField('Paid out', rhythmChange(before, after)),
    wideField('Addresses', addressesText(before, after, guard)),
    ...guard.map((finding) => addressField(finding, before, after)),
    wideField('Note', NOTES.join('\n')),
  ];
}

function rhythmChange(before: PaymentSettings | null, after: NewPaymentSettings): string {
  const next = payoutRhythm(after);
  if (before === null) return `none that the pool lists → **${next}**`;
  const now = payoutRhythm(before);
  return now === next ? `**${next}**, as before` : `${now} → **${next}**`;
}

function addressesText(
  before: PaymentSettings | null,
  after: NewPaymentSettings,
  guard: readonly AddressFinding[],
): string {
  const unsaid = unsaidAddressesLine(before?.addresses);
  const lines = [fateCounts(guard), allocationLine(before, after), unsaid];
  return lines.filter((line) => line !== null).join('\n');
}

/** `1 new, 2 kept, none removed`. */
function fateCounts(guard: readonly AddressFinding[]): string {
  return (['new', 'kept', 'removed'] as const)
    .map((fate) => {
      const many = guard.filter((each) => each.fate === fate).length;
      return many === 0 ? `none ${fate}` : `**${many} ${fate}**`;
    })
    .join(', ');
}

const FATES: Record<AddressFinding['fate'], string> = {
  new: '🆕 NEW address',
  kept: 'Kept address',
  removed: '🗑️ REMOVED address',
};

function addressField(
  finding: AddressFinding,
  before: PaymentSettings | null,
  after: NewPaymentSettings,
): APIEmbedField {
  const { address, fate } = finding;
  const old = before?.addresses?.find((each) => each.external_address === address);
  const next = after.addresses.find((each) => each.external_address === address);
  const name = next?.address_name || old?.address_name || 'unnamed';
  return wideField(
    FATES[fate],
    [
      `**${plain(name, 80)}** · allocation ${shareChange(old?.revenue_allocation, next?.revenue_allocation)}`,
      renameLine(old?.address_name, next?.address_name),
      grouped4(address),
      next !== undefined && next.address_id === undefined
        ? 'Sent without an id: it has none yet.'
        : null,
      ...(fate === 'removed' ? [] : guardLines(finding)),
    ]
      .filter((line) => line !== null)
      .join('\n'),
  );
}

/** Also a name changes at the pool, if only by the spaces around it. */
function renameLine(old: string | null | undefined, next: string | undefined): string | null {
  if (old === undefined || next === undefined || (old ?? '') === next) return null;
  const word = (name: string | null) => (name ? code(name, 60) : 'unnamed');
  return word(old) === word(next)
    ? `Name: ${word(next)}, changed only in spaces or signs that are not shown here`
    : `Name: ${word(old)} → ${word(next)}`;
}

function guardLines({ checksum, resembles }: AddressFinding): string[] {
  return [
    checksum === 'invalid'
      ? '⛔ **The checksum is wrong for this currency: most likely a typing mistake.**'
      : checksum === 'valid'
        ? 'Checksum: right'
        : 'Checksum: not checked for this kind of address',
    ...(resembles === null
      ? []
      : [`⚠️ **Looks like a known address but is another one:** ${grouped4(resembles)}`]),
  ];
}

function shareChange(old: unknown, next: unknown): string {
  const word = (value: unknown) =>
    typeof value === 'number' || typeof value === 'string' ? count(value) : NOT_GIVEN;
  if (next === undefined) return `${word(old)} → none`;
  if (old === undefined || word(old) === word(next)) return `**${word(next)}**`;
  return `${word(old)} → **${word(next)}**`;
}

function allocationLine(before: PaymentSettings | null, after: NewPaymentSettings): string {
  if (after.addresses.length === 0) return 'No allocations.';
  const next = `Allocations add up to **${allocationSum(after.addresses)}**`;
  return before?.addresses ? `${next} (before: ${allocationSum(before.addresses)})` : next;
}

const NOTES = [
  'Whether creating payment settings replaces the present ones is not documented by the pool.',
];

const WARNINGS: Record<FormWarning, string> = {
  'no-addresses': 'No address is given at all.',
  'allocation-sum': 'The allocations do not add up to 100.',
  'day-missing': 'Weekly payouts, but no day of the week is given.',
  'day-unused': 'A day of the week is given, though payouts are daily.',
};

function warningFields(after: NewPaymentSettings): APIEmbedField[] {
  const warnings = warningsFor(after);
  if (warnings.length === 0) return [];
  return [wideField('⚠️ Look again', warnings.map((each) => WARNINGS[each]).join('\n'))];
}

/** For what is asked for though it is there: it may be meant so, and is sent like any other. */
export function nothingNewField(): APIEmbedField {
  return wideField(
    '⚠️ Nothing new',
    'The pool lists exactly these settings already: as far as can be seen, nothing would change.',
  );
}

/** Where an address that resembles one elsewhere would go unnoticed. */
export function notComparedField(): APIEmbedField {
  return wideField(
    '⚠️ Not compared',
    'Not all addresses of the other subaccounts could be read, so a new one may look like one of theirs without being it.',
  );
}
