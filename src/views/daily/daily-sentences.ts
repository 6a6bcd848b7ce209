import type { Schedule } from '../../domain/daily/schedule.js';
import type { ErrorWords } from '../../domain/errors/user-errors.js';
import { code, joinList } from '../kit/text.js';

export function poolAwayWords(why: string): ErrorWords {
  return {
    title: 'The pool can’t be read',
    sentence: `The pool gave nothing at all, so the post waits, for an hour at most. ${why}`,
  };
}

export const lastPostTooOldSentence = 'It could not be sent within six hours of its time.';

export function tooManySchedulesWords(most: number): ErrorWords {
  return {
    title: 'Too many daily posts',
    sentence: `This server already has ${most} daily posts, the maximum. Remove one with \`/daily off\`, or change one by giving its id as \`schedule\`.`,
  };
}

export function unknownScheduleWords(
  typed: string,
  known: readonly Pick<Schedule, 'id'>[],
): ErrorWords {
  const list =
    known.length === 0
      ? 'There is none yet; `/daily set` makes one.'
      : `Ids: ${joinList(known.map(({ id }) => code(id)))}.`;
  return {
    title: 'No such daily post',
    sentence: `There is no daily post with the id ${code(typed, 20)}. ${list}`,
  };
}

export const noSchedulesSentence =
  'No daily post is set. An admin (Manage Server) sets one with `/daily set`.';

export const noSchedulesWords = { title: 'No daily post is set', sentence: noSchedulesSentence };

export const whichScheduleWords = {
  title: 'Which daily post?',
  sentence:
    'There are several daily posts. Give the id of one as `schedule`; `/daily show` lists them.',
};

export function badTimeWords(typed: string): ErrorWords {
  return {
    title: 'Check the time',
    sentence: `${code(typed, 20)} isn’t a valid time. Write hours and minutes, such as \`08:00\`, \`20:30\` or \`8 am\`. Nothing was changed.`,
  };
}

export function unknownChoiceWords(
  what: 'currency' | 'section',
  unknown: readonly string[],
  known: readonly string[],
): ErrorWords {
  const words = joinList(unknown.map((each) => code(each, 30)));
  return {
    title: 'Choose from the list',
    sentence: `Unknown ${what}: ${words}. Choose from ${joinList(known.map((each) => code(each)))}, separated by commas. Nothing was changed.`,
  };
}

export const discordUnclear =
  'Discord didn’t confirm the post. Pitboss checks whether it is there before sending it again.';
export const internalErrorSentence = 'Something went wrong inside the bot; its log has more.';

/** For `/daily now`, which tries only once. */
export function notPostedWords(channelId: string): ErrorWords {
  return {
    title: 'Discord didn’t confirm the post',
    sentence: `Discord may be limiting posts in <#${channelId}>. Check whether the post is there. If not, try again in a few minutes. The daily post itself is retried automatically.`,
  };
}
