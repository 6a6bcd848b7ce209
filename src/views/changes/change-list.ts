import {
  ComponentType,
  type APIActionRowComponent,
  type APISelectMenuComponent,
} from 'discord-api-types/v10';
import type { ErrorWords } from '../../domain/errors/user-errors.js';
import { REQUESTER_LOOKED_FOR } from '../../domain/changes/typed-change-number.js';
import type { Change, State } from '../../domain/changes/change.js';
import type { ChangeSummary } from '../../domain/changes/change-summary.js';
import type { ChangesState } from '../../domain/changes/state.js';
import { answerDiffersLine } from './answer/contradictions.js';
import { answeredFailure } from '../../domain/answers/answered-failure.js';
import type { Reply } from '../../domain/messages/reply.js';
import { button, buttonRow, type ButtonRow } from '../kit/buttons.js';
import { cardReply } from '../kit/card.js';
import { changeLink, type GuildMessage } from './change-name.js';
import {
  answeredLine,
  byWhom,
  changeHeadline,
  STATE_WORDS,
  changeStateText,
} from './change-headline.js';
import { frozenLine } from './trail/freeze-replies.js';
import { pageButtons, pageLine, ROWS, type Pages } from '../kit/paging.js';
import { behindLine } from './trail/restore.js';
import { LOOKALIKE_MARK } from '../pool/lookalikes.js';
import { code, escapeMarkdown } from '../kit/text.js';
import { timestamp } from '../kit/times.js';
import { oneLine } from '../../domain/names/one-line.js';

/** Fits one embed even at full length. */
export const CHANGES_PER_PAGE = ROWS;

/** A change and its summary. */
export interface ListedChange {
  readonly change: Change;
  readonly words: ChangeSummary;
}

/** Filters of the list; missing = all changes. */
export const CHANGE_FILTERS = ['open', 'mine'] as const;
export type ChangeFilter = (typeof CHANGE_FILTERS)[number];

interface ChangesPage {
  /** This page, newest first. */
  readonly changes: readonly (ListedChange & { readonly place: GuildMessage | null })[];
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
  return cardReply({
    title: ['Changes', ...filterText(page)].join(' · '),
    tone: frozen === null && behind === null ? 'neutral' : 'warning',
    lines: [
      behind === null ? null : behindLine(behind),
      frozen === null ? null : frozenLine(frozen),
      ...changes.map((each) => `${changeLines(each)}\n`),
      changes.length === 0 ? emptyLine(page) : `-# ${pageLine(pages)}, newest first`,
      page.only === 'mine' ? mineLine : null,
    ],
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

function openMenu({ changes, openId }: ChangesPage): APIActionRowComponent<APISelectMenuComponent> {
  return {
    type: ComponentType.ActionRow,
    components: [
      {
        type: ComponentType.StringSelect,
        custom_id: openId,
        placeholder: 'Show a change',
        options: changes.map(({ change, words }) => ({
          label: oneLine(`#${change.number} ${words.subject}`, 90),
          description: oneLine(`${words.title} · ${changeHeadline(change, words.status)}`, 90),
          value: change.id,
        })),
      },
    ],
  };
}

/** What identifies a change, and its state; opening it shows the rest. */
function changeLines({ change, words, place }: ChangesPage['changes'][number]): string {
  const { requester, askedAt, confirmed, closed, resolved, state, replaces } = change;
  const steps = [
    replaces === undefined
      ? `requested by <@${requester.id}> ${timestamp(askedAt, 'R')}`
      : `follows an earlier request, for <@${requester.id}> ${timestamp(askedAt, 'R')}`,
    confirmed === undefined ? null : `confirmed by ${byWhom(confirmed)}`,
    closed === undefined
      ? null
      : `${state === 'cancelled' ? state : 'closed'} by ${byWhom(closed)}`,
    resolved === undefined ? null : `checked by ${byWhom(resolved)}`,
  ];
  return [
    `${changeLink({ ...change, place })} **${escapeMarkdown(words.title, 40)}** · ${escapeMarkdown(words.subject, 120)}${words.hasLookalike ? ` ${LOOKALIKE_MARK}` : ''}`,
    changeHeadline(change, words.status),
    ...(answeredFailure(change) ? [`-# ${answeredLine(change, words.status)}`] : []),
    ...(words.contradictions.length === 0 ? [] : [`-# ${answerDiffersLine}`]),
    `-# ${steps.filter((step) => step !== null).join(' · ')}`,
  ].join('\n');
}

/** An autocomplete choice for a change. */
export function changeChoice({ change, words }: ListedChange): { name: string; value: string } {
  const state = answeredFailure(change)
    ? changeStateText(change)
    : (words.status ?? changeStateText(change));
  const name = `#${words.number} ${words.subject}: ${state} (${words.title})`;
  return { name: oneLine(name, 100), value: change.id };
}

export function unknownChangeWords(typed: string): ErrorWords {
  return {
    title: 'No such change here',
    sentence: `This server has no change ${code(typed, 40)}. \`/changes list\` shows all changes.`,
  };
}
