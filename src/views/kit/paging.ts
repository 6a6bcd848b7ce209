import { button, buttonRow, type ButtonRow } from './buttons.js';
import { noListSentence } from './card.js';
import { groupThousands, plural } from './figures.js';

/** Rows per page: what a phone shows without scrolling. */
export const ROWS = 7;

export interface Pages {
  readonly number: number;
  /** False only if the pool said that this is the end; a total is never known. */
  readonly more: boolean | 'unsaid';
  /** Rows that the pool put on this page beyond those shown. */
  readonly unseen?: number;
  /** Rows of this page and all earlier ones, if each of those was visited. */
  readonly seen?: number;
  /** Number of pages, if the whole list is at hand. */
  readonly of?: number;
  readonly customId: (page: number) => string;
  /** The button that gives the whole list as a file. */
  readonly csvId?: string;
}

/** "Page 2, more follow · at least 15 in all": what is known, never a guessed total. */
export function pageLine({ number, more, unseen = 0, seen, of = 1 }: Pages): string {
  if (of > 1) return `Page ${number} of ${of}`;
  if (unseen > 0) return `Page ${number} · ${unseenText(unseen, more)}`;
  if (number === 1 && !more) return 'All on this page';
  const follow = more === 'unsaid' ? 'more may follow' : 'more follow';
  const page = `Page ${number}, ${more ? follow : 'the last'}`;
  if (number === 1 || seen === undefined) return page;
  const least = groupThousands(String(more === true ? seen + 1 : seen));
  return `${page} · ${more ? 'at least ' : ''}${least} in all`;
}

function unseenText(unseen: number, more: Pages['more']): string {
  const rows = `${plural(unseen, 'more row')} ${unseen === 1 ? 'isn’t' : 'aren’t'} shown`;
  const after = more === true ? ', and more pages follow' : '';
  const has = more === true || unseen > 1 ? 'has them all' : 'has it';
  return `${rows}${after}; “All as CSV” ${has}`;
}

interface ListPage {
  readonly pages: Pages;
  /** False if the pool gave no list. */
  readonly given?: boolean | undefined;
  /** Shown if the list is empty. */
  readonly none: string;
  /** Shown after the page's number. */
  readonly notes?: readonly string[];
}

/** A page of a list and the line below it, or why it is empty. */
export function listLines<Row>(
  rows: readonly Row[],
  show: (rows: readonly Row[]) => string,
  { pages, given, none, notes = [] }: ListPage,
): string[] {
  if (rows.length === 0) return [given === false ? noListSentence : none];
  return [show(rows), `-# ${[pageLine(pages), ...notes].join(' · ')}`];
}

/** One page of a list that is at hand in full. */
export function slicePage<Row>(
  rows: readonly Row[],
  size: number,
  pagesOf: (more: boolean) => Pages,
): { readonly rows: readonly Row[]; readonly pages: Pages } {
  const { number } = pagesOf(false);
  const end = number * size;
  const pages = { ...pagesOf(rows.length > end), of: Math.ceil(rows.length / size) };
  return { rows: rows.slice(end - size, end), pages };
}

/** Previous, next and the file; no row if there is nothing to press. */
export function pageButtons(pages: Pages): ButtonRow[] {
  const turning = pages.number > 1 || pages.more !== false;
  const buttons = [
    ...(turning
      ? [
          turn('◀ Previous', pages.number > 1 ? pages.customId(pages.number - 1) : null),
          turn('Next ▶', pages.more ? pages.customId(pages.number + 1) : null),
        ]
      : []),
    ...(pages.csvId === undefined ? [] : [button('All as CSV', pages.csvId)]),
  ];
  return buttons.length === 0 ? [] : [buttonRow(buttons)];
}

/** Disabled if it leads nowhere, with its own id, because ids in a message must differ. */
function turn(label: string, customId: string | null) {
  return { ...button(label, customId ?? `off:${label}`), disabled: customId === null };
}

export const staleSelectionWords = {
  title: 'The list has changed',
  sentence:
    'That is no longer on this page, because the list has changed. Go to another page and back, then choose again.',
};

export const forgottenSentence =
  'These buttons have expired. Run the command again for fresh ones.';
