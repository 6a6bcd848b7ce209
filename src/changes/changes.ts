import { settlesWithin } from '../domain/async/timeout.js';
import { toResult } from '../domain/errors/result.js';
import type { Reply } from '../domain/messages/reply.js';
import { recordRefusedRequest } from './engine/record-refused-request.js';
import { attemptToAsk, propose, type ProposeRequest } from './steps/propose.js';
import { countChanges } from './count-changes.js';
import type { Change } from '../domain/changes/change.js';
import { createCardButtons } from './button-steps.js';
import { acceptRestore, type RestoreAcceptance } from './steps/accept-restore.js';
import { askAgain } from './steps/ask-again.js';
import { freeze, unfreeze, type FreezeRequest } from './steps/freeze.js';
import type { Click } from './engine/click.js';
import { awaitedIn, isUnresolved } from '../domain/changes/unresolved.js';
import { isOpen } from '../domain/changes/state/state-machine.js';
import { typedNumber } from '../domain/changes/typed-change-number.js';
import { idOfNumber, type TrailVerdict } from '../domain/changes/state/state.js';
import { type RefusedAttempt } from './engine/refused-attempts.js';
import { listChanges, type ChangesQuery } from './trail/list-changes.js';
import { exportTrail, verifyTrail } from './trail/verify-trail.js';
import { walkChanges } from './trail/walk-changes.js';
import type { ChangeRow } from '../views/changes/record/change-columns.js';
import { createDifferences } from './attribution/explain-difference.js';
import { KIND_BY_NAME, kindOf, summarize } from './kinds/kinds.js';
import { createEngine, type ChangesParts } from './create-engine.js';
import { reportFailure } from '../domain/async/report-failure.js';
import { SECOND_MS } from '../domain/time/units.js';

/** How long `/changes show` waits for the card to be drawn again. */
const REDRAW_WITHIN_MS = 2 * SECOND_MS;

/** The person looking something up, and the kind of change it is for. */
interface NameLookUp extends Pick<ProposeRequest, 'guildId' | 'member' | 'kind'> {
  /** The subject of the change, as typed. */
  readonly about: string;
}

export type Changes = ReturnType<typeof createChanges>;

/**
 * Every method that changes something throws a UserError, and records the refusal, if the person
 * may not do it. Only a confirmation sends anything, and only once.
 */
export function createChanges(parts: ChangesParts) {
  const { store } = parts;
  const { context, outcomes, posts, reconciler, settings, loosenings, found } = createEngine(parts);
  const { trail, reconciled, cards, queue, restoreDetector, onError } = context;

  /** Runs before anything is written, because the store may be a restored older copy. */
  async function checkOpen(guildId: string): Promise<void> {
    const { changes, loosening } = await trail.state(guildId);
    const open = [...changes.values()].filter(isOpen);
    for (const { id } of open) cards.drawAgain(guildId, id);
    if (loosening === null && open.length === 0) return;
    const reading = restoreDetector.readAuditChannelOnce(guildId);
    await reportFailure(reading, 'the audit channel could not be read at the start', onError);
  }

  return {
    /** How long a change waits unless its server sets a time, in ms. */
    defaultWaitMs: parts.expiryMs,
    /** Writes a proposal; post its card (`card`) next. */
    async propose(request: ProposeRequest): Promise<Change> {
      await settings.ensureEntered(request.guildId);
      return propose(context, request);
    },
    /** Proposes again what an expired or cancelled change wanted. */
    async askAgain(click: Click, channelId: string): Promise<Change> {
      await settings.ensureEntered(click.guildId);
      return askAgain(context, click, channelId);
    },
    /** Runs a lookup that a proposal needs, and enters whatever rules the change out. */
    lookUp<Value>({ kind, about, ...who }: NameLookUp, look: () => Promise<Value>): Promise<Value> {
      return recordRefusedRequest(
        context,
        { ...who, attempt: attemptToAsk(kindOf(kind), about) },
        look,
      );
    },
    /** A change as a message; its `onPosted` notes where it was posted. */
    async card(guildId: string, change: Change): Promise<Reply> {
      return cards.show(guildId, change, { state: await trail.remembered(guildId) });
    },
    /**
     * A change shown a second time, in that channel: the first card stays the live one and is drawn again.
     */
    async cardAgain(guildId: string, change: Change, channelId: string): Promise<Reply> {
      // Discord may have carried out an older edit of the card late, or it was emptied.
      await settlesWithin(REDRAW_WITHIN_MS, cards.redraw(guildId, change.id));
      return cards.showAgain(change, await trail.state(guildId), { guildId, channelId });
    },
    /** What the buttons of a card do. Only a confirmation sends anything, and only once. */
    buttons: createCardButtons({ ...context, outcomes }),
    summarize,
    freeze: (request: FreezeRequest): Promise<void> => freeze(context, request),
    unfreeze: (request: FreezeRequest): Promise<void> => unfreeze(context, request),
    /** A guild's settings and key; each change to them is an entry of the trail. */
    settings,
    /** Requests to loosen a rule. */
    loosenings,
    /** Records that somebody was refused before they reached a change. */
    turnedAway: (refused: Omit<RefusedAttempt, 'changeId'>): Promise<void> =>
      context.refusals.enter({ ...refused, changeId: '' }),
    /** Changes whose outcome can't be entered in the trail at present. */
    notRecorded: (guildId: string): readonly string[] => outcomes.keptOf(guildId),
    frozen: async (guildId: string) => (await trail.state(guildId)).frozen,
    /**
     * Set while entries that people were shown are missing; null if none are, or an admin accepted
     * that.
     */
    behind: async (guildId: string) => (await trail.state(guildId)).behind,
    /** The same, with the highest missing entry that the audit channel shows, if Discord can tell. */
    async lossByNow(guildId: string) {
      const { behind } = await trail.state(guildId);
      const missing = await toResult(restoreDetector.missingPosts(guildId));
      const shown = missing.ok ? missing.value?.shown : undefined;
      if (behind === null || shown === undefined || shown.seq <= behind.shown.seq) return behind;
      return { ...behind, shown, where: 'audit-channel' as const };
    },
    /** Those whose outcome becomes unknown once the loss is accepted; newest first. */
    async unknownOnceAccepted(guildId: string): Promise<readonly Change[]> {
      const { changes: all, behind } = await trail.state(guildId);
      const ended = (behind?.endedSince ?? []).map(
        async (id) => (await trail.changeOf(guildId, id)) ?? [],
      );
      const open = [...all.values()].filter((each) => isOpen(each));
      const unknown = [...open, ...(await Promise.all(ended)).flat()];
      return unknown.toSorted((one, other) => other.number - one.number);
    },
    /**
     * Goes on from the restored copy of the store; the outcome of what was open becomes unknown.
     */
    async acceptRestore(acceptance: RestoreAcceptance): Promise<void> {
      await acceptRestore(context, acceptance);
      const { guildId } = acceptance;
      // Not awaited, because it visits every change there ever was.
      void queue.run(`restore:${guildId}`, async () => {
        const state = trail.state(guildId);
        const drawing = state.then((now) => cards.redrawStale(guildId, now, 0));
        await reportFailure(drawing, 'cards were not drawn after a restore was accepted', onError);
      });
    },
    /** Finds a change by its number (`14`, `#14`) or its id. */
    async find(guildId: string, typed: string): Promise<Change | null> {
      const number = typedNumber(typed);
      const id =
        number === null ? typed : (idOfNumber(await trail.state(guildId), number) ?? typed);
      return (await trail.changeOf(guildId, id)) ?? null;
    },
    /**
     * A change as one person sees it, with the buttons that apply; null if there is no such change.
     */
    async forOne(guildId: string, changeId: string): Promise<Reply | null> {
      const isThere = (await trail.state(guildId)).digests.get(changeId) !== undefined;
      return isThere ? cards.showPrivately(guildId, changeId) : null;
    },
    /** Where the change's card is; null if unknown. */
    cardMessageOf: cards.cardMessageOf,
    /** The full record of a change for one person; null if there is no such change. */
    async record({ guildId, changeId, on }: Omit<Click, 'member'>): Promise<Reply | null> {
      const isThere = (await trail.state(guildId)).digests.get(changeId) !== undefined;
      return isThere ? cards.record(guildId, changeId, on) : null;
    },
    /** Newest first. */
    list: (guildId: string, query: ChangesQuery = {}): Promise<readonly Change[]> =>
      listChanges(trail, guildId, query),
    /** Open changes, and `unknown` ones that nobody has looked into, by state; of servers that `isCounted`. */
    counts: (isCounted: (guildId: string) => boolean) => countChanges(context, isCounted),
    /** How many wait for somebody. */
    async waiting(guildId: string) {
      const trailState = await trail.state(guildId);
      const { changes, loosening, frozen } = trailState;
      const all = [...changes.values()];
      const toConfirm = all.filter(({ state }) => state === 'pending').length;
      const atPool = awaitedIn(trailState, context.clock.now()).length;
      const toCheck = all.filter(isUnresolved).length;
      return { toConfirm, atPool, toCheck, loosening, isFrozen: frozen !== null };
    },
    /** All that are open or have an unknown outcome, and some that ended recently; newest first. */
    current: async (guildId: string): Promise<readonly Change[]> =>
      [...(await trail.state(guildId)).changes.values()].toReversed(),
    /** Every change, oldest first, with the differences it makes. */
    async *exportChanges(guildId: string): AsyncGenerator<readonly ChangeRow[]> {
      for await (const batch of walkChanges(trail, guildId))
        yield batch.map((change) => ({
          change,
          words: summarize(change),
          fieldChanges:
            KIND_BY_NAME.get(change.kind)?.fieldChanges(change.input, change.present) ?? [],
        }));
    },
    /** Changes made at the pool but not through Pitboss. */
    differences: createDifferences({
      trail,
      clock: context.clock,
      restoreDetector,
      verify: reconciler.verify,
      lapse: reconciler.lapse,
    }),
    /** The first entry that the audit channel lacks, however new; null = none. */
    lackedByAuditChannel: (guildId: string) => posts.lacks(guildId),
    /** The audit trail, one entry per line. */
    exportTrail: (guildId: string) => exportTrail(store, guildId),
    /** A broken trail stops the guild's changes from then on. */
    async verifyTrail(guildId: string): Promise<TrailVerdict> {
      const verdict = await verifyTrail(store, guildId);
      if (verdict.broken !== null) {
        restoreDetector.forgetPosts();
        cards.forgetContents();
        await trail.doubt(guildId);
      } else await trail.trust(guildId);
      return verdict;
    },
    /** Call every few seconds. Never throws. */
    async reconcile(): Promise<void> {
      await reconciler.reconcile();
      await settings.enterUnentered();
      await found.noteRest();
    },
    /** Call once at the start: draws cards that the previous process left undrawn. Never throws. */
    async recover(): Promise<void> {
      await reconciler.wakeAll();
      await reconciler.eachAwake(checkOpen);
      await reconciler.lookThrough();
      await found.noteAll();
      await reconciler.eachAwake(async (guildId) => {
        const { seq } = await reconciled.at(guildId);
        await cards.redrawStale(guildId, await trail.state(guildId), seq);
        await posts.catchUp(guildId);
      });
    },
    /** Resolves once no card, post or check is in progress. */
    idle: () => posts.hurryWhile(() => queue.idle()),
    /** Call once when the process begins to end. */
    beginEnd: () => outcomes.beginEnd(),
    /** Logs which of the pool's answers only this process knows. Call just before the store closes. */
    logUnsaved: () => outcomes.logUnsaved(),
    /** Call once at the end, while the store is still open. Never throws. */
    async close(): Promise<void> {
      await outcomes.lastTry();
      await posts.hurryWhile(() => queue.idle());
    },
  };
}
