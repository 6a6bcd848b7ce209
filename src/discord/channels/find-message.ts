import { z } from 'zod';
import type { PostedSince } from '../../domain/messages/channels-port.js';
import { firstSnowflakeAt, snowflakeTime } from '../messages/snowflake-time.js';
import { DAY_MS, MINUTE_MS } from '../../domain/time/units.js';

const component = z.looseObject({ custom_id: z.string().optional() });
const withComponents = z.object({
  id: z.string().regex(/^\d+$/),
  timestamp: z.string(),
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

/** Gives the messages that Discord lists for this query; throws if they aren't the channel's. */
type ReadMessages = (query: Record<string, string>) => Promise<unknown[]>;

interface SearchedTime extends PostedSince {
  /** `sinceMs` is by Discord's clock. */
  readonly isDiscordsClock?: boolean;
  /** Called with when the channel's newest message was posted, by Discord's clock, in ms. */
  readonly onNewest?: (postedAt: number) => void;
}

/** `Channels.find` in one channel. */
export async function findMessage(
  read: ReadMessages,
  customIdStart: string,
  { sinceMs, isDiscordsClock, after: other = '0', onNewest }: SearchedTime,
): Promise<string | null> {
  const isWanted = (message: MessageWithComponents) =>
    BigInt(message.id) > BigInt(other) && hasCustomId(message, customIdStart);
  // The newest first: usually that is enough, also if our clock was far ahead.
  const newest = await readPage(read, {});
  if (newest[0] !== undefined) onNewest?.(Date.parse(newest[0].timestamp));
  const amongNewest = newest.find(isWanted);
  if (amongNewest !== undefined) return amongNewest.id;
  const oldest = newest.at(-1);
  if (oldest === undefined) return null;
  const afterOther = (ms: number) => Math.max(ms, snowflakeTime(other));
  const start = afterOther(sinceMs - MARGIN_MS);
  // Then forwards: however many came later, it stands near the time at which it left.
  const found = await findForwards(read, isWanted, { fromMs: start, before: BigInt(oldest.id) });
  if (found !== null || isDiscordsClock) return found;
  const startId = firstSnowflakeAt(start);
  const before = startId < BigInt(oldest.id) ? startId : BigInt(oldest.id);
  return findForwards(read, isWanted, { fromMs: afterOther(start - CLOCK_AHEAD_MS), before });
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
    if (messages.length === 0) return null;
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
