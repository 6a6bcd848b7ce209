import { randomUUID } from 'node:crypto';
import type { Context } from '../commands/define.js';
import { actions, commands, groups } from '../commands/index.js';
import { createMemory } from '../commands/button-memory.js';
import { createAlerts } from './alerts/alerts.js';
import { createElsewhere } from './alerts/changed-elsewhere/look.js';
import { failureCard } from './cards/failures.js';
import { mentionsOf } from './cards/kit/mentions.js';
import { welcomeReply } from './cards/setup.js';
import type { Change } from './changes/change.js';
import { createChanges } from './changes/changes.js';
import { HOUR, MINUTE, SECOND, type Clock } from './clock.js';
import type { Config } from './config.js';
import { createDaily } from './daily/daily.js';
import { connectDiscord } from './discord/client.js';
import { createChannels } from './discord/channels.js';
import type { Caller } from './discord/command.js';
import { commandsJson } from './discord/registration.js';
import { createRouter } from './discord/router.js';
import { UserError } from './errors.js';
import { createExports } from './fleet/export.js';
import { createFollows } from './fleet/follow-action.js';
import { mayUse, type Access } from './guilds/access.js';
import { createGuilds } from './guilds/guilds.js';
import { inGuild } from './guilds/transaction.js';
import { createKeys } from './guilds/keys.js';
import { createJobs, createLeader } from './jobs/leader-and-jobs.js';
import { createOutbox, post } from './jobs/outbox.js';
import { startHealth } from './ops/health.js';
import { createLog } from './ops/log.js';
import { createMetrics } from './ops/metrics.js';
import { callWebhook } from './ops/webhooks.js';
import { createPoolApi } from './pool/operations.js';
import { deleteExpired } from './store/keyv-adapter.js';
import { openStore, type Tx } from './store/store.js';

export interface Surroundings {
  readonly clock: Clock;
  /** The process cannot go on. */
  exit(code: number, sentence: string): void;
}

export type Bot = Awaited<ReturnType<typeof start>>;

/** Resolves when commands are answered. @throws FatalError */
export async function start(config: Config, surroundings: Surroundings) {
  const { clock } = surroundings;
  const log = createLog(config.logLevel);
  const metrics = createMetrics();
  const { masterKey } = config;
  const store = await openStore({ ...config.store, clock });
  await createKeys(store, masterKey).check();
  const poolApi = createPoolApi({ ...config.pool, clock, metrics, log });
  const guilds = createGuilds({ store, poolApi, clock, masterKey });
  const memoryOf = createMemory(store.keyv('buttons'));
  let mention = (text: string): string => text;

  async function admit(access: Access, caller: Caller): Promise<Context> {
    if (!discord.isMember(caller.guildId)) throw NOT_A_MEMBER;
    const guild = await guilds.find(caller.guildId);
    if (!mayUse(access, caller.member, guild.settings)) throw REFUSALS[access];
    return {
      ...caller,
      settings: guild.settings,
      keyVersion: guild.keyVersion,
      get pool() {
        return guilds.pool(guild);
      },
      guilds,
      changes,
      daily,
      alerts,
      fleet,
      channels,
      clock,
      commands,
      ...memoryOf(caller.guildId),
    };
  }

  const router = createRouter<Context>({
    commands,
    actions,
    admit,
    errorCard: failureCard,
    memoryOf,
    mention: (text) => mention(text),
    clock,
    log,
    metrics,
  });

  const lost = (error: unknown) => log.error({ err: error }, 'the store missed what Discord told');
  const json = commandsJson(commands, groups);
  // An interaction may arrive with READY, before the router can serve it.
  const early: Parameters<typeof router.handle>[] = [];
  let onInteraction: typeof router.handle = (...interaction) => void early.push(interaction);
  const discord = await connectDiscord({
    ...config.discord,
    clock,
    log,
    onInteraction: (...interaction) => onInteraction(...interaction),
    onGuildJoined: (guildId, channel) => {
      if (channel === null) return;
      const welcome = { key: `welcome:${guildId}`, channel, reply: welcomeReply(), lasts: HOUR };
      inGuild({ store, clock }, guildId, (guild) => post(guild, welcome)).catch(lost);
    },
    onGuildRemoved: (guildId) => void guilds.removed(guildId).catch(lost),
    onFatal: (sentence) => surroundings.exit(1, sentence),
  });
  const channels = createChannels(discord.client, (text) => mention(text));
  const leader = await createLeader({ store, clock, log, holder: randomUUID() });
  const { heartbeat, alerts: pagerUrl } = config.webhooks;
  const outbox = createOutbox({ store, channels, leader, clock, log, metrics, pagerUrl });
  const elsewhere = createElsewhere({ store, clock });
  const onDone = (tx: Tx, change: Change) => elsewhere.noteOwn(tx, change);
  const services = { store, guilds, clock, log, outbox };
  const changes = createChanges({ ...services, onDone });
  const alerts = createAlerts({ ...services, elsewhere });
  const openAlerts = (guildId: string) => alerts.open(guildId);
  const daily = createDaily({ ...services, changes, openAlerts });
  const follows = createFollows(services);
  const fleet = { ...follows, ...createExports(clock) };
  onInteraction = router.handle;
  for (const interaction of early) router.handle(...interaction);

  mention = mentionsOf(commands, await discord.registerCommands(json, config.discord.guildId));

  const jobs = createJobs({ clock, log }, leader);
  jobs.add('outbox', SECOND, outbox.deliver);
  jobs.add('outbox size', 15 * SECOND, outbox.measure);
  jobs.add('changes', SECOND, () => changes.sweep());
  jobs.add('alerts', SECOND, () => alerts.watch());
  jobs.add('daily posts', 5 * SECOND, () => daily.tick());
  jobs.add('followed actions', 5 * SECOND, () => fleet.tick());
  jobs.add('weaker rules', MINUTE, () => guilds.settleLoosenings());
  jobs.add('expired entries', HOUR, () => deleteExpired(store.db, clock.now()));
  const { isReady } = discord;
  if (heartbeat !== undefined)
    jobs.add('heartbeat', MINUTE, async () => {
      if (isReady() === null) await callWebhook(heartbeat);
    });
  const { isLeader } = leader;
  const health =
    config.health && (await startHealth({ ...config.health, metrics, isReady, isLeader }));

  return {
    /** Accepts nothing new, finishes what is under way, and closes everything. */
    async stop(): Promise<void> {
      await discord.stop();
      await router.settled();
      await jobs.stop();
      await leader.stop();
      await health?.stop();
      await store.close();
    },
  };
}

const NOT_A_MEMBER = new UserError(
  'Pitboss isn’t in this server',
  'It was added with commands but without the bot. Invite it again with the scopes `bot` and `applications.commands`.',
);
const REFUSALS = {
  viewer: new UserError('Viewers only', 'Ask an admin; roles are set with `/setup roles`.'),
  manager: new UserError('Managers only', 'Ask an admin; roles are set with `/setup roles`.'),
  admin: new UserError('Admins only', 'Ask someone with Manage Server.'),
};
