import {
  ChannelType,
  Client,
  DiscordAPIError,
  Events,
  GatewayCloseCodes,
  GatewayDispatchEvents,
  GatewayIntentBits,
  Options,
  REST,
  Routes,
  Status,
  type APIInteraction,
  type Guild,
  type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord.js';
import type { Logger } from 'pino';
import { z } from 'zod';
import { MINUTE, waitAtMost, type Clock } from '../clock.js';
import type { Config } from '../config.js';
import { FatalError } from '../errors.js';
import { createResponses, type Responses } from './responses.js';

const GIVE_UP_MS = 5 * MINUTE;

export interface ClientParts extends Pick<Config['discord'], 'token' | 'apiUrl'> {
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly clock: Clock;
  onInteraction(payload: APIInteraction, responses: Responses): void;
  /** `channelId`: where a welcome belongs. */
  onGuildJoined(guildId: string, channelId: string | null): void;
  onGuildRemoved(guildId: string): void;
  /** The process cannot go on: print the sentence and exit with 1. */
  onFatal(sentence: string): void;
}

export type Discord = Awaited<ReturnType<typeof connectDiscord>>;

/**
 * Resolves when Discord is ready. discord.js reads SHARDS and SHARD_COUNT from the environment.
 * @throws FatalError if Discord does not answer, or refuses the token
 */
export async function connectDiscord(parts: ClientParts) {
  const client = createClient(parts);
  // Says which of the two is wrong; discord.js would not.
  await findApplication(parts);
  const isReady = () =>
    client.isReady() && client.ws.shards.every(({ status }) => status === Status.Ready)
      ? null
      : 'not connected to Discord';
  const stopWatching = watch(isReady, parts);
  const ready = await new Promise<Client<true>>((resolve, reject) => {
    client.once(Events.ClientReady, resolve);
    client.login(parts.token).catch(reject);
  });

  return {
    /** Use its `rest` for anything but answers: it keeps Discord's limit of 50 requests a second. */
    client: ready,
    /** Null if ready, else why not. */
    isReady,
    /** Whether the bot is in the server, which commands alone do not need. */
    isMember: (guildId: string) => client.guilds.cache.has(guildId),
    /** For all servers, or for one. Returns ids by name. */
    async registerCommands(
      commands: readonly RESTPostAPIChatInputApplicationCommandsJSONBody[],
      guildId?: string,
    ): Promise<ReadonlyMap<string, string>> {
      const registry = ready.application.commands;
      const set = await (guildId ? registry.set(commands, guildId) : registry.set(commands));
      return new Map(set.map(({ name, id }) => [name, id]));
    },
    async stop(): Promise<void> {
      stopWatching();
      // A connection that hangs is given up after 30 s only.
      await waitAtMost(parts.clock, 5_000, client.destroy());
    },
  };
}

function createClient(parts: ClientParts): Client {
  const { apiUrl, log } = parts;
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api: apiUrl },
    // An interaction must not wait for what Discord tells about servers.
    waitGuildTimeout: 0,
    makeCache: Options.cacheWithLimits(CACHES),
  });
  // Discord's global rate limit does not count answers.
  const answers = { api: apiUrl, globalRequestsPerSecond: Infinity };
  const rest = new REST({ ...answers, handlerSweepInterval: MINUTE });
  // Tried twice within the 3 s that Discord waits for a first response.
  const first = new REST({ ...answers, retries: 0, timeout: 1_500 });
  client.on(Events.Error, (error) => log.error({ err: error }, 'discord.js'));
  client.on(Events.ShardError, (error) => log.warn({ err: error }, 'the gateway connection broke'));
  client.on(Events.ShardDisconnect, ({ code }) => parts.onFatal(whyClosed(code)));
  client.on(Events.GuildCreate, (guild) => parts.onGuildJoined(guild.id, welcomeChannel(guild)));
  client.on(Events.GuildDelete, ({ id }) => parts.onGuildRemoved(id));
  // The payload as it came: discord.js's objects leave out the roles that it has not cached.
  client.ws.on(GatewayDispatchEvents.InteractionCreate, (payload: APIInteraction) => {
    parts.onInteraction(payload, createResponses(payload, { first, rest }));
  });
  return client;
}

/** discord.js reconnects by itself; a new process helps where it does not. */
function watch(isReady: () => string | null, parts: ClientParts): () => void {
  const { clock } = parts;
  let since: number | null = null;
  const stop = clock.every(10_000, async () => {
    since = isReady() === null ? null : (since ?? clock.now());
    if (since === null || clock.now() - since < GIVE_UP_MS) return;
    stop();
    parts.onFatal('Discord could not be reached for five minutes.');
  });
  return stop;
}

const applicationSchema = z.object({
  id: z.string(),
  name: z.string(),
  approximate_guild_count: z.number().default(0),
});

/** The application that the token belongs to. @throws FatalError that says what to do */
export async function findApplication({ apiUrl, token }: Record<'apiUrl' | 'token', string>) {
  const rest = new REST({ api: apiUrl, retries: 1, timeout: 10_000 }).setToken(token);
  try {
    return applicationSchema.parse(await rest.get(Routes.currentApplication()));
  } catch (error) {
    const isRefused = error instanceof DiscordAPIError && error.status === 401;
    throw new FatalError(
      isRefused
        ? 'Discord does not accept DISCORD_TOKEN: copy it again from the developer portal, page Bot.'
        : `Discord does not answer at ${apiUrl}: look at the network and at discordstatus.com.`,
      { cause: error },
    );
  }
}

/** Servers, channels and roles stay: discord.js cannot do without. */
const CACHES = {
  ApplicationCommandManager: 0,
  GuildMemberManager: 0,
  MessageManager: 0,
  PresenceManager: 0,
  ThreadManager: 0,
  UserManager: 0,
  VoiceStateManager: 0,
};

function welcomeChannel({ systemChannelId, channels }: Guild): string | null {
  const text = channels.cache.find(({ type }) => type === ChannelType.GuildText);
  return systemChannelId ?? text?.id ?? null;
}

function whyClosed(code: number): string {
  const name = GatewayCloseCodes[code] ?? 'unknown';
  if (name === 'AuthenticationFailed') return 'Discord no longer accepts DISCORD_TOKEN.';
  return `Discord closed the connection for good (${code} ${name}).`;
}
