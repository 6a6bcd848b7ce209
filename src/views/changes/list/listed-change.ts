import type { Change } from '../../../domain/changes/change.js';
import type { ChangeSummary } from '../../../domain/changes/change-summary.js';
import { answeredFailure } from '../../../domain/pool-answers/answered-failure.js';
import { escapeMarkdown } from '../../kit/text.js';
import { timestamp } from '../../kit/times.js';
import { LOOKALIKE_MARK } from '../../pool/lookalikes.js';
import { answerDiffersLine } from '../pool-answer/contradictions.js';
import { answeredLine, byWhom, changeHeadline } from '../change-headline.js';
import { changeLink, type GuildMessage } from '../change-name.js';
import type { ListCut } from './list-cuts.js';

/** A change and its summary. */
export interface ListedChange {
  readonly change: Change;
  readonly words: ChangeSummary;
}

export interface PlacedChange extends ListedChange {
  readonly place: GuildMessage | null;
}

/** What identifies a change, its state and its warning; opening it shows the rest. */
export function changeLines(listed: PlacedChange, cut: ListCut): string {
  const { change, words } = listed;
  const isAnswered = cut.hasAnswer && answeredFailure(change);
  return [
    nameLine(listed, cut),
    changeHeadline(change, cut.told),
    ...(isAnswered ? [`-# ${answeredLine(change, cut.told)}`] : []),
    ...(words.contradictions.length === 0 ? [] : [`-# ${answerDiffersLine}`]),
    ...(cut.hasPeople ? [`-# ${peopleText(change)}`] : []),
  ].join('\n');
}

function nameLine({ change, words, place }: PlacedChange, { own }: ListCut): string {
  const title = own(40, (most) => escapeMarkdown(words.title, most));
  const subject = own(120, (most) => escapeMarkdown(words.subject, most));
  const mark = words.hasLookalike ? ` ${LOOKALIKE_MARK}` : '';
  return `${changeLink({ ...change, place })} **${title}** · ${subject}${mark}`;
}

function peopleText({
  requester,
  askedAt,
  confirmed,
  closed,
  resolved,
  state,
  replaces,
}: Change): string {
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
  return steps.filter((step) => step !== null).join(' · ');
}
