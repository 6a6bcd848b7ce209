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
import type { Clock } from '../clock.js';
import { FatalError } from '../errors.js';
import { readInteraction, type Incoming } from './incoming.js';

export interface ClientParts {
  readonly token: string;
  /** Without the version, such as https://discord.com/api. */
  readonly apiUrl: string;
  /** Default: all that Discord suggests. */
  readonly shards?: readonly number[] | undefined;
  readonly shardCount?: number | undefined;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  readonly clock: Clock;
  onInteraction(incoming: Incoming): void;
  onGuildJoined(guild: JoinedGuild): void;
  onGuildRemoved(guildId: string): void;
  /** The process cannot go on: print the sentence and exit with 1. */
  onFatal(sentence: string): void;
}

export interface JoinedGuild {
  readonly id: string;
  /** Where a welcome belongs. */
  readonly channelId: string | null;
}

export type Discord = Awaited<ReturnType<typeof connectDiscord>>;

const GIVE_UP_MS = 5 * 60_000;
const NO_CONNECTION = 'Discord could not be reached for five minutes.';

/** @throws FatalError where Discord refuses the bot, or is not reached for five minutes */
export async function connectDiscord(parts: ClientParts) {
  const { clock } = parts;
  const client = createClient(parts);
  const closed = new Promise<string>((resolve) => {
    client.on(Events.ShardDisconnect, ({ code }) => resolve(whyClosed(code)));
  });
  const started = new AbortController();
  const ready = await Promise.race([
    login(client, parts),
    closed.then(refuse),
    clock.sleep(GIVE_UP_MS, started.signal).then(() => refuse(NO_CONNECTION)),
  ]).finally(() => started.abort());
  const isReady = () =>
    client.ws.shards.every(({ status }) => status === Status.Ready)
      ? null
      : 'not connected to Discord';
  const stopWatching = watch(isReady, parts);
  void closed.then((sentence) => parts.onFatal(sentence));

  return {
    /** Its `rest` is for what is not an answer: Discord's limit of 50 requests a second holds. */
    client: ready,
    /** Why not, or null. */
    isReady,
    /** Whether the bot is in the server, which commands alone do not need. */
    isMember: (guildId: string) => client.guilds.cache.has(guildId),
    /** For all servers, or for one. The ids are those of `commandIds`. */
    async registerCommands(
      commands: readonly RESTPostAPIChatInputApplicationCommandsJSONBody[],
      guildId?: string,
    ) {
      const registry = ready.application.commands;
      const set = await (guildId ? registry.set(commands, guildId) : registry.set(commands));
      return set.map(({ id, name }) => ({ id, name }));
    },
    async stop(): Promise<void> {
      stopWatching();
      // A connection that hangs is given up after 30 s only.
      await Promise.race([client.destroy(), clock.sleep(5_000)]);
    },
  };
}

function createClient(parts: ClientParts): Client {
  const { apiUrl, shards, shardCount, log } = parts;
  const client = new Client({
    intents: [GatewayIntentBits.Guilds],
    rest: { api: apiUrl },
    // An interaction must not wait for what Discord tells about servers.
    waitGuildTimeout: 0,
    makeCache: Options.cacheWithLimits(CACHES),
    ...(shards && { shards: [...shards] }),
    ...(shardCount !== undefined && { shardCount }),
  });
  // Callbacks are outside of Discord's limits; edits of answers have one of their own.
  const answers = new REST({
    api: apiUrl,
    globalRequestsPerSecond: Infinity,
    handlerSweepInterval: 60_000,
  });
  client.on(Events.Error, (error) => log.error({ err: error }, 'discord.js'));
  client.on(Events.ShardError, (error) => log.warn({ err: error }, 'the gateway connection broke'));
  client.on(Events.GuildCreate, (guild) => parts.onGuildJoined(joined(guild)));
  client.on(Events.GuildDelete, ({ id }) => parts.onGuildRemoved(id));
  // The payload as it came: discord.js's objects leave out the roles that it has not cached.
  client.ws.on(GatewayDispatchEvents.InteractionCreate, (payload: APIInteraction) => {
    const incoming = readInteraction(payload, answers);
    if (incoming) parts.onInteraction(incoming);
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
        refuse('Discord does not accept DISCORD_TOKEN.');
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
    parts.onFatal(NO_CONNECTION);
  });
  return stop;
}

function joined({ id, systemChannelId, channels }: Guild): JoinedGuild {
  const text = channels.cache.find(({ type }) => type === ChannelType.GuildText);
  return { id, channelId: systemChannelId ?? text?.id ?? null };
}

function whyClosed(code: number): string {
  const name = GatewayCloseCodes[code] ?? 'unknown';
  return name === 'AuthenticationFailed'
    ? 'Discord no longer accepts DISCORD_TOKEN.'
    : `Discord closed the connection for good (${code} ${name}).`;
}

function refuse(sentence: string): never {
  throw new FatalError(sentence);
}
