import { statusText, code, joinList, poolText } from '../../kit/text.js';
import type { ErrorWords } from '../../../domain/errors/user-errors.js';
import type { FailureNote } from '../../../domain/changes/change.js';
import type { Contradiction } from '../../../domain/changes/contradiction.js';
import { outcomeLines } from './outcome-text.js';
import { changeStateText } from '../change-headline.js';
import { contradictionLines } from './contradictions.js';

/** An outcome that can't be stored yet, in words for the person who confirmed. */

/** The store takes nothing; this process is about to end; or the trail lacks entries. */
export type WhyUnsaved = 'store' | 'ending' | 'behind';

const WHY: Record<WhyUnsaved, { readonly title: string; readonly line: string }> = {
  store: {
    title: 'not saved yet',
    line: 'Pitboss can’t save this yet, so the card doesn’t show it. It keeps trying every few seconds, and `/setup check` says why. Nothing is sent again.',
  },
  ending: {
    title: 'not saved yet',
    line: 'Pitboss is stopping and couldn’t save this. Unless it still can, the card will say after the next start that the pool’s answer isn’t known, so keep what is written here. Nothing is sent again.',
  },
  behind: {
    title: 'entries are missing',
    line: 'Audit entries of this server are missing: an older copy of the bot’s data seems to have been restored, so the card doesn’t show this. Pitboss keeps it, and enters it once an admin has run `/changes accept-restore`, if the older copy knows this change. Keep what is written here. Nothing is sent again.',
  },
};

/** For `/setup check`. */
export function notRecordedSentence(ids: readonly string[]): string {
  const which = joinList(
    ids.map((id) => code(id, 40)),
    3,
  );
  return `The pool’s answer to ${which} couldn’t be saved yet. Pitboss keeps trying every few seconds; nothing is sent again.`;
}

interface UnsavedAnswer {
  /** Null = the record has none. */
  readonly status: string | null;
  readonly id: string | null;
  /** Why the record says it failed, perhaps without a reason; null = it doesn't say so. */
  readonly failure: string | null;
  readonly contradictions: readonly Contradiction[];
  readonly why: WhyUnsaved;
}

export function unsavedAnswer({
  status,
  id,
  failure,
  contradictions,
  why,
}: UnsavedAnswer): ErrorWords {
  const parts = [
    ...(status === null ? [] : [`status **${statusText(status, 80)}**`]),
    ...(id === null ? [] : [`id ${code(id, 80)}`]),
    ...(failure ? [`“${poolText(failure, 300)}”`] : []),
  ];
  const said = parts.length === 0 ? '' : `: ${parts.join(', ')}`;
  return {
    title: `${failure === null ? 'Sent once' : 'The pool answered that it failed'}; ${WHY[why].title}`,
    sentence: [
      `The request was sent once, and the pool answered${said}.`,
      ...contradictionLines(contradictions),
      WHY[why].line,
    ].join('\n'),
  };
}

interface UnsavedFailure {
  readonly failure: FailureNote;
  readonly state: 'unknown' | 'failed';
  readonly contradictions: readonly Contradiction[];
  readonly why: WhyUnsaved;
}

export function unsavedFailure(unsaved: UnsavedFailure): ErrorWords {
  const { failure, state, contradictions, why } = unsaved;
  const next =
    state === 'failed'
      ? 'If you still want it, ask again once the card shows this.'
      : 'Check at the pool, and ask again only once you know what happened.';
  const title = `${changeStateText({ state, failure })}; ${WHY[why].title}`;
  const lines = [
    ...outcomeLines({ state, failure }),
    ...contradictionLines(contradictions),
    WHY[why].line,
    next,
  ];
  return { title, sentence: lines.filter((line) => line !== null).join('\n') };
}
