import { z } from 'zod';
import type { PostedSince } from '../../domain/messages/channels-port.js';
import { firstSnowflakeAt, snowflakeTime } from '../messages/snowflake-time.js';
import { DAY_MS, MINUTE_MS } from '../../domain/time/units.js';

const component = z.looseObject({ custom_id: z.string().optional() });
const withComponents = z.object({
  id: z.string().regex(/^\d+$/),
  components: z.array(z.looseObject({ components: z.array(component).optional() })).optional(),
});
type MessageWithComponents = z.output<typeof withComponents>;

const PAGE = 100;
/** The message usually stands in the first one, because it left right after `sinceMs`. */
const MAX_PAGES = 50;
/** Allowance for the difference between our clock and Discord's. */
const MARGIN_MS = 10 * MINUTE_MS;
/** How far ahead ours may have been, as one without its time zone. */
const CLOCK_AHEAD_MS = DAY_MS;

/** A message may be the answer to a command, and then is of the time at which that was given. */
const ANSWERED_WITHIN_MS = 15 * MINUTE_MS;
const MOST_FOUND_NONE = 1_000;

/** Gives the messages that Discord lists for this query; throws if they aren't the channel's. */
type ReadMessages = (query: Record<string, string>) => Promise<unknown[]>;

interface MessageSearch extends PostedSince {
  readonly channelId: string;
  readonly customIdStart: string;
}

/** `Channels.find`. */
export function createMessageSearch() {
  /**
   * By search that found none: when the newest message was posted, by Discord's clock, in ms. A search may
   * be dozens of requests; the next one looks only at what was posted since, as by another process.
   */
  const newestAt = new Map<string, number>();

  return async function find(
    read: ReadMessages,
    { channelId, customIdStart, sinceMs, after: other = '0' }: MessageSearch,
  ): Promise<string | null> {
    const key = [channelId, customIdStart, other, sinceMs].join(':');
    const last = newestAt.get(key);
    const isWanted = (message: MessageWithComponents) =>
      BigInt(message.id) > BigInt(other) && hasCustomId(message, customIdStart);
    const afterOther = (ms: number) => Math.max(ms, snowflakeTime(other));
    // The newest first: usually that is enough, also if our clock was far ahead.
    const newest = await readPage(read, {});
    const amongNewest = newest.find(isWanted);
    if (amongNewest !== undefined) return amongNewest.id;
    const [first, oldest] = [newest[0], newest.at(-1)];
    if (first === undefined || oldest === undefined) return null;
    // Then forwards: however many came later, it stands near the time at which it left.
    const start = afterOther(
      (last === undefined ? sinceMs : last - ANSWERED_WITHIN_MS) - MARGIN_MS,
    );
    const span = { fromMs: start, before: BigInt(oldest.id) };
    const found =
      (await findForwards(read, isWanted, span)) ??
      (last === undefined
        ? await findForwards(read, isWanted, earlierSpan(span, afterOther))
        : null);
    if (found !== null) return found;
    if (newestAt.size >= MOST_FOUND_NONE) newestAt.clear();
    newestAt.set(key, snowflakeTime(first.id));
    return null;
  };
}

/** Our clock may have been ahead of Discord's. */
function earlierSpan(
  { fromMs, before }: SearchedSpan,
  afterOther: (ms: number) => number,
): SearchedSpan {
  const start = firstSnowflakeAt(fromMs);
  return { fromMs: afterOther(fromMs - CLOCK_AHEAD_MS), before: start < before ? start : before };
}

interface SearchedSpan {
  readonly fromMs: number;
  /** Not beyond the page with this message. */
  readonly before: bigint;
}

async function findForwards(
  read: ReadMessages,
  isWanted: (message: MessageWithComponents) => boolean,
  { fromMs, before }: SearchedSpan,
): Promise<string | null> {
  let after = firstSnowflakeAt(fromMs);
  for (let page = 0; page < MAX_PAGES && after < before; page++) {
    const messages = await readPage(read, { after: after.toString() });
    const found = messages.find(isWanted);
    if (found !== undefined) return found.id;
    // The newest page stands after it: the bot may no longer read, or another answered.
    if (messages.length === 0) throw new Error('the list of messages ends before its newest');
    after = messages.reduce((last, { id }) => (BigInt(id) > last ? BigInt(id) : last), after);
  }
  return null;
}

/** Newest first. A message that can't be parsed might be the one we want, so don't skip it. */
async function readPage(
  read: ReadMessages,
  place: { readonly after?: string },
): Promise<MessageWithComponents[]> {
  return z.array(withComponents).parse(await read({ limit: String(PAGE), ...place }));
}

function hasCustomId({ components = [] }: MessageWithComponents, start: string) {
  return components
    .flatMap((row) => row.components ?? [])
    .some(({ custom_id: id }) => id?.startsWith(start) === true);
}
