import type { NewPaymentSettings } from './new-payment-settings.js';
import { isSameAddress } from './address-checks.js';
import { nameInForm, type ListedAddress } from './listed-addresses.js';
import { exactDigits, toDecimal } from '../numbers/numeric.js';

/** A line of the form: `name | address | allocation`, with `\|` in a name. Ids are looked up. */
export type FormAddress = Omit<NewPaymentSettings['addresses'][number], 'address_id'>;

export type LineProblem =
  | 'parts'
  | 'four-parts'
  | 'address-missing'
  | 'address-signs'
  | 'allocation'
  | 'duplicate';

export interface NumberedProblem {
  /** 1-based. */
  readonly line: number;
  readonly problem: LineProblem;
}

/** Either all addresses or all problems. */
export type ParsedAddresses =
  | { readonly ok: true; readonly addresses: readonly FormAddress[] }
  | { readonly ok: false; readonly problems: readonly NumberedProblem[] };

/** An address may be repeated as often as the pool lists it. */
export function parseAddresses(
  text: string,
  listed: readonly ListedAddress[] = [],
): ParsedAddresses {
  const addresses: FormAddress[] = [];
  const problems: NumberedProblem[] = [];
  const times = ({ external_address }: ListedAddress, among: readonly ListedAddress[]) =>
    among.filter((each) => isSameAddress(each.external_address ?? '', external_address ?? ''))
      .length;
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    if (line.trim() === '') continue;
    const parsed = parseLine(line);
    const problem =
      typeof parsed === 'string'
        ? parsed
        : times(parsed, addresses) >= Math.max(1, times(parsed, listed))
          ? 'duplicate'
          : null;
    if (problem !== null) problems.push({ line: index + 1, problem });
    if (typeof parsed !== 'string') addresses.push(parsed);
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, addresses };
}

/** The form's text. Empty entries get no line, because it could only be refused. */
export function formatAddresses(addresses: readonly ListedAddress[]): string {
  return addresses
    .filter((each) => !isEmptyEntry(each))
    .map((each) =>
      [
        nameInForm(each.address_name).replaceAll('|', String.raw`\|`),
        each.external_address ?? '',
        exactDigits(each.revenue_allocation ?? ''),
      ].join(' | '),
    )
    .join('\n');
}

export function countEmptyEntries(addresses: readonly ListedAddress[]): number {
  return addresses.filter(isEmptyEntry).length;
}

export function isEmptyEntry(address: ListedAddress): boolean {
  const { address_id, address_name, external_address, revenue_allocation } = address;
  return [address_id, address_name, external_address, revenue_allocation].every(isNothing);
}

/** Whether it says something, but its address isn't in the known field. */
export function isUnreadableEntry(address: ListedAddress): boolean {
  return isNothing(address.external_address) && !Object.values(address).every(isNothing);
}

function isNothing(part: unknown): boolean {
  return part === undefined || part === null || part === '';
}

function parseLine(line: string): FormAddress | LineProblem {
  const parts = line.split(/(?<!\\)\|/);
  const [name = '', ...others] = parts;
  const [address = '', allocation = ''] = others.map((part) => part.trim());
  if (parts.length !== 3) return parts.length === 4 ? 'four-parts' : 'parts';
  if (address === '') return 'address-missing';
  if (!/^[A-Za-z0-9:_-]{8,200}$/.test(address)) return 'address-signs';
  const share = readShare(allocation);
  if (share === null) return 'allocation';
  return {
    address_name: nameInForm(name).replaceAll(String.raw`\|`, '|'),
    external_address: address,
    revenue_allocation: share,
  };
}

/** Null if JSON can't carry exactly these digits. */
function readShare(text: string): number | null {
  if (!/^\d{1,9}(\.\d{1,30})?$/.test(text)) return null;
  const share = Number(text);
  return toDecimal(text)?.equals(share) === true ? share : null;
}
