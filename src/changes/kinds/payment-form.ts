import { count } from '../../cards/kit/figures.js';
import { code } from '../../cards/kit/text.js';
import { UserError } from '../../errors.js';
import type { PoolCurrency } from '../../guilds/settings.js';
import { nameProblem } from '../../text.js';
import { addressProblem, isAddressOf, isSameAddress, plainAddress } from './payment-addresses.js';
import {
  entryOf,
  isUsualTotal,
  plainName,
  plainNumber,
  totalOf,
  type ListedAddress,
  type NewAddress,
  type PaymentRecord,
} from './payment-record.js';

/** The form's lines, `name | address | allocation`. */
export function addressesText(record: PaymentRecord): string {
  const line = ({ name, address, allocation }: ListedAddress) =>
    [name, address, allocation ?? ''].join(' | ');
  return (record?.addresses ?? []).map(line).join('\n');
}

interface Parsed {
  /** 1-based. */
  readonly line: number;
  /** Null if the line has no address or no allocation. */
  readonly entry: NewAddress | null;
  readonly problem: string | null;
}

interface FormSubject {
  readonly currency: PoolCurrency;
  readonly record: PaymentRecord;
}

/**
 * All addresses of the form. What the pool lists already is taken as the pool writes it.
 * @throws UserError with a line for each problem
 */
export function parseAddresses(text: string, subject: FormSubject): NewAddress[] {
  const isEmpty = text.trim() === '';
  const parsed = text.split('\n').flatMap((typed, index) => {
    const isNeeded = typed.trim() !== '' || (isEmpty && index === 0);
    return isNeeded ? [{ line: index + 1, ...parse(typed, subject) }] : [];
  });
  const entries = parsed.flatMap(({ entry }) => entry ?? []);
  const problems = parsed.flatMap((each) => {
    const problem = each.problem ?? repeated(each, parsed);
    return problem === null ? [] : [`Line ${each.line}: ${problem}`];
  });
  if (problems.length === 0) return entries;
  if (entries.length === parsed.length && !isUsualTotal(entries, subject.record))
    problems.push(`Allocations add up to ${count(totalOf(entries))}, not 100.`);
  throw new UserError('Check the addresses', problems.join('\n'));
}

const ALLOCATION = /^\d{1,9}([.]\d{1,20}|,\d{1,2})?\s*%?$/;

/** A name may contain `|`, so a line is read from its end. */
function parse(line: string, { currency, record }: FormSubject): Omit<Parsed, 'line'> {
  const failed = (problem: string) => ({ entry: null, problem });
  const parts = line.split('|');
  const [typed = '', share = ''] = parts.slice(-2).map(plainName);
  const name = plainName(parts.slice(0, -2).join('|'));
  const plain = plainAddress(typed);
  if (parts.length < 3 || plain === '') return failed('needs name | address | allocation.');
  if (!ALLOCATION.test(share))
    return failed(`the allocation needs a number, such as 50 or 33.5: ${code(share)}`);
  const number = Number(share.replace(',', '.').replace('%', ''));
  const isIt = ({ address }: ListedAddress) => plainAddress(address) === plain;
  const listed = entryOf(record, plain) ?? record?.addresses.find(isIt);
  const entry = {
    name: listed && plainName(listed.name) === name ? listed.name : name,
    address: listed?.address ?? plain,
    allocation: plainNumber(String(number)),
  };
  const invisible = entry.name === listed?.name ? null : nameProblem(name);
  const problem =
    (listed ? null : addressProblem(currency, plain)) ??
    (invisible && `its name can’t be used. ${invisible}.`) ??
    namedAsAnother(entry, currency);
  return { entry, problem };
}

function namedAsAnother({ name, address }: NewAddress, currency: PoolCurrency): string | null {
  const named = plainAddress(name);
  const isAnother = isAddressOf(currency, named) && !isSameAddress(named, address);
  return isAnother ? 'its name is another address.' : null;
}

function repeated({ entry, line }: Parsed, parsed: readonly Parsed[]): string | null {
  const first = parsed.find(
    (each) => entry && each.entry && isSameAddress(each.entry.address, entry.address),
  );
  return first === undefined || first.line === line ? null : `repeats line ${first.line}.`;
}
