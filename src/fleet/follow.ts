import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import { actionButtons, actionCard, actionEnding } from '../cards/action.js';
import { failureWords, part } from '../cards/failures.js';
import { moment } from '../cards/kit/times.js';
import { HOUR, MINUTE, type Clock } from '../clock.js';
import type { PostedMessage } from '../discord/channels.js';
import type { Caller } from '../discord/command.js';
import { customId } from '../discord/custom-id.js';
import { cardReply, type Button, type Card, type Reply } from '../discord/reply.js';
import { UserError } from '../errors.js';
import { mayUse } from '../guilds/access.js';
import type { Guilds } from '../guilds/guilds.js';
import type { GuildSettings } from '../guilds/settings.js';
import { post } from '../guilds/in-guild.js';
import type { Outbox } from '../jobs/outbox.js';
import type { Read } from '../pool/pool.js';
import { PoolError } from '../pool/pool-error.js';
import type { FleetAction } from '../pool/schemas.js';
import type { Tables } from '../store/schema.js';
import type { Store, Tx } from '../store/store.js';

const LOOK_EVERY_MS = 10_000;
const MAX_GAP_MS = 5 * MINUTE;
const BATCH = 20;

/** Who follows which action, and until when. */
interface Wanted {
  readonly action: string;
  readonly siteName: string | undefined;
  /** What the buttons remember. */
  readonly token: string;
  /** User id. */
  readonly by: string;
  readonly until: number;
}

/** An action as stored in the row of its message. */
interface Follow extends Wanted {
  readonly channel: string;
  /** As the pool answered last. */
  readonly card: Card;
  readonly buttons: readonly Button[];
  /** Since when it has not answered, how often it was asked, and why it fails. */
  readonly silent: { readonly since: number; readonly looks: number; readonly why: string } | null;
}

type Stopper = Pick<Caller, 'guildId' | 'messageId' | 'member'> & {
  readonly settings: GuildSettings;
};

type Row = Selectable<Tables['follow']>;

export interface FollowParts {
  readonly store: Store;
  readonly clock: Pick<Clock, 'now'>;
  readonly guilds: Pick<Guilds, 'find' | 'pool'>;
  readonly outbox: Pick<Outbox, 'handle'>;
  readonly log: Pick<Logger, 'error'>;
}

/** Messages that follow fleet actions while they run, also across restarts: one row per message. */
export function createFollows({ store, clock, guilds, outbox, log }: FollowParts) {
  outbox.handle('follow', {
    /** The message is gone, or Pitboss may no longer edit it. */
    async givenUp({ tx }, { guild, key }) {
      await remove(tx, { guild, id: key.split(':')[1] ?? '' });
    },
  });

  async function look(row: Row): Promise<void> {
    const before = followOf(row);
    const pool = guilds.pool(await guilds.find(row.guild));
    const read = await part(pool.action(before.action));
    const now = clock.now();
    const after = afterLook(before, read, now);
    const ending = read instanceof PoolError ? null : actionEnding(read.value, before.siteName);
    if (ending !== null) return end(row, after, ending);
    if (now >= before.until) return end(row, after, '⌛ **No longer followed**; it may still run.');
    const gap = Math.min(LOOK_EVERY_MS * 2 ** (after.silent?.looks ?? 0), MAX_GAP_MS);
    await store.db.transaction().execute(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('follow')
        .set({ data: JSON.stringify(after), due_at: Math.min(now + gap, before.until) })
        .where('guild', '=', row.guild)
        .where('id', '=', row.id)
        .executeTakeFirst();
      const isSame = JSON.stringify(seen(after)) === JSON.stringify(seen(before));
      if (numUpdatedRows > 0n && !isSame) await edit(tx, row, followedReply(after));
    });
  }

  /** Tells the person who follows, below the message. */
  async function end(row: Row, follow: Follow, words: string): Promise<void> {
    const { guild, id } = row;
    const { channel, by, buttons } = follow;
    const now = clock.now();
    await store.db.transaction().execute(async (tx) => {
      if (!(await remove(tx, row))) return;
      await edit(tx, row, cardReply(shownCard(follow), { rows: [buttons] }));
      const reply: Reply = {
        content: `<@${by}> ${words}`,
        pings: { users: [by] },
        rows: [buttons.filter(({ label }) => label !== 'CSV')],
      };
      const key = `follow:${id}:end`;
      const where = { tx, guildId: guild, now };
      await post(where, { key, channel, reply, replyTo: id, lasts: 6 * HOUR });
    });
  }

  async function edit(tx: Tx, row: Row, reply: Reply): Promise<void> {
    const { guild: guildId, id: edits } = row;
    const { channel } = followOf(row);
    const where = { tx, guildId, now: clock.now() };
    const key = `follow:${edits}`;
    await post(where, { key, channel, edits, reply, lasts: HOUR, newestWins: true });
  }

  return {
    /** The answer to `/action follow`; what is over already is only shown. */
    follow(guildId: string, wanted: Wanted, read: Read<FleetAction>): Reply {
      const figures = figuresOf(wanted, read);
      if (actionEnding(read.value, wanted.siteName) !== null)
        return cardReply(figures.card, { rows: [figures.buttons] });
      const { until } = wanted;
      const due_at = Math.min(clock.now() + LOOK_EVERY_MS, until);
      return {
        ...followedReply({ ...figures, until, token: wanted.token, silent: null }),
        async onPosted({ channelId: channel, messageId: id }: PostedMessage) {
          const follow: Follow = { ...wanted, ...figures, channel, silent: null };
          const row = { guild: guildId, id, due_at, data: JSON.stringify(follow) };
          // An interaction that Discord delivered twice is one message.
          await store.db
            .insertInto('follow')
            .values(row)
            .onConflict((on) => on.doNothing())
            .execute();
        },
      };
    },

    /** Does nothing if the message no longer follows anything. @throws UserError "Not yours" */
    async stop({ guildId, messageId, member, settings }: Stopper): Promise<void> {
      const row = await store.db
        .selectFrom('follow')
        .selectAll()
        .where('guild', '=', guildId)
        .where('id', '=', messageId ?? '')
        .executeTakeFirst();
      if (row === undefined) return;
      const { by } = followOf(row);
      if (by !== member.id && !mayUse('manager', member, settings))
        throw new UserError('Not yours', `Only <@${by}> or a manager can stop this.`);
      await store.db.transaction().execute(async (tx) => {
        await remove(tx, row);
        await tx.deleteFrom('outbox').where('key', '=', `follow:${row.id}`).execute();
      });
    },

    /** Reads the actions that are due; for the leader, every few seconds. */
    async tick(): Promise<void> {
      const due = await store.db
        .selectFrom('follow')
        .selectAll()
        .where('due_at', '<=', clock.now())
        .orderBy('due_at')
        .limit(BATCH)
        .execute();
      const failed = (error: unknown) =>
        log.error({ err: error }, 'a followed action was not read');
      await Promise.all(due.map((row) => look(row).catch(failed)));
    },
  };
}

/** False if it was gone. */
async function remove(tx: Tx, { guild, id }: Pick<Row, 'guild' | 'id'>): Promise<boolean> {
  const deleted = tx.deleteFrom('follow').where('guild', '=', guild).where('id', '=', id);
  return (await deleted.executeTakeFirst()).numDeletedRows > 0n;
}

function followOf({ data }: Row): Follow {
  return JSON.parse(data);
}

function figuresOf(
  { siteName, token }: Pick<Wanted, 'siteName' | 'token'>,
  read: Read<FleetAction>,
) {
  return { card: actionCard(read, siteName), buttons: actionButtons(read.value, token) };
}

function afterLook(before: Follow, read: Read<FleetAction> | PoolError, now: number): Follow {
  if (!(read instanceof PoolError)) return { ...before, ...figuresOf(before, read), silent: null };
  const { since = now, looks = 0 } = before.silent ?? {};
  const why = read.kind === 'unreachable' ? 'no answer' : failureWords(read);
  return { ...before, silent: { since, looks: looks + 1, why } };
}

function shownCard({ card, silent }: Pick<Follow, 'card' | 'silent'>, line?: string): Card {
  const { lines = [] } = card;
  if (silent === null) return { ...card, lines: [...lines, line] };
  const why = silent.why.replace(/^./, (letter) => letter.toUpperCase());
  const warning = `⚠️ ${why} since ${moment(silent.since, 't')}; these figures are old.`;
  return { ...card, tone: 'warning', lines: [...lines, line, warning] };
}

/** While it runs. */
function followedReply(
  follow: Pick<Follow, 'card' | 'buttons' | 'silent' | 'until' | 'token'>,
): Reply {
  const card = shownCard(follow, `-# Updates here until ${moment(follow.until, 't')}`);
  const stop = { label: 'Stop', id: customId('action-stop', follow.token) };
  return cardReply(card, { rows: [[stop, ...follow.buttons]] });
}

/** What people see, except the time of reading, which alone is not worth an edit. */
function seen({ card, buttons, silent }: Follow) {
  return [shownCard({ card: { ...card, at: 0 }, silent }), buttons];
}
