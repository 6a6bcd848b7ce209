import type { ErrorWords } from '../../../domain/errors/user-errors.js';
import { REQUESTER_LOOKED_FOR } from '../../../domain/changes/typed-change-number.js';
import type { State } from '../../../domain/changes/change.js';
import type { ChangesState } from '../../../domain/changes/state/state.js';
import type { Reply } from '../../../domain/messages/reply.js';
import { button, buttonRow, selectRow, type ButtonRow } from '../../kit/buttons.js';
import { cardReply } from '../../kit/card.js';
import { changeHeadline, STATE_WORDS } from '../change-headline.js';
import { frozenLine } from '../trail/freeze-replies.js';
import { pageButtons, pageLine, ROWS, type Pages } from '../../kit/paging.js';
import { behindLine } from '../trail/behind.js';
import { code } from '../../kit/text.js';
import { oneLine } from '../../../domain/names/one-line.js';
import { fittingLines } from './list-cuts.js';
import { changeLines, type ListedChange, type PlacedChange } from './listed-change.js';

/** Fits one embed, shortened if need be. */
export const CHANGES_PER_PAGE = ROWS;

/** Filters of the list; missing = all changes. */
export const CHANGE_FILTERS = ['open', 'mine'] as const;
export type ChangeFilter = (typeof CHANGE_FILTERS)[number];

interface ChangesPage {
  /** This page, newest first. */
  readonly changes: readonly PlacedChange[];
  readonly state: State | undefined;
  readonly only: ChangeFilter | undefined;
  /** Custom id of the menu that opens one. */
  readonly openId: string;
  /** Custom ids of the buttons that show other changes. */
  readonly filterId: (only: ChangeFilter | undefined) => string;
  readonly frozen: ChangesState['frozen'];
  readonly behind: ChangesState['behind'];
  readonly pages: Pages;
}

export function changeListReply(page: ChangesPage): Reply {
  const { changes, frozen, behind, pages } = page;
  const below = [
    changes.length === 0 ? emptyLine(page) : `-# ${pageLine(pages)}, newest first`,
    page.only === 'mine' ? mineLine : null,
  ];
  return cardReply({
    title: ['Changes', ...filterText(page)].join(' · '),
    tone: frozen === null && behind === null ? 'neutral' : 'warning',
    lines: fittingLines((cut) => [
      behind === null ? null : behindLine(behind),
      frozen === null ? null : frozenLine(frozen, cut.own),
      ...changes.map((each) => `${changeLines(each, cut)}\n`),
      cut.isShortened ? shortenedLine : null,
      ...below,
    ]),
    components: [
      ...(changes.length === 0 ? [] : [openMenu(page)]),
      filterButtons(page),
      ...pageButtons(pages),
    ],
  });
}

/** For a server without changes: what will be listed here, and how to begin. */
function emptyLine({ state, only }: Pick<ChangesPage, 'state' | 'only'>): string {
  if (state !== undefined || only !== undefined) return 'None.';
  return 'No changes yet. Each one will be listed here, with who requested and confirmed it and what the pool answered. A manager requests one with `/subaccount move`, `/subaccount create` or `/payment-settings change`.';
}

const FILTER_WORDS = { open: 'Open', mine: 'Mine' };

function filterText({ state, only }: Pick<ChangesPage, 'state' | 'only'>): string[] {
  return [
    ...(only === undefined ? [] : [FILTER_WORDS[only]]),
    ...(state === undefined ? [] : [STATE_WORDS[state]]),
  ];
}

const mineLine = `-# “Mine” covers only the server’s newest ${REQUESTER_LOOKED_FOR} changes.`;

/** Disables the filter being shown; a list of one state is none of them. */
function filterButtons({ only, state, filterId }: ChangesPage): ButtonRow {
  const filters = [undefined, ...CHANGE_FILTERS] as const;
  return buttonRow(
    filters.map((each) => ({
      ...button(each === undefined ? 'All' : FILTER_WORDS[each], filterId(each)),
      disabled: each === only && state === undefined,
    })),
  );
}

function openMenu({ changes, openId }: ChangesPage) {
  const options = changes.map(({ change, words }) => ({
    label: oneLine(`#${change.number} ${words.subject}`, 90),
    description: oneLine(`${words.title} · ${changeHeadline(change)}`, 90),
    value: change.id,
  }));
  return selectRow(openId, 'Show a change', options);
}

const shortenedLine = '-# Shortened, to fit here: _Show a change_ has all of it.';

/** An autocomplete choice for a change. */
export function changeChoice({ change, words }: ListedChange): { name: string; value: string } {
  const name = `#${words.number} ${words.subject}: ${changeHeadline(change)} (${words.title})`;
  return { name: oneLine(name, 100), value: change.id };
}

export function unknownChangeWords(typed: string): ErrorWords {
  return {
    title: 'No such change here',
    sentence: `This server has no change ${code(typed, 40)}. \`/changes list\` shows all changes.`,
  };
}
