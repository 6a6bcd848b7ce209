import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import { DAY, HOUR, MINUTE, waitAtMost, type Clock } from '../clock.js';
import { ChannelError, type Channels, type PostedMessage } from '../discord/channels.js';
import type { Card, Reply } from '../discord/reply.js';
import { groupBy } from '../group-by.js';
import type { Metrics } from '../ops/metrics.js';
import { callWebhook } from '../ops/webhooks.js';
import type { Tables } from '../store/schema.js';
import type { Store, Tx } from '../store/store.js';
import type { Leader } from './leader-and-jobs.js';

const BATCH = 50;
/** How long a batch may delay the next one. */
const PATIENCE_MS = 1_000;
/** Within this time Discord is sure to drop a second post with the same nonce. */
const NONCE_MS = 5 * MINUTE;
const FIRST_PAUSE_MS = 5_000;
const MAX_PAUSE_MS = HOUR;

/** Stands in place of a channel's id: the post is a page for the operator's pager. */
export const PAGER = 'pager';

/** What is posted or edited. Files are left out: they would weigh too much in a row. */
interface OutboxBody {
  readonly reply: Reply;
  /** Id of the message that it edits. Default: it is a new one. */
  readonly edits?: string | undefined;
  /** Id of the message that it answers. */
  readonly replyTo?: string | undefined;
}

interface Post extends OutboxBody {
  /** Identifies it, such as `audit:1234:17`; the part before the first colon selects the hooks. */
  readonly key: string;
  readonly channel: string;
  /** How long it waits before it is posted (ms). Default: not at all. */
  readonly waits?: number;
  /** How long it is tried (ms). Default: a day. */
  readonly lasts?: number;
  /** If the key already waits, its body is replaced. Default: the first body stays. */
  readonly newestWins?: boolean;
}

/** The transaction that takes a post out of the outbox, or notes its next try, with the server's row. */
interface Taking {
  readonly tx: Tx;
  readonly row: Selectable<Tables['guild']>;
}

export interface OutboxHooks {
  /** Not called for edits. */
  posted?(taking: Taking, post: PostRow, message: PostedMessage): Promise<void>;
  /** Discord refused; it stays in the outbox and is tried again. */
  refused?(taking: Taking, post: PostRow, refusal: ChannelError): Promise<void>;
  /** Discord's refusal, or null if its time ended. */
  givenUp?(taking: Taking, post: PostRow, refusal: ChannelError | null): Promise<void>;
}

export type PostRow = Selectable<Tables['outbox']>;

/** Enters a post or an edit, in the transaction of what it tells. */
export async function post(
  { tx, guildId: guild, now }: { readonly tx: Tx; readonly guildId: string; readonly now: number },
  { key, channel, waits = 0, lasts = DAY, newestWins = false, ...body }: Post,
): Promise<void> {
  const news = { body: writeBody(body), due_at: now + waits, ends_at: now + lasts };
  await tx
    .insertInto('outbox')
    .values({ key, guild, channel, ...news })
    .onConflict((on) =>
      newestWins ? on.column('key').doUpdateSet(news) : on.column('key').doNothing(),
    )
    .execute();
}

/** Replaces the body of a post, if it still waits; its due time stays. */
export async function replaceWaiting(tx: Tx, key: string, reply: Reply): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ body: writeBody({ reply }) })
    .where('key', '=', key)
    .execute();
}

export type Outbox = ReturnType<typeof createOutbox>;

interface OutboxParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly channels: Pick<Channels, 'post' | 'edit' | 'recent'>;
  readonly leader: Pick<Leader, 'isLeader'>;
  readonly metrics: Pick<Metrics, 'outboxPosts' | 'outboxWaiting'>;
  readonly log: Logger;
  /** Gets pages as JSON. Default: they are dropped. */
  readonly pagerUrl?: string | undefined;
}

export function createOutbox(parts: OutboxParts) {
  const { store, clock, channels, leader, metrics, log, pagerUrl } = parts;
  const hooks = new Map<string, OutboxHooks>();
  const hooksOf = ({ key }: PostRow) => hooks.get(key.slice(0, key.indexOf(':')));
  // A channel's posts go one after another, so that they appear in order.
  const busy = new Set<string>();

  async function due(): Promise<PostRow[]> {
    let query = store.db.selectFrom('outbox').selectAll().where('due_at', '<=', clock.now());
    if (busy.size > 0) query = query.where('channel', 'not in', [...busy]);
    return query.orderBy('due_at').orderBy('key').limit(BATCH).execute();
  }

  async function deliverTo(channel: string, rows: readonly PostRow[]): Promise<void> {
    busy.add(channel);
    try {
      for (const row of rows) if (leader.isLeader()) await deliverOne(row);
    } catch (error) {
      // The rows stay due.
      log.error({ err: error, channel }, 'the outbox could not note a post');
    } finally {
      busy.delete(channel);
    }
  }

  async function deliverOne(row: PostRow): Promise<void> {
    if (clock.now() >= row.ends_at) return giveUp(row, null);
    const body = readBody(row.body);
    try {
      if (row.channel === PAGER) {
        if (pagerUrl) await callWebhook(pagerUrl, JSON.parse(body.reply.content ?? ''));
        await takeOut(row);
      } else if (body.edits) {
        await channels.edit({ channelId: row.channel, messageId: body.edits }, body.reply);
        await takeOut(row);
      } else {
        await done(row, await postOnce(row, body));
      }
      metrics.outboxPosts.inc({ outcome: 'posted' });
    } catch (error) {
      if (error instanceof ChannelError && error.kind === 'gone') await giveUp(row, error);
      else await tryLater(row, error);
    }
  }

  async function postOnce(row: PostRow, { reply, replyTo }: OutboxBody): Promise<PostedMessage> {
    const now = clock.now();
    const nonce = createHash('sha256').update(row.key).digest('base64url').slice(0, 25);
    const isForgotten = row.posting_since !== null && now - row.posting_since > NONCE_MS;
    const recent = isForgotten ? await channels.recent(row.channel).catch(noneIfForbidden) : [];
    let message: PostedMessage | undefined = recent.find((found) => found.nonce === nonce);
    if (message === undefined) {
      if (row.posting_since === null || isForgotten) await change(row, { posting_since: now });
      message = await channels.post(row.channel, reply, { nonce, replyTo });
    }
    // An earlier try may have posted it, with a body that was replaced since.
    if (row.posting_since !== null) await channels.edit(message, reply);
    return message;
  }

  async function done(row: PostRow, message: PostedMessage): Promise<void> {
    await store.inGuild(row.guild, async (tx, guild) => {
      await hooksOf(row)?.posted?.({ tx, row: guild }, row, message);
      if (await takeOut(row, tx)) return;
      // Its body was replaced while it was being posted.
      const waiting = tx.selectFrom('outbox').select('body').where('key', '=', row.key);
      const newer = await waiting.executeTakeFirst();
      if (newer === undefined) return;
      const { reply } = readBody(newer.body);
      const body = writeBody({ reply, edits: message.messageId });
      await change(row, { body, posting_since: null, tries: 0 }, tx);
    });
  }

  async function giveUp(row: PostRow, refusal: ChannelError | null): Promise<void> {
    log.warn({ post: row.key, tries: row.tries, reason: refusal?.sentence }, 'a post was given up');
    metrics.outboxPosts.inc({ outcome: 'given up' });
    await store.inGuild(row.guild, async (tx, guild) => {
      if (await takeOut(row, tx)) await hooksOf(row)?.givenUp?.({ tx, row: guild }, row, refusal);
    });
  }

  async function tryLater(row: PostRow, error: unknown): Promise<void> {
    log.warn({ err: error, post: row.key, tries: row.tries + 1 }, 'a post failed');
    metrics.outboxPosts.inc({ outcome: 'failed' });
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** row.tries, MAX_PAUSE_MS);
    const again = {
      tries: row.tries + 1,
      due_at: Math.min(clock.now() + pause, row.ends_at),
    };
    if (!(error instanceof ChannelError && error.kind === 'forbidden')) return change(row, again);
    await store.inGuild(row.guild, async (tx, guild) => {
      await change(row, again, tx);
      await hooksOf(row)?.refused?.({ tx, row: guild }, row, error);
    });
  }

  /** False if another body has taken its place. */
  async function takeOut({ key, body }: PostRow, tx?: Tx): Promise<boolean> {
    const { numDeletedRows } = await (tx ?? store.db)
      .deleteFrom('outbox')
      .where('key', '=', key)
      .where('body', '=', body)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  async function change({ key }: PostRow, values: Partial<PostRow>, tx?: Tx): Promise<void> {
    await (tx ?? store.db).updateTable('outbox').set(values).where('key', '=', key).execute();
  }

  return {
    /** Hooks of the posts whose keys begin with `kind:`. */
    handle: (kind: string, added: OutboxHooks) => void hooks.set(kind, added),
    /** Posts what is due; to be called every second. */
    deliver: async (): Promise<void> => {
      const byChannel = groupBy(await due(), ({ channel }) => channel);
      const batch = [...byChannel].map(([channel, rows]) => deliverTo(channel, rows));
      await waitAtMost(clock, PATIENCE_MS, Promise.all(batch));
    },
    /** Counts what waits, for the metrics. */
    measure: async (): Promise<void> => {
      const { waiting } = await store.db
        .selectFrom('outbox')
        .select(({ fn }) => fn.countAll<number>().as('waiting'))
        .executeTakeFirstOrThrow();
      metrics.outboxWaiting.set(waiting);
    },
  };
}

/** If the bot may not read the channel, posting twice is better than never. */
function noneIfForbidden(error: unknown): [] {
  if (error instanceof ChannelError && error.kind === 'forbidden') return [];
  throw error;
}

/** JSON, with the charts' bytes as base64. */
function writeBody(body: OutboxBody): string {
  const { files: _files, cards, ...reply } = body.reply;
  return JSON.stringify({ ...body, reply: { ...reply, cards: cards?.map(withTextChart) } });
}

export function readBody(text: string): OutboxBody {
  return JSON.parse(text, (name, value: unknown) =>
    name === 'data' && typeof value === 'string' ? Buffer.from(value, 'base64') : value,
  );
}

function withTextChart({ chart, ...card }: Card) {
  return chart === undefined
    ? card
    : { ...card, chart: { ...chart, data: chart.data.toString('base64') } };
}
