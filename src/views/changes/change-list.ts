import type { Change, State } from '../../domain/changes/change.js';
import type { ChangeSummary } from '../../domain/changes/change-summary.js';
import type { ChangesState, TrailVerdict } from '../../domain/changes/state.js';
import { answeredFailure } from '../../domain/json/says-failed.js';
import type { Reply } from '../../domain/messages/reply.js';
import { card } from '../kit/card.js';
import {
  answeredLine,
  byAt,
  frozenLine,
  headline,
  STATE_WORDS,
  stateWords,
} from './change-sentences.js';
import type { AttachedFiles } from '../files/file-reply.js';
import { pageButtons, pageLine, type Pages } from '../kit/paging.js';
import type { Tone } from '../kit/palette.js';
import { behindLine } from './restore.js';
import { LOOKALIKE_MARK } from '../pool/lookalikes.js';
import { code, escapeMarkdown } from '../kit/text.js';
import { timestamp } from '../kit/times.js';
import { oneLine } from '../../domain/names/one-line.js';

/** Fits one embed at full length. */
export const CHANGES_PER_PAGE = 8;

/** A change and its summary. */
export interface ListedChanges {
  readonly change: Change;
  readonly words: ChangeSummary;
}

interface ChangesPage {
  /** This page, newest first. */
  readonly changes: readonly ListedChanges[];
  readonly state: State | undefined;
  readonly frozen: ChangesState['frozen'];
  readonly behind: ChangesState['behind'];
  readonly pages: Pages;
}

export function changeListReply({ changes, state, frozen, behind, pages }: ChangesPage): Reply {
  return {
    embeds: [
      card({
        title: state === undefined ? 'Changes' : `Changes · ${STATE_WORDS[state]}`,
        tone: frozen === null && behind === null ? 'neutral' : 'warning',
        lines: [
          behind === null ? null : behindLine(behind),
          frozen === null ? null : frozenLine(frozen),
          ...changes.map((each) => `${changeLines(each)}\n`),
          changes.length === 0 ? 'None.' : `-# ${pageLine(pages)}, newest first`,
        ],
      }),
    ],
    components: pageButtons(pages),
  };
}

const ENDED_WORDS: Partial<Record<State, string>> = {
  reported: 'answered',
  failed: 'failed',
  unknown: 'unknown since',
};

function endedWord(change: Change): string {
  return ENDED_WORDS[answeredFailure(change) ? 'reported' : change.state] ?? 'ended';
}

function changeLines({ change, words }: ListedChanges): string {
  const { id, state, requester, askedAt, confirmed, closed, ended, observed, resolved } = change;
  const { replaces } = change;
  const steps = [
    replaces === undefined
      ? `asked by <@${requester.id}> ${timestamp(askedAt)}`
      : `renewed by Pitboss ${timestamp(askedAt)}, first asked by <@${requester.id}>`,
    confirmed === undefined ? null : `confirmed by ${byAt(confirmed)}`,
    closed === undefined ? null : `${state === 'cancelled' ? state : 'closed'} by ${byAt(closed)}`,
    ended === undefined ? null : `${endedWord(change)} ${timestamp(change.answeredAt ?? ended.at)}`,
    observed === undefined ? null : `observed ${timestamp(observed.at)}`,
    resolved === undefined ? null : `checked by ${byAt(resolved)}`,
  ];
  const answered = answeredLine(change, words.status);
  return [
    `**${escapeMarkdown(words.title, 40)}** · ${escapeMarkdown(words.subject, 120)}${words.hasLookalike ? ` ${LOOKALIKE_MARK}` : ''}`,
    headline(change, words.status),
    ...(answered === null ? [] : [`-# ${answered}`]),
    `-# ${steps.filter((step) => step !== null).join(' · ')}`,
    `-# ${code(id)}`,
  ].join('\n');
}

/** An autocomplete choice for a change. */
export function changeChoice({ change, words }: ListedChanges): { name: string; value: string } {
  const state = answeredFailure(change) ? stateWords(change) : (words.status ?? stateWords(change));
  return { name: oneLine(`${words.subject}: ${state} (${words.title})`, 100), value: change.id };
}

/** `verdict`: of the trail before `attached` was read, so that all it speaks of is in the files. */
export function trailExportReply(verdict: TrailVerdict, attached: AttachedFiles): Reply {
  const { entries, lastHash, broken } = verdict;
  return {
    embeds: [
      card({
        title: attached.isWhole ? 'Audit trail' : 'INCOMPLETE: not the whole audit trail',
        tone: exportTone(verdict, attached),
        lines: [
          trailSentence(verdict),
          broken === null && entries > 0 ? `Hash of the last entry: ${code(lastHash)}` : null,
          '-# One entry a line, oldest first. Each holds the hash of the one before it.',
          ...attached.lines,
        ],
      }),
    ],
    files: attached.files,
  };
}

function exportTone({ broken }: TrailVerdict, { isWhole }: AttachedFiles): Tone {
  if (broken !== null) return 'bad';
  return isWhole ? 'good' : 'warning';
}

/** Also for `/setup check` and `npm run verify-audit`. */
export function trailSentence({ entries, broken }: TrailVerdict): string {
  if (broken !== null) {
    return `The trail is broken at entry ${broken.seq}: ${broken.why}. The ${entries} entries before it hold.`;
  }
  if (entries === 0) return 'There are no entries yet.';
  return entries === 1
    ? 'Audit trail intact (1 entry).'
    : `Audit trail intact (${entries} entries).`;
}

/** Its name is written before its first entry. */
export const namedWithoutEntries =
  'It is named in the list of trails, but not one entry is there. Somebody removed them, or the bot ended just before it wrote the first one.';

export const entriesWithoutName =
  'It has entries, but is not named in the list of trails: somebody altered that list.';

export const unreadableName =
  'The list of trails has a row that can’t be read: somebody altered that list. Servers named after it may be missing from it.';

export function frozenReply(reason: string, isFrozen: boolean): Reply {
  const line = isFrozen
    ? 'Nobody can confirm a change in this server until an admin runs `/changes unfreeze`. What was sent before is not undone by this.'
    : 'Changes can be confirmed again.';
  return {
    embeds: [
      card({
        title: isFrozen ? '🧊 Changes are frozen' : 'Changes are no longer frozen',
        tone: isFrozen ? 'warning' : 'good',
        lines: [line, `Reason: ${escapeMarkdown(reason, 300)}`],
      }),
    ],
  };
}

export function unknownChangeSentence(typed: string): string {
  return `There is no change ${code(typed, 40)} in this server. \`/changes list\` shows those there are.`;
}
