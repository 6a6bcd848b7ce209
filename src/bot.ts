import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { actions, commands } from '../commands/index.js';
import { createChanges } from './changes/engine.js';
import type { Deployment } from './command.js';
import { ConfigError, readConfig, type Config } from './config.js';
import { createContexts } from './context.js';
import { createDaily } from './daily/daily.js';
import { startDiscord, type Discord } from './discord/start-discord.js';
import { systemClock } from './domain/clock.js';
import { codeOf } from './domain/error-code.js';
import { UserError } from './domain/errors.js';
import { createExportTraces } from './exports/export-traces.js';
import { createRunningExports } from './exports/running-exports.js';
import { createFollow } from './follow/follow.js';
import { createGuilds } from './guilds/create-guilds.js';
import { bindApplication } from './guilds/application.js';
import { checkMasterKey, confirmMasterKey } from './guilds/master-keys.js';
import { createMissingGuilds } from './guilds/missing-guilds.js';
import { forgetGuild } from './left-guilds.js';
import { startHealth, type Health, type HealthOptions } from './ops/health.js';
import type { History, Lookup, Messages } from './messages.js';
import { complain } from './operator.js';
import { createLog } from './ops/log.js';
import { createMetrics } from './ops/metrics.js';
import { createReadiness, createWriteProbe } from './ops/readiness.js';
import { createRepeatedErrors } from './ops/repeated-errors.js';
import { createPoolClients } from './pool-api/pool-clients.js';
import { openStore } from './store/open-store.js';
import { explainFailure } from './views/failures.js';
import { trailBehindLog } from './views/restore.js';
import { notConnectedSentence } from './views/setup.js';
import { storeNotClosedLog } from './views/store-risks.js';

/**
 * The composition root: builds every part, hands each what it needs, and ends them in the
 * reverse order. What the operator got wrong is said in words, with exit code 1.
 */
export async function run(): Promise<void> {
  try {
    await start(readConfig());
  } catch (error) {
    complain(error);
    process.exit(1);
  }
}

async function start(config: Config): Promise<void> {
  const log = createLog(config.logLevel);
  const clock = systemClock;
  const broken = new AbortController();
  const store = await openStore(config.store, {
    onBroken: (error) => broken.abort(error.message),
    onWarning: (sentence) => log.warn(sentence),
  });
  await checkMasterKey(store, config.masterKeys);
  const guilds = createGuilds({ store, clock, ...config.masterKeys });
  const metrics = createMetrics();
  const { version } = packageJson();
  const pools = createPoolClients({
    baseUrl: config.pool.apiUrl,
    authPrefix: config.pool.authPrefix,
    timeoutMs: config.pool.timeoutMs,
    userAgent: `pitboss/${version}`,
    clock,
    onRequest: (done) => metrics.poolRequest(done),
  });
  const deployment: Deployment = {
    version,
    poolWithKey: (key) => pools.withKey(key),
    missingPermissions: (channelId, guildId) => discord.missingPermissions(channelId, guildId),
    storeRisks: () => store.risks(),
  };
  const { onTrouble, settle: settleTroubles } = createRepeatedErrors(log, clock);
  /** How background work reaches Discord, the pool and the log. */
  const background = {
    store,
    clock,
    messages: {
      post: (...post: Parameters<Messages['post']>) => discord.messages.post(...post),
      edit: (...edit: Parameters<Messages['edit']>) => discord.messages.edit(...edit),
    },
    history: {
      find: (...wanted: Parameters<History['find']>) => discord.history.find(...wanted),
    },
    poolFor: async (guildId: string) => {
      const key = await guilds.openKey(guildId);
      if (key === null) throw new UserError(notConnectedSentence);
      return pools.withKey(key);
    },
    onTrouble,
  };
  const changes = createChanges({
    ...background,
    guilds,
    lookup: {
      look: (...where: Parameters<Lookup['look']>) => discord.lookup.look(...where),
      newest: (...where: Parameters<Lookup['newest']>) => discord.lookup.newest(...where),
    },
    expiryMs: config.changeExpiryMs,
    answerWithinMs: config.pool.timeoutMs + ANSWER_SPARE_MS,
    consoleUrl: config.pool.consoleUrl,
    onBehind: (guildId, { shown, where }) =>
      log.error({ guild: guildId, shown, where }, trailBehindLog),
  });
  const follow = createFollow(background);
  const daily = createDaily({ ...background, guilds, spreadMs: config.dailySpreadMs });
  const forget = (guildId: string) => forgetGuild(guildId, { changes, daily, follow, log });
  // A guild's interactions all come to the one process that holds its shard, and so does the
  // click that cancels an export.
  const exportTraces = createExportTraces(background);
  const exports = createRunningExports(exportTraces);
  // Before Discord hears of this process: one that cannot stay costs no identify. Until there is
  // a `discord`, asking it throws, which counts as not ready.
  const onStoreFault = (error: unknown) => onTrouble('the store cannot be used', error);
  const storeAnswers = createReadiness(
    () => confirmMasterKey(store, config.masterKeys),
    onStoreFault,
  );
  const storeTakes = createWriteProbe(
    async () => void (await store.claim('readyz', WRITE_PROBE_TTL_MS)),
    onStoreFault,
  );
  const health = await openHealth(config, {
    ...metrics,
    ready: async () => discord.health().ok && (await storeAnswers()) && (await storeTakes()),
  });
  const discord: Discord = startDiscord({
    ...config.discord,
    shards: config.shards,
    version,
    admit: (id) => bindApplication(store, id, config.previousApplicationId),
    commands,
    actions,
    store,
    log,
    metrics,
    explainFailure,
    contextFor: createContexts({
      store,
      guilds,
      changes,
      daily,
      exports,
      follow,
      clock,
      deployment,
      commands,
    }),
    onTurnedAway: ({ guildId, member }, { tried, why }) =>
      changes.turnedAway({ guildId, member, attempt: tried, why }),
    onGuildRemoved: (guildId) =>
      void forget(guildId).catch((error: unknown) =>
        log.error({ err: error, guild: guildId }, 'could not forget a guild that the bot has left'),
      ),
    onFatal: (reason) => void stop(1, reason),
  });
  const missing = createMissingGuilds({
    store,
    guilds,
    clock,
    log,
    presence: (guildId) => discord.presence(guildId),
    hasLeft: (guildId) => discord.hasLeft(guildId),
    forget,
    mayForget: config.forgetMissingServers,
  });
  const lookForMissing = () =>
    tryChore(() => missing.look(), 'missing servers could not be looked for', onTrouble);
  metrics.watchGateway(() => discord.health().shards);
  metrics.watchMissingServers(() => missing.count());
  const chores = [
    setInterval(() => {
      void storeAnswers();
      settleTroubles();
    }, PROBE_MS),
  ];

  const stop = once(async (code: number, why: string) => {
    log[code === 0 ? 'info' : 'fatal']({ why }, 'stopping');
    const tooLong = () => {
      log.error('stopping took too long, so what was still under way was given up');
      void end(code);
    };
    setTimeout(tooLong, STOP_WITHIN_MS).unref();
    discord.giveUpAfter(DISCORD_GRACE_MS);
    try {
      await finish();
    } catch (error) {
      log.error({ err: error }, 'what was under way could not be ended in order');
      return end(1);
    }
    await end(code);
  });
  async function finish(): Promise<void> {
    for (const chore of chores) clearInterval(chore);
    follow.stopPrivate();
    await exports.stop();
    await exportTraces.close();
    await daily.runner.stop();
    await discord.stop();
    await follow.close();
    await changes.close();
    await health?.close();
    await pools.close();
  }
  /** Whatever came before, the store is closed, so that its file alone is whole. */
  const end = once(async (code: number) => {
    try {
      await store.close();
    } catch (error) {
      log.error({ err: error }, storeNotClosedLog);
      process.exit(1);
    }
    process.exit(code);
  });
  const onBroken = () => void stop(1, String(broken.signal.reason));
  broken.signal.addEventListener('abort', onBroken);
  // It may have broken while all this was built.
  if (broken.signal.aborted) onBroken();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const whileStarting = process.listeners(signal);
    process.on(signal, () => void stop(0, signal));
    // Only now: Node drops a signal that came and was not heard yet when the last listener goes.
    for (const listener of whileStarting) process.off(signal, listener);
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event);
      void stop(1, event);
    });
  }

  await discord.connected;
  log.info({ version }, 'ready');
  // Not before it is known that the store is this application's, for these write, nor before
  // Discord can be asked what people were shown.
  chores.push(
    setInterval(() => void changes.sweep(), WATCH_MS),
    setInterval(() => {
      void tryChore(() => store.sweep(), 'the store could not be swept', onTrouble);
      void lookForMissing();
    }, SWEEP_MS),
  );
  follow.start();
  exportTraces.start();
  daily.runner.start();
  await changes.recover();
  await lookForMissing();
}

async function openHealth(
  { health }: Config,
  parts: Pick<HealthOptions, 'registry' | 'ready'>,
): Promise<Health | null> {
  if (health === undefined) return null;
  try {
    return await startHealth({ ...health, registry: parts.registry, ready: parts.ready });
  } catch (error) {
    const reason = codeOf(error) ?? String(error);
    throw new ConfigError([
      `HEALTH_PORT ${health.port} on ${health.host} cannot be had: ${reason}.`,
    ]);
  }
}

/** Also how often servers are looked for that are missing. */
const SWEEP_MS = 3_600_000;
/** How soon the log says that the store is away, also where nobody asks /readyz. */
const PROBE_MS = 5_000;
/** Over before the next one, or that would write nothing. */
const WRITE_PROBE_TTL_MS = 1_000;
/** How late a change may be closed as expired, and its effect be looked for. */
const WATCH_MS = 2_000;
/** For noting an answer of the pool that came at the last moment. */
const ANSWER_SPARE_MS = 5_000;
/** Draining takes up to 10 s and leaving the gateway up to 5 s; then it ends all the same. */
const STOP_WITHIN_MS = 17_000;
/** For posts and edits; one that waits for a rate limit could take minutes. */
const DISCORD_GRACE_MS = 3_000;

/** An unreachable store must not end the process by an hourly chore. */
async function tryChore(
  chore: () => Promise<void>,
  what: string,
  onTrouble: (what: string, error: unknown) => void,
): Promise<void> {
  try {
    await chore();
  } catch (error) {
    onTrouble(what, error);
  }
}

function once<Args extends unknown[]>(act: (...args: Args) => Promise<void>) {
  let done = false;
  return async (...args: Args): Promise<void> => {
    if (done) return;
    done = true;
    await act(...args);
  };
}

function packageJson(): { version: string } {
  // The built file lies in dist/src.
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return z.object({ version: z.string() }).parse(JSON.parse(text));
}
