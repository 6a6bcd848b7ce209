import { actionButtons, actionCard, actionEnding } from '../cards/fleet-action.js';
import { failureWords, part } from '../cards/failures.js';
import { moment } from '../cards/kit/times.js';
import { HOUR, MINUTE } from '../clock.js';
import type { PostedMessage } from '../discord/channels.js';
import type { Caller } from '../discord/command.js';
import { customId } from '../discord/custom-id.js';
import { cardReply, type Button, type Card, type Reply } from '../discord/reply.js';
import { UserError } from '../errors.js';
import { mayUse } from '../guilds/access.js';
import type { Services } from '../guilds/guilds.js';
import type { GuildSettings } from '../guilds/settings.js';
import { inGuild, type InGuild } from '../guilds/transaction.js';
import { post, type Outbox } from '../jobs/outbox.js';
import type { Read } from '../pool/pool.js';
import { PoolError } from '../pool/pool-error.js';
import type { FleetAction } from '../pool/schemas.js';
import { documents } from '../guilds/json-documents.js';

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

/** An action that a message follows. */
interface Follow extends Wanted {
  readonly guildId: string;
  /** Id of the message. */
  readonly id: string;
  readonly channel: string;
  readonly dueAt: number;
  /** As the pool answered last. */
  readonly card: Card;
  readonly buttons: readonly Button[];
  /** Since when it has not answered, how often it was asked, and why it fails. */
  readonly silent: { readonly since: number; readonly looks: number; readonly why: string } | null;
}

type Stopper = Pick<Caller, 'guildId' | 'messageId' | 'member'> & {
  readonly settings: GuildSettings;
};

const followed = documents<Follow>('follow', ({ dueAt }) => dueAt);

export type FollowParts = Services & { readonly outbox: Pick<Outbox, 'handle'> };

/** Messages that follow fleet actions while they run, also across restarts. */
export function createFollows({ store, clock, guilds, outbox, log }: FollowParts) {
  outbox.handle('follow', {
    /** The message is gone, or Pitboss may no longer edit it. */
    async givenUp({ tx }, { guild, key }) {
      await followed.remove(tx, { guildId: guild, id: key.split(':')[1] ?? '' });
    },
  });

  async function look(before: Follow): Promise<void> {
    const pool = guilds.pool(await guilds.find(before.guildId));
    const read = await part(pool.action(before.action));
    const now = clock.now();
    const after = afterLook(before, read, now);
    const ending = read instanceof PoolError ? null : actionEnding(read.value, before.siteName);
    const isTooLate = now >= before.until;
    const words = ending ?? (isTooLate && '⌛ **No longer followed**; it may still run.');
    await inGuild({ store, clock }, before.guildId, async (guild) => {
      // Somebody may have stopped it meanwhile.
      if ((await followed.find(guild.tx, before)) === null) return;
      if (words) return end(guild, after, words);
      await followed.save(guild.tx, after);
      const isSame = JSON.stringify(seen(after)) === JSON.stringify(seen(before));
      if (!isSame) await edit(guild, after, followedReply(after));
    });
  }

  return {
    /** The answer to `/action follow`; what is over already is only shown. */
    follow(guildId: string, wanted: Wanted, read: Read<FleetAction>): Reply {
      const figures = figuresOf(wanted, read);
      if (actionEnding(read.value, wanted.siteName) !== null)
        return cardReply(figures.card, { rows: [figures.buttons] });
      const { until, token } = wanted;
      const dueAt = Math.min(clock.now() + LOOK_EVERY_MS, until);
      return {
        ...followedReply({ ...figures, until, token, silent: null }),
        onPosted: ({ channelId: channel, messageId: id }: PostedMessage) =>
          inGuild({ store, clock }, guildId, ({ tx }) => {
            const own = { guildId, id, channel, dueAt, silent: null };
            return followed.save(tx, { ...wanted, ...figures, ...own });
          }),
      };
    },

    /** Does nothing if the message no longer follows anything. @throws UserError "Not yours" */
    async stop({ guildId, messageId, member, settings }: Stopper): Promise<void> {
      const follow = await followed.find(store.db, { guildId, id: messageId ?? '' });
      if (follow === null) return;
      const { by, id } = follow;
      if (by !== member.id && !mayUse('manager', member, settings))
        throw new UserError('Not yours', `Only <@${by}> or a manager can stop this.`);
      await inGuild({ store, clock }, guildId, async ({ tx }) => {
        await followed.remove(tx, follow);
        await tx.deleteFrom('outbox').where('key', '=', `follow:${id}`).execute();
      });
    },

    /** Reads the actions that are due; for the leader, every few seconds. */
    async tick(): Promise<void> {
      const due = await followed.due(store.db, clock.now(), BATCH);
      const failed = (error: unknown) =>
        log.error({ err: error }, 'a followed action was not read');
      await Promise.all(due.map((follow) => look(follow).catch(failed)));
    },
  };
}

/** Tells the person who follows, below the message. */
async function end(guild: InGuild, follow: Follow, words: string): Promise<void> {
  const { id, channel, by, buttons } = follow;
  await followed.remove(guild.tx, follow);
  await edit(guild, follow, cardReply(shownCard(follow), { rows: [buttons] }));
  const reply: Reply = {
    content: `<@${by}> ${words}`,
    pings: { users: [by] },
    rows: [buttons.filter(({ label }) => label !== 'CSV')],
  };
  const key = `follow:${id}:end`;
  await post(guild, { key, channel, reply, replyTo: id, lasts: 6 * HOUR });
}

async function edit(guild: InGuild, { id, channel }: Follow, reply: Reply): Promise<void> {
  const key = `follow:${id}`;
  await post(guild, { key, channel, edits: id, reply, lasts: HOUR, newestWins: true });
}

function figuresOf(
  { siteName, token }: Pick<Wanted, 'siteName' | 'token'>,
  read: Read<FleetAction>,
) {
  return { card: actionCard(read, siteName), buttons: actionButtons(read.value, token) };
}

/** With what was read, and when it is read again. */
function afterLook(before: Follow, read: Read<FleetAction> | PoolError, now: number): Follow {
  const at = (pause: number) => Math.min(now + pause, before.until);
  if (!(read instanceof PoolError))
    return { ...before, ...figuresOf(before, read), dueAt: at(LOOK_EVERY_MS), silent: null };
  const { since = now, looks = 0 } = before.silent ?? {};
  const why = read.kind === 'unreachable' ? 'no answer' : failureWords(read);
  const silent = { since, looks: looks + 1, why };
  return { ...before, dueAt: at(Math.min(LOOK_EVERY_MS * 2 ** silent.looks, MAX_GAP_MS)), silent };
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
