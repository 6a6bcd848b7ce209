import type { Reply } from '../../domain/messages/reply.js';
import {
  AccessDenied,
  ChangeRuledOut,
  DamagedKey,
  WordedError,
} from '../../domain/errors/user-errors.js';
import { ChannelRefused } from '../../domain/errors/channel-refused.js';
import {
  DamagedEntry,
  StoreError,
  WriteConflict,
  type StoreFault,
} from '../../domain/errors/store-errors.js';
import {
  LONGEST_BUSY_WAIT_MS,
  PoolBroken,
  PoolBusy,
  PoolError,
  PoolForbidden,
  PoolKeyRefused,
  PoolListTooLong,
  PoolNotFound,
  PoolRejected,
  PoolTimeout,
  PoolUnreachable,
  PoolUnreadable,
} from '../../domain/errors/pool-errors.js';
import { cardReply, meantSentence } from '../kit/card.js';
import { REFUSAL_WORDS } from './refusal-words.js';
import { refusedChannelSentence } from '../kit/channel-permissions.js';
import { groupThousands } from '../kit/figures.js';
import { escapeMarkdown } from '../kit/text.js';
import { waitingTimeText } from '../../domain/time/duration-text.js';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../domain/time/units.js';

/** Words for a failure; null for a bug, which gets an incident id instead. */
export function explainFailure(error: unknown): Reply | null {
  const title = titleOf(error);
  if (title === null) return null;
  // Red where the store or the pool failed, amber where nothing did.
  const tone = error instanceof StoreError || error instanceof PoolError ? 'bad' : 'warning';
  const lines = [failureSentence(error), error instanceof PoolError ? said(error) : null];
  return cardReply({ title, tone, lines });
}

function titleOf(error: unknown): string | null {
  if (error instanceof AccessDenied || error instanceof ChangeRuledOut)
    return REFUSAL_WORDS[error.why].title;
  if (error instanceof WordedError) return error.title ?? 'That didn’t work';
  if (error instanceof WriteConflict) return 'Somebody else was changing this';
  if (error instanceof DamagedEntry) return 'Saved data is damaged';
  if (error instanceof DamagedKey) return 'The saved key is damaged';
  if (error instanceof ChannelRefused) return 'Pitboss can’t post there';
  if (error instanceof StoreError)
    return error.fault === 'other-master-key'
      ? 'Pitboss needs a restart'
      : 'Pitboss can’t reach its data';
  if (!(error instanceof PoolError)) return null;
  // To all others the pool did answer.
  const isSilence = error instanceof PoolTimeout || error instanceof PoolUnreachable;
  return isSilence ? 'No answer from the pool' : 'Couldn’t read from the pool';
}

/** What happened and what to do next, in one or two sentences. */
export function failureSentence(error: unknown): string {
  if (error instanceof WordedError) return error.message;
  if (error instanceof DamagedKey) {
    return 'The saved API key of this server is damaged and can’t be opened. Connect the key again with `/setup key`.';
  }
  if (error instanceof DamagedEntry) {
    return `Part of what Pitboss saved for this server is damaged and can’t be read (\`${error.space}\`), so nothing was done. ${mendSentence(error.space)}`;
  }
  if (error instanceof ChannelRefused) return refusedChannelSentence(error);
  if (error instanceof WriteConflict) {
    return 'Somebody else was changing this at the same moment, so nothing was changed; please try again.';
  }
  if (error instanceof StoreError) return STORE_SENTENCES[error.fault];
  if (error instanceof PoolTimeout) {
    return 'The pool did not answer in time. Try again in a minute. If it keeps happening, check the pool’s own status page.';
  }
  if (error instanceof PoolUnreachable) {
    return 'The pool could not be reached, or the connection broke. Try again in a minute.';
  }
  if (error instanceof PoolKeyRefused) {
    return 'The pool no longer accepts the connected API key (401). An admin can connect another with `/setup key`.';
  }
  if (error instanceof PoolForbidden && error.meant.length > 0) {
    return `The pool doesn’t list this subaccount, or the API key has no access to it (403). ${meantSentence(error.meant)}`;
  }
  if (error instanceof PoolForbidden) {
    return 'The connected API key has no access to this, or a name is misspelt (403). Check the names; an admin can check the key with `/setup check`.';
  }
  if (error instanceof PoolNotFound && error.fault !== undefined) {
    return 'The pool’s server has nothing at this web address (404). That isn’t a misspelt name: this pool may not offer this, or `POOL_API_URL` may be wrong. The bot’s operator can check.';
  }
  if (error instanceof PoolNotFound) {
    return 'The pool has nothing with that name or id (404). Check the spelling.';
  }
  if (error instanceof PoolBusy) return busySentence(error);
  if (error instanceof PoolError && error.outcome === 'not-sent' && error.fault !== undefined) {
    return `Nothing was sent to the pool: ${escapeMarkdown(error.fault, 200)}.`;
  }
  if (error instanceof PoolRejected) {
    return `The pool did not accept the request (${error.status ?? 'no status'}). Check the options.`;
  }
  if (error instanceof PoolBroken) {
    return `The pool failed on its side (${error.status ?? 'no status'}). Try again in a minute.`;
  }
  if (error instanceof PoolListTooLong) return listTooLongSentence(error);
  if (error instanceof PoolUnreadable && error.fault !== undefined) {
    return `The pool’s answer can’t be trusted: ${escapeMarkdown(error.fault, 200)}. Try again in a minute.`;
  }
  if (error instanceof PoolUnreadable && error.said !== undefined) {
    return 'The pool answered with an error instead of data.';
  }
  if (error instanceof PoolUnreadable) {
    return 'The pool’s answer could not be read, so nothing is shown. Try again in a minute.';
  }
  return 'Something went wrong inside the bot.';
}

/** What `/setup disconnect` deletes of a server, where a damaged row is reported. */
const DISCONNECTED_SPACES: ReadonlySet<string> = new Set([
  'daily-schedules',
  'daily-ledgers',
  'alert-rules',
  'alert-states',
  'alert-listed',
]);

function mendSentence(space: string): string {
  return DISCONNECTED_SPACES.has(space)
    ? '`/setup disconnect` deletes it with the rest; the bot’s operator can put back a backup instead.'
    : 'The bot’s operator can put back a backup.';
}

function listTooLongSentence({ cutOff: { by, rows } }: PoolListTooLong): string {
  const read = rows === 1 ? '1 row' : `${groupThousands(String(rows))} rows`;
  return by === 'rows'
    ? `The pool’s list didn’t end within ${read}, the most that Pitboss reads here. Check at the pool why it is so long.`
    : `The pool’s list took too long: ${read} came, and there were more. Try again in a minute.`;
}

/** None says that a write didn't arrive: it may have, before the connection broke. */
const STORE_SENTENCES: Readonly<Record<StoreFault, string>> = {
  away: 'Pitboss’s own data store doesn’t answer. Try again in a minute. If it keeps happening, tell the bot’s operator.',
  locked:
    'Another program has locked Pitboss’s own data store. Try again in a minute. If it keeps happening, tell the bot’s operator.',
  broken:
    'The disk under Pitboss’s own data store has failed, so the bot restarts. Try again in a minute. If it keeps happening, tell the bot’s operator.',
  'other-master-key':
    'This server’s API key is encrypted with a different master key from the one this bot was started with. The bot’s operator needs to restart it with the current `MASTER_KEY`.',
};

function busySentence(error: PoolBusy): string {
  return `The pool is limiting requests (429). ${busyWait(error.retryAfterMs)}`;
}

/** What the pool asks for, and when Pitboss asks again if that is earlier. */
function busyWait(askedMs: number | undefined): string {
  if (askedMs === undefined) return 'Try again in a minute.';
  if (askedMs <= LONGEST_BUSY_WAIT_MS)
    return `It asks you to wait ${Math.ceil(askedMs / SECOND_MS)} s.`;
  const asked =
    askedMs > MOST_WAIT_SAID_MS
      ? 'more than a year'
      : waitingTimeText(Math.ceil(askedMs / MINUTE_MS));
  return `It asks for a wait of ${asked}, but Pitboss waits a minute at most: try again then.`;
}

const MOST_WAIT_SAID_MS = 365 * DAY_MS;

/** The pool's own words. */
function said(error: PoolError): string | null {
  return error.said === undefined || error.said.trim() === ''
    ? null
    : `> The pool said: ${escapeMarkdown(error.said, 300)}`;
}
