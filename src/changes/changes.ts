import type { Reply } from '../domain/messages/reply.js';
import type { Clock } from '../domain/time/clock.js';
import { hashOf } from '../domain/json/canonical-json.js';
import { toResult } from '../domain/errors/result.js';
import { yieldToOthers } from '../domain/async/yield-to-others.js';
import type { Guilds } from '../guilds/guilds.js';
import type { Channels } from '../domain/messages/channels.js';
import type { PoolClient } from '../pool-api/client.js';
import type { Store } from '../store/store.js';
import { recordRejection } from './steps/record-rejection.js';
import { attemptToAsk, propose, type ProposeRequest } from './steps/propose.js';
import { createOutcomes } from './outcomes.js';
import { isUnresolved } from '../domain/changes/unresolved.js';
import { isWatched } from './observation-schedule.js';
import { createAuditPosts } from './posts/audit-posts.js';
import { createCards } from './posts/cards.js';
import { createNotices } from './posts/notices.js';
import type { TrailBehind } from '../domain/changes/restored-store.js';
import type { Change } from '../domain/changes/change.js';
import { createCardButtons } from './steps/card-buttons.js';
import { confirm } from './steps/confirm.js';
import { acceptRestore, type Accepting } from './steps/accept-restore.js';
import { askAgain } from './steps/ask-again.js';
import { cancel } from './steps/cancel.js';
import { freeze, unfreeze, type Freezing } from './steps/freeze.js';
import { resolve } from './steps/resolve.js';
import { redrawPending } from './posts/redraw-pending.js';
import type { Click, EngineContext } from './engine-context.js';
import { createKeyedQueue } from '../domain/async/keyed-queue.js';
import { isOpen } from '../domain/changes/state-machine.js';
import { typedNumber } from '../domain/changes/typed-change-number.js';
import { idOfNumber, type TrailVerdict } from '../domain/changes/state.js';
import { createLoosenings, type Loosenings } from './settings/loosenings.js';
import { createRefusals, type Refused } from './refusals.js';
import { createKeyLock } from './settings/key-lock.js';
import { createAuditedSettings } from './settings/settings.js';
import { readStored, effectiveSettings } from './settings/effective-settings.js';
import { createCheckpoints } from './trail/checkpoints.js';
import { createSettled } from './trail/settled.js';
import { listChanges, type Wanted } from './trail/list-changes.js';
import { createTrail } from './trail/trail.js';
import { exportTrail, verifyTrail } from './trail/verify-trail.js';
import { walkChanges } from './trail/walk-changes.js';
import type { ChangeRow } from '../views/changes/finished/change-columns.js';
import { createDifferences } from './explain-difference.js';
import { createSweeper } from './sweeper.js';
import { createWitnesses } from './trail/witnesses.js';
import { KIND_BY_NAME, kindOf, summarize } from './kinds/kinds-by-name.js';

export interface ChangesParts {
  readonly store: Store;
  readonly guilds: Guilds;
  readonly clock: Clock;
  readonly channels: Channels;
  readonly poolFor: (guildId: string) => Promise<PoolClient>;
  /** Life of an unconfirmed change, where its server sets no other. */
  readonly expiryMs: number;
  /** Longer than the pool client ever takes for one write. */
  readonly answerWithinMs: number;
  readonly consoleUrl?: string | undefined;
  /** What went wrong without a person to tell. */
  readonly onError: (what: string, error: unknown) => void;
  /** What the log has to keep, whatever its level: nothing else will. */
  readonly onLost: (what: string) => void;
  /** A guild's trail was found to lack entries; once for each time. */
  readonly onBehind: (guildId: string, behind: TrailBehind) => void;
  /** Gives a signature that only who has the master key can give. */
  readonly sign: (text: string) => string;
  /** Entries between two checkpoints of a trail. */
  readonly checkpointEvery?: number;
  /** Waits between tries to enter an outcome; in ms. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** Who looks something up for which kind of change. */
interface LookUp extends Pick<ProposeRequest, 'guildId' | 'member' | 'kind'> {
  /** What the change shall be about, as it was typed. */
  readonly about: string;
}

const CHECKPOINT_EVERY = 200;

export type Changes = ReturnType<typeof createChanges>;

/**
 * Changes people can trust. Every method that changes something throws a UserError, and records
 * the refusal, when the person may not; nothing is ever sent but by `confirm`, and by that once.
 */

export function createChanges(parts: ChangesParts) {
  const { store, guilds, channels, clock, onError } = parts;
  const queue = createKeyedQueue();
  const trail = createTrail({
    store,
    clock,
    memory: {
      checkpoints: createCheckpoints(store, parts.sign),
      every: parts.checkpointEvery ?? CHECKPOINT_EVERY,
      isKept: (change) => isWatched(change, clock.now()) || isUnresolved(change),
    },
    onEntry(guildId, entry) {
      if (entry.step === 'behind') parts.onBehind(guildId, entry.details);
      sweeper.wake(guildId);
      void posts.catchUp(guildId, entry);
    },
    onFoundEntry(guildId, entry) {
      sweeper.wake(guildId);
      void posts.catchUp(guildId);
      if ('change' in entry && entry.change !== '') void cards.redraw(guildId, entry.change);
      else void queue.run(`redraw:${guildId}`, () => toResult(redrawPending(context, guildId)));
    },
    onUnanswered: (guildId) => sweeper.wake(guildId),
    ...(parts.pause && { pause: parts.pause }),
  });
  const settled = createSettled(store);
  const inForce = { settings: (guildId: string) => effectiveSettings({ trail, guilds }, guildId) };
  const witnesses = createWitnesses({ trail, guilds: inForce, channels });
  const posts = createAuditPosts({
    store,
    guilds: inForce,
    channels,
    witnesses,
    clock,
    queue,
    onError,
    async summarize(guildId, { changeId, seq }) {
      const remembered = await trail.remembered(guildId, changeId);
      // An entry can be read in the store before its writer knows that it is there.
      const isOld = remembered.lastSeq < seq;
      const { changes } = isOld ? await trail.state(guildId, changeId) : remembered;
      const change = changes.get(changeId);
      return change === undefined ? null : summarize(change);
    },
    placeOf: (guildId, changeId) => cards.placeOf(guildId, changeId),
  });
  const cards = createCards({
    store,
    trail,
    witnesses,
    guilds,
    channels,
    clock,
    queue,
    kindOf,
    consoleUrl: parts.consoleUrl,
    onError,
  });
  const context: EngineContext = {
    trail,
    settled,
    cards,
    outcomes: createOutcomes({ ...parts, trail, cards, kindOf }),
    refusals: createRefusals({ trail, clock }),
    guilds,
    clock,
    poolFor: parts.poolFor,
    witnesses,
    expiryMs: parts.expiryMs,
    answerWithinMs: parts.answerWithinMs,
    kindOf,
    onError,
  };
  const loosenings: Loosenings = createLoosenings(context);
  const notices = createNotices({ ...context, store, channels });
  const sweeper = createSweeper({ context, posts, queue, loosenings, notices });
  const settings = createAuditedSettings(context, loosenings, createKeyLock({ store, onError }));
  /** Somebody was changing the key when it was looked at. */
  const notNoted = new Set<string>();

  async function allGuilds(): Promise<ReadonlySet<string>> {
    const all = new Set<string>();
    for await (const guildId of guilds.knownGuilds()) all.add(guildId);
    // One with neither key nor settings: a disconnect may have been killed before its entry.
    for await (const guildId of trail.guilds()) all.add(guildId);
    return all;
  }

  /** Where the trail was settled it told of all that was stored then. */
  async function noteFound(guildId: string): Promise<void> {
    const isSettled = await settled.isSettled(guildId);
    const { stored } = await settled.at(guildId);
    if (isSettled && stored === hashOf(await readStored(guilds, guildId))) return;
    if (!(await settings.noteFound(guildId))) notNoted.add(guildId);
  }

  async function noteFoundSettings(): Promise<void> {
    const all = await toResult(allGuilds());
    if (!all.ok) return onError('the settings of all guilds were not noted', all.error);
    await noteEach(all.value);
  }

  async function noteEach(guildIds: Iterable<string>): Promise<void> {
    for (const guildId of guildIds) {
      const noted = await toResult(noteFound(guildId));
      await yieldToOthers();
      if (!noted.ok) onError(`the settings of guild ${guildId} were not noted`, noted.error);
    }
  }

  /** Before anything is written: the store may be an older copy that was put back. */
  async function checkOpen(guildId: string): Promise<void> {
    const { changes, loosening } = await trail.state(guildId);
    const open = [...changes.values()].filter(isOpen);
    for (const { id } of open) cards.drawAgain(guildId, id);
    if (loosening === null && open.length === 0) return;
    const read = await toResult(witnesses.readAuditChannelOnce(guildId));
    if (!read.ok) onError('the audit channel could not be read at the start', read.error);
  }

  return {
    /** How long a change waits where its server says nothing, in ms. */
    defaultWaitMs: parts.expiryMs,
    /** Writes a proposal; post its card (`card`) next. */
    propose: (request: ProposeRequest): Promise<Change> => propose(context, request),
    /** The same for what an expired or cancelled change wanted. */
    askAgain: (click: Click, channelId: string): Promise<Change> =>
      askAgain(context, click, channelId),
    /** Runs what is looked up before a proposal can be made: what rules it out is entered too. */
    lookUp<Value>({ kind, about, ...who }: LookUp, look: () => Promise<Value>): Promise<Value> {
      return recordRejection(context, { ...who, attempt: attemptToAsk(kindOf(kind), about) }, look);
    },
    /** A change as a message, whose `onPosted` notes where it stands. */
    async card(guildId: string, change: Change): Promise<Reply> {
      return cards.show(guildId, change, { state: await trail.remembered(guildId) });
    },
    /** The same for a second look at it: the card that was posted first stays the live one, drawn again. */
    async cardAgain(guildId: string, change: Change): Promise<Reply> {
      // Discord may have carried out an older edit of it late, which nothing else tells of.
      void cards.redraw(guildId, change.id);
      return cards.showAgain(guildId, change, await trail.state(guildId));
    },
    /** The same steps as `confirm`, `cancel` and `resolve`, taken on a card. */
    buttons: createCardButtons(context),
    summarize,
    /** Resolves with the change as it ended: reported, failed, unknown, or drifted. */
    confirm: (click: Click, typed = ''): Promise<Change> => confirm(context, click, typed),
    cancel: (click: Click): Promise<Change> => cancel(context, click),
    /** Notes that somebody checked an unknown outcome, so that the same can be asked again. */
    resolve: (click: Click, note: string): Promise<Change> => resolve(context, click, note),
    freeze: (freezing: Freezing): Promise<void> => freeze(context, freezing),
    unfreeze: (freezing: Freezing): Promise<void> => unfreeze(context, freezing),
    /** Settings and key of a guild; each change of them is an entry of the trail. */
    settings,
    /** Rules that somebody wants to loosen. */
    loosenings,
    /** Records that somebody was turned away before they reached a change. */
    turnedAway: (refused: Omit<Refused, 'changeId'>): Promise<void> =>
      context.refusals.enter({ ...refused, changeId: '' }),
    /** The changes whose outcome can't be entered at present. */
    notEntered: (guildId: string): readonly string[] => context.outcomes.keptOf(guildId),
    frozen: async (guildId: string) => (await trail.state(guildId)).frozen,
    /** Entries that people were shown are missing; null = none, or an admin has accepted that. */
    behind: async (guildId: string) => (await trail.state(guildId)).behind,
    /** Goes on from the copy of the store that was put back; what was open is then unknown. */
    async acceptRestore(accepting: Accepting): Promise<void> {
      await acceptRestore(context, accepting);
      const { guildId } = accepting;
      // Not awaited: it looks at every change there ever was.
      void queue.run(`restore:${guildId}`, async () => {
        const state = trail.state(guildId);
        const drawn = await toResult(state.then((now) => cards.redrawStale(guildId, now, 0)));
        if (!drawn.ok) onError('cards were not drawn after a restore was accepted', drawn.error);
      });
    },
    /** By its number (`14`, `#14`) or its id. */
    async find(guildId: string, typed: string): Promise<Change | null> {
      const number = typedNumber(typed);
      const id =
        number === null ? typed : (idOfNumber(await trail.state(guildId), number) ?? typed);
      return (await trail.state(guildId, id)).changes.get(id) ?? null;
    },
    /** A change for one person, with the buttons that do something; null = there is none. */
    async forOne(guildId: string, changeId: string): Promise<Reply | null> {
      const isThere = (await trail.state(guildId)).digests.get(changeId) !== undefined;
      return isThere ? cards.showPrivately(guildId, changeId) : null;
    },
    /** Where its card stands; null = not known. */
    cardOf: cards.cardOf,
    /** All there is of a change, for one person; null = there is none. */
    async record({ guildId, changeId, on }: Omit<Click, 'member'>): Promise<Reply | null> {
      const isThere = (await trail.state(guildId)).digests.get(changeId) !== undefined;
      return isThere ? cards.record(guildId, changeId, on) : null;
    },
    /** Newest first. */
    list: (guildId: string, wanted: Wanted = {}): Promise<readonly Change[]> =>
      listChanges(trail, guildId, wanted),
    /** All that are open or of unknown outcome, and some that ended lately; newest first. */
    current: async (guildId: string): Promise<readonly Change[]> =>
      [...(await trail.state(guildId)).changes.values()].toReversed(),
    /** Every change, oldest first, with what it makes different. */
    async *exportChanges(guildId: string): AsyncGenerator<readonly ChangeRow[]> {
      for await (const batch of walkChanges(trail, guildId))
        yield batch.map((change) => ({
          change,
          words: summarize(change),
          terms: KIND_BY_NAME.get(change.kind)?.terms(change.input, change.present) ?? [],
        }));
    },
    /** What was changed at the pool, and not through Pitboss. */
    differences: createDifferences({ trail, kindOf, verify: sweeper.verify }),
    /** The audit trail, one entry a line. */
    exportTrail: (guildId: string) => exportTrail(store, guildId),
    /** One that is found broken stops the guild's changes from then on. */
    async verifyTrail(guildId: string): Promise<TrailVerdict> {
      const verdict = await verifyTrail(store, guildId);
      if (verdict.broken !== null) await trail.doubt(guildId);
      return verdict;
    },
    /** Call every few seconds. Never throws. */
    async sweep(): Promise<void> {
      await sweeper.sweep();
      const again = [...notNoted];
      notNoted.clear();
      await noteEach(again);
    },
    /** Call once at the start: draws the cards whose process ended before it could. Never throws. */
    async recover(): Promise<void> {
      await sweeper.wakeAll();
      await sweeper.eachAwake(checkOpen);
      await sweeper.sweep();
      await noteFoundSettings();
      await sweeper.eachAwake(async (guildId) => {
        const { seq } = await settled.at(guildId);
        await cards.redrawStale(guildId, await trail.state(guildId), seq);
        await posts.catchUp(guildId);
      });
    },
    /** Resolves once no card, post or check is under way. */
    idle: () => posts.hurryWhile(() => queue.idle()),
    /** Call once at the end, while the store is still open. Never throws. */
    async close(): Promise<void> {
      await context.outcomes.giveUp();
      await posts.hurryWhile(() => queue.idle());
    },
  };
}
