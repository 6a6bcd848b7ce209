import { settlesWithin } from '../../domain/async/timeout.js';
import { hashOf } from '../../domain/json/canonical-json.js';
import { toResult } from '../../domain/errors/result.js';
import type { AgeOf } from '../../domain/time/ages.js';
import type { Outcomes } from '../steps/confirm/outcomes.js';
import type { AuditPosts } from '../posts/audit/audit-posts.js';
import type { Notices } from '../posts/second-person-notices.js';
import type { Change } from '../../domain/changes/change.js';
import type { EngineContext } from '../engine/engine-context.js';
import { createShared } from '../../domain/async/keyed-queue.js';
import type { ChangesState } from '../../domain/changes/state/state.js';
import { isUnresolved } from '../../domain/changes/unresolved.js';
import type { Loosenings } from '../settings/loosenings.js';
import {
  readStored,
  syncStoredSettings,
  settingsWithoutEntry,
} from '../settings/effective-settings.js';
import { createAwakeGuilds } from './guilds-with-work.js';
import { createEffects } from './read-back.js';
import { createUnfinishedWork } from './unfinished-work.js';
import { createExpiredOrAbandoned } from './expired-or-abandoned.js';
import { isWatched } from '../../domain/changes/effect/observation-schedule.js';
import { createRetries } from '../../domain/async/retry-for-a-day.js';
import { SECOND_MS } from '../../domain/time/units.js';

interface ReconcilerParts {
  readonly context: EngineContext;
  readonly outcomes: Pick<Outcomes, 'retry'>;
  readonly posts: Pick<AuditPosts, 'retry' | 'areUpTo' | 'catchUp'>;
  readonly loosenings: Pick<Loosenings, 'isDueNow' | 'takeEffect'>;
  readonly notices: Notices;
}

interface ReconcileJob {
  readonly key: string;
  /** What to log if it fails. */
  readonly trouble: string;
  readonly work: () => Promise<void>;
  /** Whether the pass waits a moment for it. */
  readonly isAwaited?: true;
}

/** A hanging channel can't hold up the next pass for longer. */
const AWAITED_MS = 2 * SECOND_MS;
/** How many idle guilds each pass looks at, since other processes write too. */
const LOOKED_AT = 50;
/** Cards are posted within seconds or not at all. */
const CARD_WITHIN_MS = 30 * SECOND_MS;

/** What happens to changes without a click. */
export function createReconciler(parts: ReconcilerParts) {
  const { context, outcomes, posts, loosenings, notices } = parts;
  const { trail, reconciled, cards, uptime, ageOf, queue, onError } = context;
  const awake = createAwakeGuilds(context);
  const effects = createEffects(context);
  const unfinished = createExpiredOrAbandoned(context);
  const leftUndone = createUnfinishedWork(context, posts);
  /** Waiting changes whose card is known to exist. */
  const carded = new Set<string>();
  /** By guild: the hash of the entry up to which the stored settings are current. */
  const synced = new Map<string, string>();
  const retries = createRetries<ReconcileJob>(uptime);
  let awaited: Promise<void>[] = [];

  /** Runs one attempt per key at a time, and retries failures at growing gaps. */
  function attempt(job: ReconcileJob): void {
    const { key, trouble, work } = job;
    if (queue.has(key)) return;
    const done = queue.run(key, async () => {
      const result = await toResult(work());
      if (result.ok) return retries.succeeded(key);
      retries.failed(key, job, [result.error]);
      onError(trouble, result.error);
    });
    if (job.isAwaited) awaited.push(done);
  }

  /** True later than any answer can still be on its way, once per process. */
  function mayLackCard({ id, state, askedAt }: Change): boolean {
    if (state !== 'pending') carded.delete(id);
    if (state !== 'pending' || carded.has(id)) return false;
    return ageOf(`asked:${id}`, askedAt) > CARD_WITHIN_MS;
  }

  async function reconcileGuild(guildId: string): Promise<void> {
    const state = await trail.state(guildId);
    const { changes, behind, loosening, lastHash } = state;
    if (synced.get(guildId) !== lastHash) {
      await syncStoredSettings(context, guildId);
      synced.set(guildId, lastHash);
    }
    if (behind !== null) return;
    const jobs: ReconcileJob[] = [];
    if (loosening !== null && loosenings.isDueNow(guildId, loosening))
      jobs.push({
        key: `loosening:${guildId}`,
        trouble: 'a loosening has not taken effect yet',
        work: () => loosenings.takeEffect(guildId),
      });
    for (const change of changes.values()) {
      if (unfinished.mayClose(change))
        jobs.push({
          key: `close:${change.id}`,
          trouble: `a change of guild ${guildId} could not be closed`,
          work: () => unfinished.close(guildId, change),
          isAwaited: true,
        });
      else effects.verifyWhenDue(guildId, change);
      if (mayLackCard(change))
        jobs.push({
          key: `card:${change.id}`,
          trouble: 'the card of a change could not be posted',
          async work() {
            await cards.postMissing(guildId, change.id);
            carded.add(change.id);
          },
        });
      const which = notices.due(guildId, change, state);
      if (which !== null)
        jobs.push({
          key: `notice:${change.id}:${which}`,
          trouble: 'a second person was not told of a change',
          work: () => notices.tell(guildId, { id: change.id, which }),
        });
    }
    for (const job of jobs) if (!retries.has(job.key)) attempt(job);
  }

  /** Lets a guild rest once nothing is left to do. */
  async function settle(guildId: string): Promise<void> {
    if (!awake.mayRest(guildId)) return;
    const state = await trail.state(guildId);
    if (!isQuiet(state, ageOf) || synced.get(guildId) !== state.lastHash) return;
    const rest = awake.beginRest(guildId);
    const seq = state.lastSeq;
    const stored = await readStored(context.guilds, guildId);
    // Entered at the next start, a key as soon as the trail takes entries.
    if (settingsWithoutEntry(state, stored).length > 0) return;
    const before = await reconciled.at(guildId);
    if (!(await cards.areDrawn(guildId, state, { since: before.seq, upTo: state.lastSeq }))) return;
    // Also of what is no step of its change, which nothing would tell after the next start.
    for (const id of state.changes.keys()) if (cards.isOwed(guildId, id)) return;
    if (!(await posts.areUpTo(guildId, seq))) return;
    if (!rest()) return;
    leftUndone.forget(guildId);
    const unresolved = [...state.changes.values()].filter(isUnresolved).length;
    await reconciled.note(guildId, { seq, stored: hashOf(stored), unresolved });
  }

  async function lookThrough(): Promise<void> {
    awaited = [];
    // Comes first, because an outcome this process knows is better than "abandoned".
    await outcomes.retry();
    for (const job of retries.take()) attempt(job);
    await awake.lookAround(LOOKED_AT);
    await awake.each(reconcileGuild);
    await awake.each(async (guildId) => {
      const work = await leftUndone.due(guildId);
      if (work === null) return;
      const trouble = 'what an ended process left could not be drawn or told';
      attempt({ key: `left:${guildId}`, trouble, work });
    });
    await settlesWithin(AWAITED_MS, Promise.all(awaited));
    cards.retry();
    posts.retry();
  }

  async function reconcile(): Promise<void> {
    await lookThrough();
    await awake.each(settle);
  }

  const share = createShared<void>();
  return {
    eachAwake: awake.each,
    verify: effects.verify,
    lapse: (guildId: string, change: Change, found: unknown) =>
      effects.lapse(guildId, change, found),
    wake: awake.wake,
    wakeAll: awake.wakeAll,
    /**
     * Closes expired and abandoned changes in all guilds, and looks for effects. One pass at a
     * time. Never throws.
     */
    reconcile: () => share('reconcile', reconcile),
    /** The same at a start: no guild rests before what an ended process left is drawn. */
    lookThrough: () => share('reconcile', lookThrough),
  };
}

/** True if the passing of time alone makes nothing due. */
function isQuiet({ changes, behind, loosening }: ChangesState, ageOf: AgeOf): boolean {
  if (behind !== null || loosening !== null) return false;
  return ![...changes.values()].some((change) => isWatched(change, ageOf));
}
