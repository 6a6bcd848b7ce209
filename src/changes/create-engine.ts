import { createExpiry } from '../domain/changes/expiry.js';
import { createAges } from '../domain/time/ages.js';
import { DAY_MS } from '../domain/time/units.js';
import { processUptime, type Uptime } from '../domain/time/uptime.js';
import { toResult } from '../domain/errors/result.js';
import { type ChangeMetrics } from './count-changes.js';
import { createOutcomes } from './steps/confirm/outcomes.js';
import { createKeptChanges } from './trail/kept-changes.js';
import { createAuditPosts } from './posts/audit/audit-posts.js';
import { createCards } from './posts/cards/cards.js';
import { createNotices } from './posts/second-person-notices.js';
import type { TrailBehind } from '../domain/changes/trail-behind.js';
import { redrawPending } from './posts/cards/redraw-pending.js';
import type { EngineContext } from './engine/engine-context.js';
import { createKeyedQueue } from '../domain/async/keyed-queue.js';
import { createLoosenings, type Loosenings } from './settings/loosenings.js';
import { createRefusals } from './engine/refused-attempts.js';
import { createKeyLock } from './settings/key-lock.js';
import { createAuditedSettings } from './settings/settings.js';
import { effectiveSettings } from './settings/effective-settings.js';
import { createCheckpoints } from './trail/checkpoints.js';
import { createReconciledNotes } from './trail/reconciled-up-to.js';
import { createTrail } from './trail/trail.js';
import { createReconciler } from './reconcile/reconciler.js';
import { createRestoreDetector } from './trail/restore-detector.js';
import { createRecoverSettingsEntries } from './settings/recover-settings-entries.js';

type GivenParts = Pick<
  EngineContext,
  | 'store'
  | 'guilds'
  | 'clock'
  | 'channels'
  | 'openPool'
  | 'membershipOf'
  | 'expiryMs'
  | 'answerWithinMs'
  | 'consoleUrl'
  | 'onError'
>;

export interface ChangesParts extends GivenParts {
  /** Set by a test alone. */
  readonly uptime?: Uptime;
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

const CHECKPOINT_EVERY = 200;

/** Builds what changes need, and connects it: an entry wakes the reconciler, its post and its card. */
export function createEngine(parts: ChangesParts) {
  const { store, guilds, channels, clock, uptime = processUptime } = parts;
  const ageOf = createAges({ clock, uptime, withinMs: DAY_MS });
  const expiry = createExpiry({ clock, uptime });
  const queue = createKeyedQueue();
  const every = parts.checkpointEvery ?? CHECKPOINT_EVERY;
  const trail = createTrail({
    store,
    clock,
    memory: {
      checkpoints: createCheckpoints(store, parts.sign),
      every,
      keptChanges: createKeptChanges({ clock, ageOf, every }),
    },
    onEntry(guildId, entry) {
      parts.metrics?.changeStep(entry.step);
      if (entry.step === 'behind') parts.onBehind(guildId, entry.details);
      reconciler.wake(guildId);
      void posts.catchUp(guildId, entry);
    },
    onFoundEntry(guildId, entry) {
      parts.metrics?.changeStep(entry.step);
      reconciler.wake(guildId);
      void posts.catchUp(guildId);
      if ('change' in entry && entry.change !== '') void cards.redraw(guildId, entry.change);
      else void queue.run(`redraw:${guildId}`, () => toResult(redrawPending(context, guildId)));
    },
    onUnanswered: (guildId) => reconciler.wake(guildId),
    ...(parts.pause && { pause: parts.pause }),
  });
  const reconciled = createReconciledNotes(store);
  const inForce = { settings: (guildId: string) => effectiveSettings({ trail, guilds }, guildId) };
  const restoreDetector = createRestoreDetector({ trail, guilds: inForce, channels, clock });
  const shared = { ...parts, trail, restoreDetector, uptime, ageOf, expiry, queue };
  const cards = createCards(shared);
  const posts = createAuditPosts({ ...shared, guilds: inForce, cards });
  const refusals = createRefusals(shared);
  const context: EngineContext = { ...shared, reconciled, cards, refusals };
  const outcomes = createOutcomes({ ...context, onLost: parts.onLost, pause: parts.pause });
  const loosenings: Loosenings = createLoosenings(context);
  const notices = createNotices(context);
  const reconciler = createReconciler({ context, outcomes, posts, loosenings, notices });
  const settings = createAuditedSettings(context, loosenings, createKeyLock(context));
  const found = createRecoverSettingsEntries(context, settings);
  return { context, outcomes, posts, reconciler, settings, loosenings, found };
}
