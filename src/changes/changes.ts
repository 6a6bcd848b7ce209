import type { Reply } from '../domain/messages/reply.js';
import type { Clock } from '../domain/time/clock.js';
import { UserError } from '../domain/errors/errors.js';
import { toResult } from '../domain/errors/result.js';
import type { Guilds } from '../guilds/guilds.js';
import type { History, Lookup, Messages } from '../domain/messages/ports.js';
import type { PoolClient } from '../pool-api/client.js';
import type { Store } from '../store/store.js';
import { lostSinceSentence } from '../views/changes/restore.js';
import { propose, type ProposeRequest } from './steps/propose.js';
import { createOutcomes } from './outcomes.js';
import { createAuditPosts } from './posts/audit-posts.js';
import { createCards } from './posts/cards.js';
import type { Behind, TrailBehind } from '../domain/changes/behind.js';
import type { Change, ToType } from '../domain/changes/change.js';
import { checkConfirm, confirm } from './steps/confirm.js';
import { cancel, checkResolve, freeze, resolve, unfreeze, type Freezing } from './steps/decide.js';
import { summarizeChange, type ChangeSummary } from '../domain/changes/change-summary.js';
import type { Click, EngineContext } from './engine-context.js';
import type { ChangeKind } from './kinds/kind.js';
import { KINDS } from './kinds/kinds.js';
import { createKeyedQueue } from '../domain/async/keyed-queue.js';
import { isOpen, type ChangesState, type TrailVerdict } from '../domain/changes/state.js';
import { createLoosenings, type Loosenings } from './settings/loosenings.js';
import { createRefusals, type Refused } from './refusals.js';
import { createAuditedSettings, type AuditedSettings } from './settings/settings.js';
import { acceptRestore, type Accepting } from './steps/restore.js';
import { settingsInForce } from './settings/stored-settings.js';
import { createTrail } from './trail/trail.js';
import { exportTrail, verifyTrail } from './trail/verify-trail.js';
import { createSweeper } from './sweeper.js';
import { createWitnesses } from './trail/witnesses.js';

/**
 * Changes people can trust. Every method that changes something throws a UserError, and records
 * the refusal, when the person may not; nothing is ever sent but by `confirm`, and by that once.
 */
export interface Changes {
  /** Writes a proposal; post its card (`card`) next. */
  propose(ask: ProposeRequest): Promise<Change>;
  /** A change as a message, whose `onPosted` tells us where it stands. */
  card(guildId: string, change: Change): Promise<Reply>;
  /**
   * The same after a step, to be drawn where it was clicked. Throws a UserError where the trail
   * has lost entries meanwhile: an earlier state must not stand over what people were shown.
   */
  cardAfterStep(guildId: string, change: Change): Promise<Reply>;
  /** Whether this click could confirm now; for opening the form that asks for characters. */
  checkConfirm(click: Click): Promise<Change>;
  /** What a person has to type to confirm; empty = a click is enough. */
  toType(change: Change): readonly ToType[];
  inWords(change: Change): ChangeSummary;
  /** Resolves with the change as it ended: reported, failed, unknown, or drifted. */
  confirm(click: Click, typed?: string): Promise<Change>;
  cancel(click: Click): Promise<Change>;
  /** Whether this click could `resolve` now; for opening the form that asks for the note. */
  checkResolve(click: Click): Promise<Change>;
  /** Notes that somebody looked into an unknown outcome, which lets the same be asked again. */
  resolve(click: Click, note: string): Promise<Change>;
  freeze(freezing: Freezing): Promise<void>;
  unfreeze(freezing: Freezing): Promise<void>;
  frozen(guildId: string): Promise<ChangesState['frozen']>;
  /** Entries are missing that people were shown; null = none that no admin has accepted. */
  behind(guildId: string): Promise<Behind | null>;
  /** Goes on from the copy of the store that was put back; what was open is then unknown. */
  acceptRestore(accepting: Accepting): Promise<void>;
  find(guildId: string, changeId: string): Promise<Change | null>;
  /** Settings and key of a guild; each change of them is an entry of the trail. */
  readonly settings: AuditedSettings;
  /** Rules that somebody wants to loosen. */
  readonly loosenings: Pick<Loosenings, 'waiting' | 'confirm' | 'withdraw'>;
  /** Enters that somebody was not let in to what they tried. */
  turnedAway(refused: Omit<Refused, 'changeId'>): Promise<void>;
  /** Newest first. */
  list(guildId: string): Promise<readonly Change[]>;
  /** The audit trail, one entry a line. */
  exportTrail(guildId: string): AsyncIterable<string>;
  verifyTrail(guildId: string): Promise<TrailVerdict>;
  /** Call every few seconds: expiry, changes left behind, reading back. Never throws. */
  sweep(): Promise<void>;
  /** Call once at the start: draws the cards whose process ended before it could. Never throws. */
  recover(): Promise<void>;
  /** Resolves once no card, post or look is under way. */
  idle(): Promise<void>;
  /** Call once at the end, while the store still stands. Never throws. */
  close(): Promise<void>;
}

export interface ChangesParts {
  readonly store: Store;
  readonly guilds: Guilds;
  readonly clock: Clock;
  readonly messages: Messages;
  readonly lookup: Lookup;
  readonly history: Pick<History, 'find'>;
  readonly poolFor: (guildId: string) => Promise<PoolClient>;
  /** Life of an unconfirmed change. */
  readonly expiryMs: number;
  /** Longer than the pool client ever takes for one write. */
  readonly answerWithinMs: number;
  readonly consoleUrl?: string | undefined;
  /** What went wrong without a person to tell. */
  readonly onError: (what: string, error: unknown) => void;
  /** A guild's trail was found to lack entries; once for each time. */
  readonly onBehind: (guildId: string, behind: TrailBehind) => void;
  readonly kinds?: readonly ChangeKind[];
}

export function createChanges(parts: ChangesParts): Changes {
  const { store, guilds, messages, clock, onError, consoleUrl } = parts;
  const lanes = createKeyedQueue();
  const kinds = new Map((parts.kinds ?? KINDS).map((kind) => [kind.name, kind]));
  const kindOf = kindFinder(kinds);
  const { poolFor, lookup, expiryMs, answerWithinMs } = parts;
  const trail = createTrail({
    store,
    clock,
    onEntry(guildId, entry) {
      if (entry.step === 'behind') parts.onBehind(guildId, entry.details);
      void posts.catchUp(guildId);
    },
  });
  const inForce = { settings: (guildId: string) => settingsInForce({ trail, guilds }, guildId) };
  const witnesses = createWitnesses({ trail, guilds: inForce, lookup });
  const posts = createAuditPosts({
    store,
    guilds: inForce,
    messages,
    witnesses,
    clock,
    lanes,
    onError,
    async inWords(guildId, changeId) {
      const change = (await trail.state(guildId)).changes.get(changeId);
      return change === undefined ? null : summarizeChange(change, (name) => kinds.get(name));
    },
  });
  const cards = createCards({
    store,
    trail,
    witnesses,
    guilds: inForce,
    messages,
    history: parts.history,
    clock,
    lanes,
    kindOf,
    consoleUrl,
    onError,
  });
  const context: EngineContext = {
    trail,
    cards,
    answers: createOutcomes({ trail, cards, onError }),
    refusals: createRefusals({ trail, clock }),
    guilds,
    clock,
    poolFor,
    witnesses,
    expiryMs,
    answerWithinMs,
    kindOf,
    onError,
  };
  const loosenings = createLoosenings(context);
  const watch = createSweeper({ context, posts, lanes, loosenings, onError });
  const settings = createAuditedSettings(context, loosenings);

  async function everyGuild(): Promise<ReadonlySet<string>> {
    const all = new Set<string>();
    for await (const guildId of guilds.knownGuilds()) all.add(guildId);
    // Of neither key nor settings any more: a disconnect may have been cut short of its entry.
    for await (const guildId of trail.guilds()) all.add(guildId);
    return all;
  }

  async function noteFoundSettings(): Promise<void> {
    const all = await toResult(everyGuild());
    if (!all.ok) return onError('the settings of all guilds were not noted', all.error);
    for (const guildId of all.value) {
      const noted = await toResult(settings.noteFound(guildId));
      if (!noted.ok) onError(`the settings of guild ${guildId} were not noted`, noted.error);
    }
  }

  /** Before anything is written: the store may be an older copy that was put back. */
  async function lookFirst(guildId: string): Promise<void> {
    const { changes, loosening } = await trail.state(guildId);
    const mayGoOn = loosening !== null || [...changes.values()].some((each) => isOpen(each));
    if (!mayGoOn) return;
    const looked = await toResult(witnesses.readAuditChannelOnce(guildId));
    if (!looked.ok) onError('the audit channel could not be read at the start', looked.error);
  }

  return {
    propose: (ask) => propose(context, ask),
    card: (guildId, change) => cards.show(guildId, change),
    async cardAfterStep(guildId, change) {
      const trailState = await trail.state(guildId);
      if (trailState.behind !== null) throw new UserError(lostSinceSentence);
      return cards.show(guildId, change, trailState);
    },
    checkConfirm: (click) => checkConfirm(context, click),
    toType: ({ kind, input, present }) => kindOf(kind).toType(input, present),
    inWords: (change) => summarizeChange(change, (name) => kinds.get(name)),
    confirm: (click, typed = '') => confirm(context, click, typed),
    cancel: (click) => cancel(context, click),
    checkResolve: (click) => checkResolve(context, click),
    resolve: (click, note) => resolve(context, click, note),
    freeze: (freezing) => freeze(context, freezing),
    unfreeze: (freezing) => unfreeze(context, freezing),
    settings,
    loosenings,
    turnedAway: (refused) => context.refusals.enter({ ...refused, changeId: '' }),
    frozen: async (guildId) => (await trail.state(guildId)).frozen,
    behind: async (guildId) => (await trail.state(guildId)).behind,
    async acceptRestore(accepting) {
      await acceptRestore(context, accepting);
      const { guildId } = accepting;
      // Not waited for: it looks at every change there ever was.
      void lanes.run(`restore:${guildId}`, async () => {
        const drawn = await toResult(
          trail.state(guildId).then((trailState) => cards.redrawStale(guildId, trailState)),
        );
        if (!drawn.ok) onError('cards were not drawn after a restore was accepted', drawn.error);
      });
    },
    find: async (guildId, changeId) => (await trail.state(guildId)).changes.get(changeId) ?? null,
    list: async (guildId) => [...(await trail.state(guildId)).changes.values()].toReversed(),
    exportTrail: (guildId) => exportTrail(store, guildId),
    verifyTrail: (guildId) => verifyTrail(store, guildId),
    sweep: () => watch.sweep(),
    async recover() {
      await watch.eachGuild(lookFirst);
      await watch.sweep();
      await noteFoundSettings();
      await watch.eachGuild(async (guildId) => {
        await cards.redrawStale(guildId, await trail.state(guildId));
        await posts.catchUp(guildId);
      });
    },
    idle: () => lanes.idle(),
    async close() {
      await context.answers.giveUp();
      await lanes.idle();
    },
  };
}

function kindFinder(kinds: ReadonlyMap<string, ChangeKind>): (name: string) => ChangeKind {
  return (name) => {
    const kind = kinds.get(name);
    if (kind === undefined) throw new Error(`no such kind of change: ${name}`);
    return kind;
  };
}
