import { REST, RESTEvents, Routes } from 'discord.js';
import type { Logger } from 'pino';
import type { Action, Command, CommandGroup } from '../command.js';
import type { Store } from '../store/store.js';
import type { History, Lookup, Messages } from '../messages.js';
import { createCatalogue } from './catalogue.js';
import { createHistory } from './channel-history.js';
import { createMessages } from './channel-messages.js';
import { toCommandJson } from './command-json.js';
import { createDiscordHttp } from './discord-http.js';
import { heedingLimits } from './heeding-limits.js';
import { createLookup } from './message-lookup.js';
import { openGateway, type GatewayOptions, type ShardHealth } from './gateway.js';
import { createInteractionRest } from './interaction-rest.js';
import { isNotInside } from './not-inside.js';
import { missingPermissions } from './permissions.js';
import { registerCommands } from './registration.js';
import type { RouterParts } from './router-parts.js';
import { createRouter } from './router.js';

export interface DiscordOptions
  extends
    Pick<GatewayOptions, 'token' | 'apiUrl' | 'shards' | 'onGuildRemoved' | 'onFatal'>,
    Pick<RouterParts, 'contextFor' | 'explainFailure' | 'metrics' | 'onTurnedAway'> {
  /** Register the commands in this guild only; left out, everywhere. */
  readonly guildId?: string;
  readonly commands: readonly (Command | CommandGroup)[];
  readonly actions: readonly Action[];
  readonly store: Pick<Store, 'claim' | 'space'>;
  readonly log: Logger;
  /** The bot's own version, for the user agent. */
  readonly version: string;
}

export interface DiscordHealth {
  /** All shards connected and heard of lately. */
  readonly ok: boolean;
  readonly shards: readonly ShardHealth[];
}

export interface Discord {
  readonly messages: Messages;
  readonly history: History;
  readonly lookup: Lookup;
  /** Resolves once all shards are connected; stays open while Discord cannot be reached. */
  readonly connected: Promise<{ applicationId: string }>;
  /** Resolves once Discord has the commands, or will not have them. */
  readonly registered: Promise<'registered' | 'unchanged' | 'given-up'>;
  health(): DiscordHealth;
  /** True only when the bot is for sure not in that guild any more, seen by gateway and REST. */
  hasLeft(guildId: string): Promise<boolean>;
  /** Permission names that the bot lacks in a channel, which is in that server. */
  missingPermissions(channelId: string, guildId?: string): Promise<readonly string[]>;
  /** Takes no more, lets what runs finish for up to 10 s, leaves the gateway. */
  stop(): Promise<void>;
}

const DRAIN_MS = 10_000;
/** Discord asks for a heartbeat about every 41 s. */
const SILENCE_MS = 120_000;

/** Puts the Discord side together and connects it. Returns at once; trying goes on behind. */
export function startDiscord(options: DiscordOptions): Discord {
  const { token, apiUrl, log, onFatal, store, guildId, version } = options;
  const commands = options.commands.map(toCommandJson);
  const stopping = new AbortController();
  const rest = new REST({
    api: apiUrl,
    version: '10',
    makeRequest: heedingLimits(),
  }).setToken(token);
  rest.on(RESTEvents.Response, (_request, { status }) => {
    // discord.js forgets the token on a 401, after which nothing works but a new start.
    if (status === 401 && !stopping.signal.aborted)
      onFatal('Discord does not accept DISCORD_TOKEN');
  });
  rest.on(RESTEvents.RateLimited, ({ route, timeToReset, global }) =>
    log.debug({ route, timeToReset, global }, 'waiting for a rate limit'),
  );
  const http = createDiscordHttp(apiUrl, version);
  const messages = createMessages(rest);
  const router = createRouter({
    ...options,
    messages,
    rest: createInteractionRest(http),
    catalogue: createCatalogue(options.commands, options.actions),
  });
  const gateway = openGateway({
    ...options,
    onInteraction: (interaction) => void router.handle(interaction),
  });
  const registered = gateway.connected.then(({ applicationId }) =>
    registerCommands(commands, {
      rest,
      store,
      log,
      applicationId,
      signal: stopping.signal,
      ...(guildId === undefined ? {} : { guildId }),
    }),
  );
  return {
    messages,
    history: createHistory(rest),
    lookup: createLookup(rest),
    connected: gateway.connected,
    registered,
    health: () => healthOf(gateway.shards()),
    async hasLeft(id) {
      return gateway.presence.of(id) === 'out' && (await isUnknownTo(rest, id));
    },
    async missingPermissions(channelId, inGuild) {
      const { applicationId } = await gateway.connected;
      return missingPermissions(rest, applicationId, { channelId, guildId: inGuild });
    },
    async stop() {
      stopping.abort();
      await router.drain(DRAIN_MS);
      await gateway.stop();
      await http.close();
      // Their timers would keep the process.
      rest.clearHandlerSweeper();
      rest.clearHashSweeper();
    },
  };
}

function healthOf(shards: readonly ShardHealth[]): DiscordHealth {
  const ok = shards.every(
    ({ status, heartbeatAgeMs }) => status === 'Ready' && (heartbeatAgeMs ?? 0) < SILENCE_MS,
  );
  return { ok: ok && shards.length > 0, shards };
}

/** Asked a second time, elsewhere, because a guild's key goes with the answer. */
async function isUnknownTo(rest: REST, guildId: string): Promise<boolean> {
  try {
    await rest.get(Routes.guild(guildId));
    return false;
  } catch (error) {
    return isNotInside(error);
  }
}
