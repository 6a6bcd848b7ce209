import { escape } from '../cards/kit/text.js';
import { exactMoment, moment } from '../cards/kit/times.js';
import type { Tone } from '../discord/reply.js';
import type { GuildRow } from '../guilds/guild-row.js';
import { LOOKS_END_MS, type Change } from './change.js';
import { requiresApproval, statusCode, statusWord } from './words.js';

/** How a change stands: the first line of its card, its colour, and the event that made it so. */
export interface StateLine {
  readonly symbol: string;
  readonly word: string;
  /** Markdown that continues the word. */
  readonly more: string;
  readonly tone: Tone;
  readonly footer: string;
  readonly at: number | null;
}

export function stateLine(change: Change, row: GuildRow): StateLine {
  const { state, outcome, observed, ending, sentAt, endedAt } = change;
  const nothingSent = ' · nothing was sent';
  switch (state) {
    case 'pending':
      return pendingLine(change, row);
    case 'sending': {
      const more = ' · no answer from the pool yet';
      return line('📤 Sending', more, ['open', 'Confirmed', sentAt]);
    }
    case 'reported':
      return reportedLine(change);
    case 'declined': {
      const words = '❌ Declined by the pool';
      const status = statusCode(outcome);
      return observed?.isDone
        ? line(words, `${status}, but the pool lists it`, ['bad', SEEN, observed.at])
        : line(words, status, ['bad', ANSWERED, endedAt]);
    }
    case 'unsent':
      return line('🚫 Not sent', ` · ${outcome?.reason}`, ['warning', 'Stopped', endedAt]);
    case 'unknown':
      return unknownLine(change);
    case 'drifted':
      return line('🔁 Out of date', nothingSent, ['over', 'Stopped', endedAt]);
    case 'cancelled': {
      const by = ` by <@${ending?.by}>${nothingSent}`;
      return line('🚫 Cancelled', by, ['over', 'Cancelled', endedAt]);
    }
    case 'expired':
      break;
  }
  return line('⌛ Expired', nothingSent, ['over', 'Expired', endedAt]);
}

const ANSWERED = 'The pool answered';
const SEEN = 'Seen at the pool';

/** Whether anybody could confirm it now. */
export function isConfirmable({ state, keyVersion }: Change, row: GuildRow): boolean {
  return state === 'pending' && row.frozen === null && row.keyVersion === keyVersion;
}

function pendingLine(change: Change, row: GuildRow): StateLine {
  const { expiresAt, askedAt, keyVersion, replaces } = change;
  const footer = replaces === null ? 'Requested' : 'Requested again';
  const expires = ` · expires ${moment(expiresAt, 'R')}`;
  if (row.keyVersion !== keyVersion)
    return line('🚫 Can’t be confirmed', ' · the API key changed', ['warning', footer, askedAt]);
  return row.frozen
    ? line('🧊 Changes are frozen', expires, ['warning', footer, askedAt])
    : line('⏳ Waiting', expires, ['open', footer, askedAt]);
}

function reportedLine({ outcome, observed, endedAt, dueAt }: Change): StateLine {
  const sent = '📨 Sent';
  if (observed?.isDone) {
    const as = observed.status === null ? '' : ` as ${escape(observed.status, 40)}`;
    return line('✅ Done', ` · the pool lists it${as}`, ['good', SEEN, observed.at]);
  }
  if (observed?.status) {
    const more = ` · the pool lists it as **${escape(observed.status, 40)}**`;
    return line(sent, more, ['open', SEEN, observed.at]);
  }
  if (dueAt === null) {
    const by = exactMoment((endedAt ?? 0) + LOOKS_END_MS);
    return line(sent, ` · not seen at the pool by ${by}`, ['warning', ANSWERED, endedAt]);
  }
  const more = requiresApproval(outcome?.body)
    ? ' · waiting for approval at the pool'
    : ` · the pool answered **${statusWord(outcome)}**`;
  return line(sent, more, ['open', ANSWERED, endedAt]);
}

function unknownLine({ outcome, observed, checked, sentAt }: Change): StateLine {
  const words = '❓ Outcome unknown';
  if (checked) return line(words, ' · checked', ['over', 'Checked', checked.at]);
  return observed?.isDone
    ? line(words, ', but the pool lists it', ['warning', SEEN, observed.at])
    : line(words, ` · ${outcome?.reason}`, ['warning', 'Sent', sentAt]);
}

function line(
  words: string,
  more: string,
  [tone, footer, at]: readonly [Tone, string, number | null],
): StateLine {
  const [symbol = '', ...rest] = words.split(' ');
  return { symbol, word: rest.join(' '), more, tone, footer, at };
}
