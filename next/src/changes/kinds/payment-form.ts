import { count } from '../../cards/kit/figures.js';
import { code } from '../../cards/kit/text.js';
import { UserError } from '../../errors.js';
import type { PoolCurrency } from '../../guilds/settings.js';
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

interface Typed {
  /** 1-based. */
  readonly line: number;
  /** Between the bars. */
  readonly parts: readonly string[];
}

interface Parsed {
  readonly line: number;
  /** Null where the line has no address or no allocation. */
  readonly entry: NewAddress | null;
  readonly problem: string | null;
}

/**
 * All addresses of the form. What the pool lists already is taken as the pool writes it.
 * @throws UserError with a line for each problem
 */
export function parseAddresses(
  text: string,
  { currency, record }: { readonly currency: PoolCurrency; readonly record: PaymentRecord },
): NewAddress[] {
  const typed = linesIn(text);
  const parsed = (typed.length > 0 ? typed : [{ line: 1, parts: [] }]).map((each) =>
    parse(each, currency, record),
  );
  const entries = parsed.flatMap(({ entry }) => entry ?? []);
  const problems = parsed.flatMap((each) => {
    const problem = each.problem ?? repeated(each, parsed);
    return problem === null ? [] : [`Line ${each.line}: ${problem}`];
  });
  if (problems.length === 0) return entries;
  if (entries.length === parsed.length && !isUsualTotal(entries, record))
    problems.push(`Allocations add up to ${count(totalOf(entries))}, not 100.`);
  throw new UserError('Check the addresses', problems.join('\n'));
}

const NEEDS = 'needs name | address | allocation.';
const ALLOCATION = /^\d{1,9}([.]\d{1,20}|,\d{1,2})?\s*%?$/;

/** A line may be wrapped inside its address, as narrow windows copy it. */
function linesIn(text: string): Typed[] {
  const found: Typed[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const parts = line.split('|');
    const last = found.at(-1);
    if (last?.parts.length === 2 && endsAddress(parts)) {
      const [more = '', ...allocation] = parts;
      const whole = [...last.parts.slice(0, 1), `${last.parts[1]}${more}`, ...allocation];
      found[found.length - 1] = { line: last.line, parts: whole };
    } else {
      found.push({ line: index + 1, parts });
    }
  }
  return found;
}

function endsAddress([, allocation, ...more]: readonly string[]): boolean {
  return more.length === 0 && (allocation === undefined || ALLOCATION.test(plainName(allocation)));
}

/** A name may have bars, so a line is read from its end. */
function parse({ line, parts }: Typed, currency: PoolCurrency, record: PaymentRecord): Parsed {
  const failed = (problem: string) => ({ line, entry: null, problem });
  const [typed = '', share = ''] = parts.slice(-2).map(plainName);
  const name = plainName(parts.slice(0, -2).join('|'));
  const plain = plainAddress(currency, typed);
  if (parts.length < 3 || plain === '') return failed(NEEDS);
  if (!ALLOCATION.test(share))
    return failed(`the allocation needs a number, such as 50 or 33.5: ${code(share)}`);
  const number = Number(share.replace(',', '.').replace('%', ''));
  const listed = listedAs(plain, currency, record);
  const isListedName = listed !== null && plainName(listed.name) === name;
  const entry = {
    name: isListedName ? listed.name : name,
    address: listed?.address ?? plain,
    allocation: plainNumber(String(number)),
  };
  const problem = listed ? null : addressProblem(currency, plain);
  return { line, entry, problem: problem ?? namedAsAnother(entry, currency) };
}

function listedAs(
  plain: string,
  currency: PoolCurrency,
  record: PaymentRecord,
): ListedAddress | null {
  const isIt = ({ address }: ListedAddress) => plainAddress(currency, address) === plain;
  return entryOf(record, plain) ?? record?.addresses.find(isIt) ?? null;
}

function namedAsAnother({ name, address }: NewAddress, currency: PoolCurrency): string | null {
  const named = plainAddress(currency, name);
  const isAnother = isAddressOf(currency, named) && !isSameAddress(named, address);
  return isAnother ? 'its name is another address.' : null;
}

function repeated({ entry, line }: Parsed, parsed: readonly Parsed[]): string | null {
  const first = parsed.find(
    (each) => entry && each.entry && isSameAddress(each.entry.address, entry.address),
  );
  return first === undefined || first.line === line ? null : `repeats line ${first.line}.`;
}
