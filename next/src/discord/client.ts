import {
  ApplicationCommandOptionType,
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
import type { Clock } from '../clock.js';
import { FatalError } from '../errors.js';
import { createResponses, type Responses } from './responses.js';

export interface ClientParts {
  readonly token: string;
  /** Without the version, such as https://discord.com/api. */
  readonly apiUrl: string;
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

const GIVE_UP_MS = 5 * 60_000;

/**
 * Resolves when Discord is ready. discord.js reads SHARDS and SHARD_COUNT from the environment.
 * @throws FatalError where Discord refuses the token
 */
export async function connectDiscord(parts: ClientParts) {
  const { clock } = parts;
  const client = createClient(parts);
  const isReady = () =>
    client.isReady() && client.ws.shards.every(({ status }) => status === Status.Ready)
      ? null
      : 'not connected to Discord';
  const stopWatching = watch(isReady, parts);
  const ready = await login(client, parts);

  return {
    /** Its `rest` is for what is not an answer: Discord's limit of 50 requests a second holds. */
    client: ready,
    /** Why not, or null. */
    isReady,
    /** Whether the bot is in the server, which commands alone do not need. */
    isMember: (guildId: string) => client.guilds.cache.has(guildId),
    /** For all servers, or for one. Returns ids by what people type, such as `miners list`. */
    async registerCommands(
      commands: readonly RESTPostAPIChatInputApplicationCommandsJSONBody[],
      guildId?: string,
    ): Promise<ReadonlyMap<string, string>> {
      const registry = ready.application.commands;
      const set = await (guildId ? registry.set(commands, guildId) : registry.set(commands));
      const idOf = (name: string) => set.find((command) => command.name === name)?.id ?? '';
      return new Map(
        commands.flatMap(({ name, options = [] }) => [
          [name, idOf(name)] as const,
          ...options
            .filter(({ type }) => type === ApplicationCommandOptionType.Subcommand)
            .map((sub) => [`${name} ${sub.name}`, idOf(name)] as const),
        ]),
      );
    },
    async stop(): Promise<void> {
      stopWatching();
      // A connection that hangs is given up after 30 s only.
      await Promise.race([client.destroy(), clock.sleep(5_000)]);
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
  const rest = new REST({
    api: apiUrl,
    globalRequestsPerSecond: Infinity,
    handlerSweepInterval: 60_000,
  });
  client.on(Events.Error, (error) => log.error({ err: error }, 'discord.js'));
  client.on(Events.ShardError, (error) => log.warn({ err: error }, 'the gateway connection broke'));
  client.on(Events.ShardDisconnect, ({ code }) => parts.onFatal(whyClosed(code)));
  client.on(Events.GuildCreate, (guild) => parts.onGuildJoined(guild.id, welcomeChannel(guild)));
  client.on(Events.GuildDelete, ({ id }) => parts.onGuildRemoved(id));
  // The payload as it came: discord.js's objects leave out the roles that it has not cached.
  client.ws.on(GatewayDispatchEvents.InteractionCreate, (payload: APIInteraction) => {
    parts.onInteraction(payload, createResponses(payload, { apiUrl, rest }));
  });
  return client;
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

async function login(client: Client, { token, log, clock }: ClientParts): Promise<Client<true>> {
  client.rest.setToken(token);
  // discord.js asks four times within milliseconds, and a client that failed once is of no use.
  for (let wait = 1_000; ; wait = Math.min(wait * 2, 30_000)) {
    try {
      await client.rest.get(Routes.gatewayBot());
      break;
    } catch (error) {
      if (error instanceof DiscordAPIError && error.status === 401) {
        throw new FatalError('Discord does not accept DISCORD_TOKEN.');
      }
      log.warn({ err: error }, 'Discord does not answer yet');
      await clock.sleep(wait);
    }
  }
  const ready = new Promise<Client<true>>((resolve) => client.once(Events.ClientReady, resolve));
  await client.login(token);
  return ready;
}

function watch(isReady: () => string | null, { clock, ...parts }: ClientParts): () => void {
  let since: number | null = null;
  const stop = clock.every(10_000, async () => {
    since = isReady() === null ? null : (since ?? clock.now());
    if (since === null || clock.now() - since < GIVE_UP_MS) return;
    stop();
    parts.onFatal('Discord could not be reached for five minutes.');
  });
  return stop;
}

function welcomeChannel({ systemChannelId, channels }: Guild): string | null {
  const text = channels.cache.find(({ type }) => type === ChannelType.GuildText);
  return systemChannelId ?? text?.id ?? null;
}

function whyClosed(code: number): string {
  const name = GatewayCloseCodes[code] ?? 'unknown';
  return name === 'AuthenticationFailed'
    ? 'Discord no longer accepts DISCORD_TOKEN.'
    : `Discord closed the connection for good (${code} ${name}).`;
}
