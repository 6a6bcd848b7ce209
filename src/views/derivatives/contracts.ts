import type { Reply } from '../../domain/messages/reply.js';
import type { ContractFilter, Listing, Read } from '../../pool-api/client.js';
import type { Contract } from '../../pool-api/resources.js';
import { cardReply } from '../kit/card.js';
import { figureCell } from '../kit/figures.js';
import { listLines, pageButtons, type Pages } from '../kit/paging.js';
import { shortFigure } from '../kit/short-figure.js';
import { rightColumn, table } from '../kit/table.js';
import { joinList, escapeMarkdown } from '../kit/text.js';
import { oneLine } from '../../domain/names/one-line.js';
import { selectRow } from '../kit/buttons.js';
import { contractText } from './contract-text.js';
import { CURRENCY_NOT_GIVEN } from '../kit/reported-currency.js';

interface ContractsPage {
  readonly read: Read<Listing<Contract>>;
  readonly currency: string;
  readonly filter: ContractFilter;
  readonly pages: Pages;
}

export function contractsReply({ read, currency, filter, pages }: ContractsPage): Reply {
  const rows = read.value.items;
  return cardReply({
    title: `Derivatives contracts · ${currency}`,
    lines: [
      filterLine(filter),
      ...listLines(rows, contractsTable, {
        pages,
        given: read.value.given,
        none: 'No contracts match.',
        notes: [priceNote(rows), ...markNotes(rows)],
      }),
    ],
    readAt: read.readAt,
    components: [...contractSelect(rows), ...pageButtons(pages)],
  });
}

export const CONTRACT_SELECT = 'contract-one';

/** Lists only unique ids that Discord returns unaltered: nothing is guessed. */
function contractSelect(rows: readonly Contract[]): Reply['components'] & object {
  const ids = rows.map(({ contract_id: id }) => id ?? '');
  const options = rows.flatMap((contract, place) => {
    const value = ids[place] ?? '';
    const isUnique = ids.indexOf(value) === ids.lastIndexOf(value);
    if (!/^[\x21-\x7e]{1,100}$/.test(value) || !isUnique) return [];
    const label = oneLine(contractText(contract), 90) || oneLine(value, 90);
    return [{ label, description: oneLine(value, 90), value }];
  });
  return options.length === 0 ? [] : [selectRow(CONTRACT_SELECT, 'Show one contract', options)];
}

function contractsTable(rows: readonly Contract[]): string {
  const mixed = unitsOf(rows).length > 1;
  const day = mixed ? 6 : 8;
  return table<Contract>(
    [
      { heading: 'Side', width: 6, cell: sideCell },
      { heading: 'From', width: day, cell: ({ start_date }) => shortDate(start_date, mixed) },
      { heading: 'To', width: day, cell: ({ end_date }) => shortDate(end_date, mixed) },
      rightColumn('PH/s', 4, (each) => shortFigure(each.daily_hashrate_ph, 4)),
      rightColumn('Price', mixed ? 14 : 10, (each) =>
        mixed ? priceWithUnit(each) : priceCell(each, 10),
      ),
    ],
    rows,
  );
}

/** Units of a page's prices; null for rows that name none. */
function unitsOf(rows: readonly Contract[]): (string | null)[] {
  return [...new Set(rows.map(({ denomination }) => denomination || null))];
}

/** Aligned on the decimal point if all digits fit. */
function priceCell({ unit_hashprice, denomination }: Contract, width: number): string {
  const whole = figureCell(unit_hashprice, denomination ?? '');
  return whole.length <= width ? whole : shortFigure(unit_hashprice, width);
}

function priceWithUnit(contract: Contract): string {
  const unit = oneLine(contract.denomination || '?', 5);
  return `${priceCell(contract, 13 - unit.length)} ${unit}`;
}

function priceNote(rows: readonly Contract[]): string {
  const units = unitsOf(rows);
  const [unit] = units;
  if (units.length > 1) {
    const unnamed = units.includes(null) ? `, ? = ${CURRENCY_NOT_GIVEN}` : '';
    return `dates yymmdd · price per PH/s per day in the currency beside it${unnamed}`;
  }
  return unit
    ? `price in ${escapeMarkdown(unit, 40)} per PH/s per day`
    : `price per PH/s per day, ${CURRENCY_NOT_GIVEN}`;
}

/** No mark means the pool said STANDARD or ACTIVE, never that it said nothing. */
function markOf(word: string | null | undefined, known: Readonly<Record<string, string>>): string {
  if (!word) return '?';
  return Object.hasOwn(known, word) ? (known[word] ?? '+') : '+';
}

const TYPE_MARKS = { STANDARD: '', UPFRONT: '*' };
const STATUS_MARKS = { ACTIVE: '', SETTLED: '✓' };

function marksOf({ type, status }: Contract): string {
  return `${markOf(type, TYPE_MARKS)}${markOf(status, STATUS_MARKS)}`;
}

function sideCell(contract: Contract): string {
  return `${oneLine(contract.side || '–', 4)}${marksOf(contract)}`;
}

function markNotes(rows: readonly Contract[]): string[] {
  const marks = rows.map(marksOf).join('');
  const others = rows.flatMap(({ type, status }) => [
    ...(type && markOf(type, TYPE_MARKS) === '+' ? [`type ${escapeMarkdown(type, 30)}`] : []),
    ...(status && markOf(status, STATUS_MARKS) === '+'
      ? [`status ${escapeMarkdown(status, 30)}`]
      : []),
  ]);
  return [
    '* = UPFRONT, ✓ = SETTLED',
    ...(marks.includes('?') ? ['? after the side = type or status not given'] : []),
    ...(others.length > 0 ? [`+ = ${joinList([...new Set(others)], 5)}`] : []),
  ];
}

/** `26-11-20`, or `261120` if narrow. */
function shortDate(date: string | null | undefined, narrow: boolean): string {
  if (!date) return '–';
  if (!/^\d{4}-\d{2}-\d{2}/.test(date)) return date;
  const short = date.slice(2, 10);
  return narrow ? short.replaceAll('-', '') : short;
}

function filterLine({ status, side, type }: ContractFilter): string {
  const parts = [status, side, type].filter((part) => part !== undefined && part !== 'ALL');
  return parts.length === 0 ? 'All contracts' : parts.join(' · ');
}
