import { createAlerts } from '../alerts/alerts.js';
import { createChanges } from '../changes/changes.js';
import type { Config } from '../config/config.js';
import { createDailyPosts } from '../daily/daily.js';
import { NotConnected } from '../domain/errors/user-errors.js';
import type { Channels } from '../domain/messages/channels-port.js';
import type { Clock } from '../domain/time/clock.js';
import { createExportNotes } from '../fleet/miner-exports/export-notes.js';
import { createRunningExports } from '../fleet/miner-exports/running-exports.js';
import { createFollow } from '../fleet/follow/follow.js';
import type { Guilds } from '../guilds/guilds.js';
import { createSigner } from '../guilds/keys/seal.js';
import type { Metrics } from '../ops/metrics/metrics.js';
import type { OpenedPool } from '../pool-api/opened-pool.js';
import { createPoolClients } from '../pool-api/pool-clients.js';
import type { Store } from '../store/store.js';
import { notConnectedWords } from '../views/setup/connect-key.js';
import { SECOND_MS } from '../domain/time/units.js';

export interface ServiceParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly guilds: Guilds;
  readonly metrics: Pick<
    Metrics,
    'poolRequest' | 'alertRound' | 'ruleJudged' | 'changeStep' | 'dailyPost'
  >;
  /** The bot's own version, for the user agent. */
  readonly version: string;
  readonly channels: Channels;
  /**
   * Which of the bot's memberships of the guild this is, counted by this process; null if it knows
   * that the bot is out.
   */
  readonly membershipOf: (guildId: string) => number | null;
  readonly onError: (what: string, error: unknown) => void;
  /** Called when a trail lacks entries that people were shown. */
  readonly onBehind: Parameters<typeof createChanges>[0]['onBehind'];
  readonly onLost: Parameters<typeof createChanges>[0]['onLost'];
}

/** Time to note a pool answer that came at the last moment. */
const ANSWER_SPARE_MS = 5 * SECOND_MS;

/** The pool's clients, and everything that works with them in the background. */
export function createServices(config: Config, parts: ServiceParts) {
  const { store, clock, guilds, channels, onError, onBehind } = parts;
  const pools = createPoolClients({
    baseUrl: config.pool.apiUrl,
    authPrefix: config.pool.authPrefix,
    timeoutMs: config.pool.timeoutMs,
    userAgent: `pitboss/${parts.version}`,
    clock,
    onRequest: (done) => parts.metrics.poolRequest(done),
  });
  const background = {
    store,
    clock,
    channels,
    onError,
    async openPool(guildId: string): Promise<OpenedPool> {
      const opened = await guilds.openKey(guildId);
      if (opened === null) throw new NotConnected(notConnectedWords);
      return { pool: pools.withKey(opened.key), connectedAt: opened.connectedAt };
    },
  };
  const changes = createChanges({
    ...background,
    guilds,
    membershipOf: parts.membershipOf,
    sign: createSigner('trail checkpoints', config.masterKeys.masterKey),
    expiryMs: config.changeExpiryMs,
    answerWithinMs: config.pool.timeoutMs + ANSWER_SPARE_MS,
    consoleUrl: config.pool.consoleUrl,
    onBehind,
    onLost: parts.onLost,
    metrics: parts.metrics,
  });
  const inForce = { ...guilds, settings: changes.settings.inForce };
  const alerts = createAlerts({
    ...background,
    guilds: inForce,
    metrics: parts.metrics,
    roundMs: config.alertRoundMs,
    differences: changes.differences,
  });
  return {
    pools,
    changes,
    follow: createFollow({ ...background, guilds }),
    alerts,
    daily: createDailyPosts({
      ...background,
      guilds: inForce,
      alertsOfDay: (guildId) => alerts.lastDay(guildId),
      waitingChanges: (guildId) => changes.waiting(guildId),
      metrics: parts.metrics,
      spreadMs: config.dailySpreadMs,
    }),
    exports: createRunningExports(createExportNotes(store)),
  };
}
