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
import { countChanges, type ChangeMetrics } from './count-changes.js';
import { createOutcomes } from './outcomes.js';
import { isUnresolved } from '../domain/changes/unresolved.js';
import { isWatched } from './observation-schedule.js';
import { createAuditPosts } from './posts/audit-posts.js';
import { createCards } from './posts/cards.js';
import { createNotices } from './posts/notices.js';
import type { TrailBehind } from '../domain/changes/restored-store.js';
import type { Change } from '../domain/changes/change.js';
import { createCardButtons } from './steps/card-buttons.js';
import { acceptRestore, type Accepting } from './steps/accept-restore.js';
import { askAgain } from './steps/ask-again.js';
import { freeze, unfreeze, type Freezing } from './steps/freeze.js';
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
import { createDifferences } from './elsewhere/explain-difference.js';
import { createSweeper } from './sweeper.js';
import { createWitnesses } from './trail/witnesses.js';
import { KIND_BY_NAME, kindOf, summarize } from './kinds/kinds-by-name.js';

export interface ChangesParts {
  readonly store: Store;
  readonly guilds: Guilds;
  readonly clock: Clock;
  readonly channels: Channels;
  readonly poolFor: (guildId: string) => Promise<PoolClient>;
  /** How long an unconfirmed change lives unless its server sets a time. */
  readonly expiryMs: number;
  /** Longer than the pool client can take for one write. */
  readonly answerWithinMs: number;
  readonly consoleUrl?: string | undefined;
  /** Errors that no user is waiting to hear about. */
  readonly onError: (what: string, error: unknown) => void;
  /** What must reach the log at any level, because nothing else keeps it. */
  readonly onLost: (what: string) => void;
  /** Called once each time a guild's trail is found to lack entries. */
  readonly onBehind: (guildId: string, behind: TrailBehind) => void;
  /** Signs with a key derived from the master key. */
  readonly sign: (text: string) => string;
  readonly metrics?: ChangeMetrics | undefined;
  /** How many entries to write between two checkpoints of a trail. */
  readonly checkpointEvery?: number;
  /** Waits between attempts to enter an outcome, in ms. */
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** The person looking something up, and the kind of change it is for. */
interface LookUp extends Pick<ProposeRequest, 'guildId' | 'member' | 'kind'> {
  /** The subject of the change, as typed. */
  readonly about: string;
}

const CHECKPOINT_EVERY = 200;

export type Changes = ReturnType<typeof createChanges>;

/**
 * Every method that changes something throws a UserError, and records the refusal, if the person
 * may not do it. Only a confirmation sends anything, and only once.
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
      parts.metrics?.changeStep(entry.step);
      if (entry.step === 'behind') parts.onBehind(guildId, entry.details);
      sweeper.wake(guildId);
      void posts.catchUp(guildId, entry);
    },
    onFoundEntry(guildId, entry) {
      parts.metrics?.changeStep(entry.step);
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
      // An entry can be read from the store before its writer knows that it was stored.
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
  /** Guilds whose key was being changed when we looked. */
  const notNoted = new Set<string>();

  async function allGuilds(): Promise<ReadonlySet<string>> {
    const all = new Set<string>();
    for await (const guildId of guilds.knownGuilds()) all.add(guildId);
    // Includes guilds with neither key nor settings: a disconnect may have been killed before its
    // entry.
    for await (const guildId of trail.guilds()) all.add(guildId);
    return all;
  }

  /** A settled trail told of everything that was stored at that time. */
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

  /** Runs before anything is written, because the store may be a restored older copy. */
  async function checkOpen(guildId: string): Promise<void> {
    const { changes, loosening } = await trail.state(guildId);
    const open = [...changes.values()].filter(isOpen);
    for (const { id } of open) cards.drawAgain(guildId, id);
    if (loosening === null && open.length === 0) return;
    const read = await toResult(witnesses.readAuditChannelOnce(guildId));
    if (!read.ok) onError('the audit channel could not be read at the start', read.error);
  }

  return {
    /** How long a change waits unless its server sets a time, in ms. */
    defaultWaitMs: parts.expiryMs,
    /** Writes a proposal; post its card (`card`) next. */
    propose: (request: ProposeRequest): Promise<Change> => propose(context, request),
    /** Proposes again what an expired or cancelled change wanted. */
    askAgain: (click: Click, channelId: string): Promise<Change> =>
      askAgain(context, click, channelId),
    /** Runs a lookup that a proposal needs, and enters whatever rules the change out. */
    lookUp<Value>({ kind, about, ...who }: LookUp, look: () => Promise<Value>): Promise<Value> {
      return recordRejection(context, { ...who, attempt: attemptToAsk(kindOf(kind), about) }, look);
    },
    /** A change as a message; its `onPosted` notes where it was posted. */
    async card(guildId: string, change: Change): Promise<Reply> {
      return cards.show(guildId, change, { state: await trail.remembered(guildId) });
    },
    /** A change shown a second time: the first card stays the live one and is drawn again. */
    async cardAgain(guildId: string, change: Change): Promise<Reply> {
      // Discord may have carried out an older edit of the card late; nothing else would tell us.
      void cards.redraw(guildId, change.id);
      return cards.showAgain(guildId, change, await trail.state(guildId));
    },
    /** What the buttons of a card do. Only a confirmation sends anything, and only once. */
    buttons: createCardButtons(context),
    summarize,
    freeze: (freezing: Freezing): Promise<void> => freeze(context, freezing),
    unfreeze: (freezing: Freezing): Promise<void> => unfreeze(context, freezing),
    /** A guild's settings and key; each change to them is an entry of the trail. */
    settings,
    /** Requests to loosen a rule. */
    loosenings,
    /** Records that somebody was refused before they reached a change. */
    turnedAway: (refused: Omit<Refused, 'changeId'>): Promise<void> =>
      context.refusals.enter({ ...refused, changeId: '' }),
    /** Changes whose outcome can't be entered in the trail at present. */
    notEntered: (guildId: string): readonly string[] => context.outcomes.keptOf(guildId),
    frozen: async (guildId: string) => (await trail.state(guildId)).frozen,
    /**
     * Set while entries that people were shown are missing; null if none are, or an admin accepted
     * that.
     */
    behind: async (guildId: string) => (await trail.state(guildId)).behind,
    /**
     * Goes on from the restored copy of the store; the outcome of what was open becomes unknown.
     */
    async acceptRestore(accepting: Accepting): Promise<void> {
      await acceptRestore(context, accepting);
      const { guildId } = accepting;
      // Not awaited, because it visits every change there ever was.
      void queue.run(`restore:${guildId}`, async () => {
        const state = trail.state(guildId);
        const drawn = await toResult(state.then((now) => cards.redrawStale(guildId, now, 0)));
        if (!drawn.ok) onError('cards were not drawn after a restore was accepted', drawn.error);
      });
    },
    /** Finds a change by its number (`14`, `#14`) or its id. */
    async find(guildId: string, typed: string): Promise<Change | null> {
      const number = typedNumber(typed);
      const id =
        number === null ? typed : (idOfNumber(await trail.state(guildId), number) ?? typed);
      return (await trail.state(guildId, id)).changes.get(id) ?? null;
    },
    /**
     * A change as one person sees it, with the buttons that apply; null if there is no such change.
     */
    async forOne(guildId: string, changeId: string): Promise<Reply | null> {
      const isThere = (await trail.state(guildId)).digests.get(changeId) !== undefined;
      return isThere ? cards.showPrivately(guildId, changeId) : null;
    },
    /** Where the change's card is; null if unknown. */
    cardOf: cards.cardOf,
    /** The full record of a change for one person; null if there is no such change. */
    async record({ guildId, changeId, on }: Omit<Click, 'member'>): Promise<Reply | null> {
      const isThere = (await trail.state(guildId)).digests.get(changeId) !== undefined;
      return isThere ? cards.record(guildId, changeId, on) : null;
    },
    /** Newest first. */
    list: (guildId: string, wanted: Wanted = {}): Promise<readonly Change[]> =>
      listChanges(trail, guildId, wanted),
    /** Open changes, and `unknown` ones that nobody has looked into, by state; of servers that `isCounted`. */
    counts: (isCounted: (guildId: string) => boolean) => countChanges(context, isCounted),
    /** All that are open or have an unknown outcome, and some that ended recently; newest first. */
    current: async (guildId: string): Promise<readonly Change[]> =>
      [...(await trail.state(guildId)).changes.values()].toReversed(),
    /** Every change, oldest first, with the differences it makes. */
    async *exportChanges(guildId: string): AsyncGenerator<readonly ChangeRow[]> {
      for await (const batch of walkChanges(trail, guildId))
        yield batch.map((change) => ({
          change,
          words: summarize(change),
          terms: KIND_BY_NAME.get(change.kind)?.terms(change.input, change.present) ?? [],
        }));
    },
    /** Changes made at the pool but not through Pitboss. */
    differences: createDifferences({ trail, witnesses, kindOf, verify: sweeper.verify }),
    /** The audit trail, one entry per line. */
    exportTrail: (guildId: string) => exportTrail(store, guildId),
    /** A broken trail stops the guild's changes from then on. */
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
    /** Call once at the start: draws cards that the previous process left undrawn. Never throws. */
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
    /** Resolves once no card, post or check is in progress. */
    idle: () => posts.hurryWhile(() => queue.idle()),
    /** Call once at the end, while the store is still open. Never throws. */
    async close(): Promise<void> {
      await context.outcomes.giveUp();
      await posts.hurryWhile(() => queue.idle());
    },
  };
}
