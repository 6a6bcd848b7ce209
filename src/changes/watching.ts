import { settlesWithin } from '../domain/in-time.js';
import { settle } from '../domain/settle.js';
import type { AuditPosts } from './audit-posts.js';
import type { Change } from './change.js';
import type { Desk } from './desk.js';
import type { Draft } from './entry.js';
import type { Lanes } from './lanes.js';
import type { Ledger } from './ledger.js';
import { isDue } from './loosening-rules.js';
import type { Loosenings } from './loosenings.js';
import { lookNumber } from './looks.js';
import { createRetries } from './retries.js';
import { isOver } from './rules.js';

/** What happens to changes without anybody clicking. */
export interface Watch {
  /**
   * Closes what has expired or was left behind by a process that ended, in every guild. One at a
   * time; Discord is told of it afterwards, and is waited for by nobody but `Lanes.idle`.
   */
  sweep(): Promise<void>;
  /** One guild's trouble does not keep the others waiting. */
  eachGuild(work: (guildId: string) => Promise<void>): Promise<void>;
}

export interface WatchParts {
  readonly desk: Desk;
  readonly posts: Pick<AuditPosts, 'retry'>;
  readonly lanes: Lanes;
  readonly loosenings: Pick<Loosenings, 'takeEffect'>;
  readonly onTrouble: (what: string, error: unknown) => void;
}

/** A Discord that hangs in one channel holds up the next sweep no longer. */
const SHOWN_WITHIN_MS = 2_000;

export function createWatch(parts: WatchParts): Watch {
  const { desk, posts, lanes, loosenings, onTrouble } = parts;
  const { trail, cards, clock } = desk;
  const looked = new Map<string, number>();
  const underWay = new Map<string, Promise<void>>();
  const retries = createRetries<() => void>(clock);

  /**
   * One at a time for each key: a Discord that hangs is not asked again meanwhile, and one that
   * cannot tell is asked at growing gaps. Keeps no other waiting.
   */
  function begin(key: string, what: string, work: () => Promise<void>): void {
    if (underWay.has(key)) return;
    const attempt = async () => {
      const done = await settle(work());
      underWay.delete(key);
      if (done.ok) return retries.succeeded(key);
      retries.failed(key, () => begin(key, what, work), [done.error]);
      onTrouble(what, done.error);
    };
    underWay.set(key, lanes.run(key, attempt));
  }

  const closing = () =>
    [...underWay].flatMap(([key, work]) => (key.startsWith('close:') ? [work] : []));

  function beginUnlessFailed(key: string, what: string, work: () => Promise<void>): void {
    if (!retries.has(key)) begin(key, what, work);
  }

  /**
   * What was shown is asked for first: of a store that lost entries, "nothing was sent" would not
   * be true. While Discord cannot tell it waits.
   */
  async function closeOverdue(guildId: string, { id }: Change): Promise<void> {
    if ((await trail.ledger(guildId)).behind !== null) return;
    await Promise.all([cards.judge(guildId, id), desk.witnesses.readAuditChannelOnce(guildId)]);
    const { written } = await trail.record(guildId, (now) => overdueStep(desk, now, id));
    if (written !== null) void cards.redraw(guildId, id);
  }

  /** Reads back; says what was seen, and nothing when it was not. */
  async function look(guildId: string, change: Change): Promise<void> {
    const pool = await desk.poolFor(guildId);
    const kind = desk.kindOf(change.kind);
    const found = await kind.read(pool.fresh(), change.input);
    const key = await desk.guilds.keyInfo(guildId);
    // Another key may be another workspace, where the same name means something else.
    if (key?.connectedAt !== change.keySince || !kind.isDone(change.input, found, change.answer))
      return;
    const { written } = await trail.record(guildId, (now) =>
      now.behind === null && mayBeSeen(now.changes.get(change.id))
        ? { step: 'observed', change: change.id, actor: 'pitboss', details: { found } }
        : null,
    );
    if (written !== null) await cards.redraw(guildId, change.id);
  }

  function lookWhenDue(guildId: string, change: Change): void {
    const since = clock.now() - (change.ended?.at ?? 0);
    const due = mayBeSeen(change) ? lookNumber(since) : 0;
    if (due === 0) looked.delete(change.id);
    else if (due > (looked.get(change.id) ?? 0)) {
      looked.set(change.id, due);
      // A pool that does not answer is no news here: the next look is due anyway.
      void lanes.run(`look:${change.id}`, () => settle(look(guildId, change)));
    }
  }

  async function sweepGuild(guildId: string): Promise<void> {
    const { changes, behind, loosening } = await trail.ledger(guildId);
    if (behind !== null) return;
    // May have to wait for whoever sets something in that guild.
    if (loosening !== null && isDue(loosening, clock.now()))
      beginUnlessFailed(`loosening:${guildId}`, 'a loosening has not taken effect yet', () =>
        loosenings.takeEffect(guildId),
      );
    for (const change of changes.values()) {
      if (isOverdue(desk, change))
        beginUnlessFailed(
          `close:${change.id}`,
          `a change of guild ${guildId} could not be closed`,
          () => closeOverdue(guildId, change),
        );
      else lookWhenDue(guildId, change);
    }
  }

  async function eachGuild(work: (guildId: string) => Promise<void>): Promise<void> {
    try {
      for await (const guildId of trail.guilds()) {
        const done = await settle(work(guildId));
        if (!done.ok) onTrouble(`the changes of guild ${guildId} were left alone`, done.error);
      }
    } catch (error) {
      onTrouble('the changes of all guilds were left alone', error);
    }
  }

  async function sweep(): Promise<void> {
    // First: what this process knows of a request is more than that it was left behind.
    await desk.answers.retry();
    for (const again of retries.take()) again();
    await eachGuild(sweepGuild);
    await settlesWithin(SHOWN_WITHIN_MS, Promise.all(closing()));
    cards.retry();
    posts.retry();
  }

  let sweeping: Promise<void> | undefined;
  return {
    sweep: () => (sweeping ??= sweep().finally(() => (sweeping = undefined))),
    eachGuild,
  };
}

/** Nobody has seen its effect yet, and it may have one. */
function mayBeSeen(change: Change | undefined): boolean {
  if (change === undefined || change.observed !== undefined) return false;
  return change.state === 'reported' || change.state === 'unknown';
}

function isOverdue({ clock, answerWithinMs }: Desk, change: Change): boolean {
  const now = clock.now();
  if (change.state === 'pending') return isOver(change, now);
  const begun =
    change.state === 'confirmed'
      ? change.confirmed
      : change.state === 'sent'
        ? change.sent
        : undefined;
  return begun !== undefined && now - begun.at >= answerWithinMs;
}

/**
 * Of a process that ended between two steps, the last step tells all: before `sent` nothing
 * left; after it, nobody knows. If that process lives after all, its next step is decided on
 * what stands here: it sends nothing any more, or adds the answer that it did get.
 */
function overdueStep(desk: Desk, now: Ledger, id: string): Draft | null {
  const change = now.changes.get(id);
  if (now.behind !== null || change === undefined || !isOverdue(desk, change)) return null;
  const base = { change: id, actor: 'pitboss' as const };
  if (change.state === 'pending') return { ...base, step: 'expired', details: {} };
  const step = change.state === 'sent' ? 'unknown' : 'failed';
  return { ...base, step, details: { why: 'stopped' } };
}
