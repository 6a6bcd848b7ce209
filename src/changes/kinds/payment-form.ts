import { z } from 'zod';
import { count } from '../../cards/kit/figures.js';
import { UserError } from '../../errors.js';
import { code, nameProblem, trimmed } from '../../text.js';
import { addressProblem, isSameAddress, plainAddress } from './payment-addresses.js';
import {
  entryOf,
  isUsualTotal,
  paymentInput,
  plainName,
  plainNumber,
  totalOf,
  type ListedAddress,
  type NewAddress,
  type PaymentInput,
  type PaymentRecord,
  type PaymentSubject,
} from './payment-record.js';
import { MOST_ADDRESSES, tooMuch } from './payments.js';

/** Discord's limit of a text field. */
export const FORM_ROOM = 4_000;

/** What stands in the form's fields; the addresses are lines of `name | address | allocation`. */
export const typedPayments = z.object({
  frequency: z.string(),
  day: z.string(),
  addresses: z.string(),
  reason: z.string(),
});
export type TypedPayments = z.output<typeof typedPayments>;

/** The form filled in with what the pool lists. @throws UserError if that is too much */
export function formOf(record: PaymentRecord): TypedPayments {
  const { frequency = null, day = 'UNSPECIFIED', addresses = [] } = record ?? {};
  const line = ({ name, address, allocation }: ListedAddress) =>
    [name, address, allocation ?? ''].join(' | ');
  const text = addresses.map(line).join('\n');
  if (addresses.length > MOST_ADDRESSES || text.length > FORM_ROOM) throw tooMuch();
  return { frequency: frequency ?? '', day, addresses: text, reason: '' };
}

interface FormSubject extends PaymentSubject {
  readonly record: PaymentRecord;
}

/** What was asked for in the form; the day counts for weekly payouts only. @throws UserError */
export function paymentsTyped(typed: TypedPayments, subject: FormSubject): PaymentInput {
  const { currency, subaccount } = subject;
  const { frequency } = typed;
  const day = frequency === 'WEEKLY' ? typed.day : 'UNSPECIFIED';
  const addresses = parseAddresses(typed.addresses, subject);
  return paymentInput.parse({ currency, subaccount, frequency, day, addresses });
}

/**
 * All addresses of the form. What the pool lists already is taken as the pool writes it.
 * @throws UserError with a line for each problem
 */
function parseAddresses(text: string, subject: FormSubject): NewAddress[] {
  const isEmpty = trimmed(text) === '';
  const lines = new Map<number, NewAddress | null>();
  const problems: string[] = [];
  for (const [index, typed] of text.split('\n').entries()) {
    if (trimmed(typed) === '' && !(isEmpty && index === 0)) continue;
    const { entry, problem } = parse(typed, subject);
    const wrong = problem ?? repeated(entry, lines);
    if (wrong !== null) problems.push(`Line ${index + 1}: ${wrong}`);
    lines.set(index + 1, entry);
  }
  const entries = [...lines.values()].filter((entry) => entry !== null);
  if (problems.length === 0) return entries;
  if (entries.length === lines.size && !isUsualTotal(entries, subject.record))
    problems.push(`Allocations add up to ${count(totalOf(entries))}, not 100.`);
  throw new UserError('Check the addresses', problems.join('\n'));
}

const ALLOCATION = /^\d{1,9}([.]\d{1,20}|,\d{1,2})?\s*%?$/;

/** A name may contain `|`, so a line is read from its end. */
function parse(line: string, { currency, record }: FormSubject) {
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
    (invisible && `its name can’t be used. ${invisible}.`);
  return { entry, problem };
}

/** `before`: the lines above, by number. */
function repeated(entry: NewAddress | null, before: ReadonlyMap<number, NewAddress | null>) {
  for (const [line, each] of before)
    if (entry && each && isSameAddress(each.address, entry.address)) return `repeats line ${line}.`;
  return null;
}
