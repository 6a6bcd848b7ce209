import manifest from '../../package.json' with { type: 'json' };
import { actions, commands } from '../../commands/index.js';
import { reportFatal } from '../cli/cli.js';
import { readConfig, type Config } from '../config/config.js';
import { createDiscordRest } from '../discord/discord-rest.js';
import { startDiscord, type Discord } from '../discord/start-discord.js';
import { systemClock } from '../domain/time/clock.js';
import {
  bindApplication,
  EarlierPostsHidden,
  ensureStillBound,
} from '../guilds/application-binding.js';
import { createGuilds } from '../guilds/create-guilds.js';
import { checkMasterKey } from '../guilds/keys/master-keys.js';
import { createMissingGuilds } from './removed-guilds/unreported-removals.js';
import { createLog } from '../ops/log.js';
import { createMetrics } from '../ops/metrics/metrics.js';
import { createRepeatedErrors } from '../ops/repeated-errors.js';
import { openStore } from '../store/open-store.js';
import { storeKind } from '../store/store-kind.js';
import { noteVersion } from '../store/store-version.js';
import { orUnusable } from '../store/unusable.js';
import { trailBehindLog } from '../views/changes/trail/behind.js';
import { explainFailure } from '../views/errors/failures.js';
import { createBackgroundTasks, startUpkeep } from './background-tasks.js';
import { createContexts } from './context.js';
import { openEndpoint } from './open-endpoint.js';
import { forgetGuild } from './removed-guilds/forget-guild.js';
import { createAppendWatch, createStoreProbe, openHealth } from './open-health.js';
import { createHourlyGuildCheck } from './removed-guilds/hourly-guild-check.js';
import { createReportedRemovals } from './removed-guilds/reported-removals.js';
import { createServices } from './services.js';
import { createShutdown } from './shutdown.js';
import { createTurnedAwayRecorder } from './strip-key-from-attempts.js';
import { scrapeGauges } from './scrape-gauges.js';
import { createWelcome } from './welcome.js';
import { SECOND_MS } from '../domain/time/units.js';

/** Reports the operator's mistakes in words, with exit code 1. */
export async function run(): Promise<void> {
  try {
    await start(readConfig());
  } catch (error) {
    reportFatal(error);
    process.exit(1);
  }
}

/** How soon the log says the store is away, even if nobody asks /readyz. */
const PROBE_MS = 5 * SECOND_MS;
/** Limits posts and edits while stopping: a rate limit could last for minutes. */
const DISCORD_GRACE_MS = 3 * SECOND_MS;

const NOT_SEEN = 'a server that is back could not be noted';
const NOT_WELCOMED = 'a new server could not be told how to begin';

const { version } = manifest;

/** Builds every part, gives each what it needs, and defines how everything ends. */
async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const clock = systemClock;
  const shutdown = createShutdown(log);
  const metrics = createMetrics();
  const appends = createAppendWatch(clock);
  const store = await openStore(config.store, {
    onCall(done) {
      metrics.storeCall(done);
      appends.see(done);
    },
    onBroken: (error) => shutdown.stop(1, error.message),
    onWarning: (sentence) => log.warn(sentence),
  });
  await orUnusable(checkMasterKey(store, config.masterKeys));
  await noteVersion(store);
  const guilds = createGuilds({ store, clock, ...config.masterKeys });
  const troubles = createRepeatedErrors(log, clock);
  const { onError } = troubles;
  const rest = createDiscordRest({
    ...config.discord,
    log,
    onRequest: (done) => metrics.discordRequest(done),
    onTokenRefused: (reason) => shutdown.stop(1, reason),
  });
  let discord: Discord | null = null;
  const services = createServices(config, {
    store,
    clock,
    guilds,
    version,
    metrics,
    channels: rest.channels,
    membershipOf(guildId) {
      // Over HTTP the list of servers is read once an hour, and lacks new ones.
      const isOut = config.interactions === undefined && discord?.presence(guildId) === 'out';
      return isOut ? null : removed.countOf(guildId);
    },
    onError,
    onLost: (what) => log.fatal(what),
    onBehind: (guildId, { shown, where }) =>
      log.error({ guild: guildId, shown, where }, trailBehindLog),
  });
  const { alerts, changes, daily, exports, follow, pools } = services;
  const probe = createStoreProbe(store, config.masterKeys, onError);
  // Comes before the gateway: a process whose port is taken ends, and shouldn't cost an IDENTIFY.
  const isReady = async () => discord?.health().ok === true && (await probe.isUsable());
  const health = await openHealth(config, { ...metrics, ready: isReady });
  const endpoint = await openEndpoint(config, { log, onError });
  let applicationId = '';
  const forget = async (guildId: string) => {
    await ensureStillBound(store, applicationId);
    return forgetGuild(guildId, { alerts, changes, daily, exports, follow, log });
  };
  const removed = createReportedRemovals({
    forget,
    write: () => probe.write(),
    isInside: (guildId) => rest.isInside(guildId),
    onBack: (guild) =>
      log.info({ guild }, 'kept the data of a server that removed the bot: the bot is in it again'),
    onError,
  });
  const tasks = createBackgroundTasks(onError);
  const running = startDiscord({
    ...config.discord,
    rest,
    endpoint,
    shards: config.shards,
    version,
    async admit(id) {
      applicationId = id;
      const previous = config.previousApplicationIds.filter((each) => each !== id);
      if (previous.length > 0 && !(await rest.readsContent())) throw new EarlierPostsHidden();
      rest.noteFormerBots(await bindApplication(store, id, previous), previous.length > 0);
    },
    commands,
    actions,
    store,
    log,
    onError,
    metrics,
    onRequest: (done) => metrics.discordRequest(done),
    onGatewayEvent: (event) => metrics.gatewayEvent(event),
    explainFailure,
    contextFor: createContexts({
      ...services,
      store,
      guilds,
      clock,
      deployment: {
        version,
        poolWithKey: (key) => pools.withKey(key),
        missingPermissions: (...where) => rest.missingPermissions(...where),
        mentionOf: (...whom) => rest.mentionOf(...whom),
        storeRisks: () => store.risks(),
        isStoreUsable: () => probe.isUsable(),
        appendFailedAt: () => appends.failedAt(),
      },
      pools,
      commands,
    }),
    onTurnedAway: createTurnedAwayRecorder({ changes, guilds, pools }),
    onGuildAvailable(guild) {
      void tasks.once(NOT_SEEN, () => missing.seen(guild.id));
      void tasks.once(NOT_WELCOMED, () => welcome(guild));
    },
    onGuildRemoved: (guildId) => removed.add(guildId),
    onFatal: (reason) => shutdown.stop(1, reason),
  });
  discord = running;
  const missing = createMissingGuilds({
    store,
    guilds,
    clock,
    log,
    presence: (guildId) => running.presence(guildId),
    hasLeft: (guildId) => running.hasLeft(guildId),
    forget,
    mayForget: config.forgetMissingServers,
  });
  const welcome = createWelcome({
    store,
    guilds,
    channels: rest.channels,
    missingPermissions: (...where) => rest.missingPermissions(...where),
    clock,
  });
  metrics.built({ version, node: process.version, store: storeKind(config.store.url) });
  scrapeGauges({ metrics, discord: running, missing, services, isReady });
  tasks.every(PROBE_MS, 'the store could not be probed', () => {
    troubles.settle();
    return probe.look();
  });
  const finish = async () => {
    rest.giveUpAfter(DISCORD_GRACE_MS);
    changes.beginEnd();
    tasks.stop();
    removed.stop();
    follow.stopPrivate();
    await exports.stop();
    await Promise.all([daily.runner.stop(), alerts.runner.stop()]);
    await running.stop();
    await follow.close();
    await changes.close();
    await health?.close();
    rest.close();
    await pools.close();
  };
  const closeStore = () => {
    // Also where it took too long to end in order.
    changes.logUnsaved();
    troubles.end();
    return store.close();
  };
  shutdown.arm({ finish, closeStore });

  await running.connected;
  log.info({ version }, 'ready');
  // Not earlier: these write, so the store must be this application's, and they ask Discord.
  follow.start();
  daily.runner.start();
  if (config.alertRoundMs > 0) alerts.runner.start();
  const { readGuilds } = running;
  const look = endpoint
    ? createHourlyGuildCheck({ store, missing, readGuilds })
    : () => missing.look();
  await startUpkeep(tasks, { changes, store, look });
}
