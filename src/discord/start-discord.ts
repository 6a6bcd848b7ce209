import { RESTEvents, Routes, type APIInteraction, type REST } from 'discord.js';
import type { Logger } from 'pino';
import type { Action, Command, CommandGroup } from '../command.js';
import type { Store } from '../store/store.js';
import type { History, Lookup, Messages } from '../messages.js';
import { settlesWithin } from '../domain/in-time.js';
import { createAdmission } from './admission.js';
import { createBackgroundRest } from './background-rest.js';
import { createCatalogue } from './catalogue.js';
import { createHistory } from './channel-history.js';
import { createMessages } from './channel-messages.js';
import { toCommandJson } from './command-json.js';
import { createDiscordHttp } from './discord-http.js';
import { createLookup } from './message-lookup.js';
import { openGateway, type GatewayOptions, type ShardHealth } from './gateway.js';
import { createInteractionRest } from './interaction-rest.js';
import { isNotInside } from './not-inside.js';
import { missingPermissions } from './permissions.js';
import { registerCommands } from './registration.js';
import type { RouterParts } from './router-parts.js';
import { createRouter } from './router.js';
import { createTokenCheck, refusesToken } from './token-check.js';

export interface DiscordOptions
  extends
    Pick<GatewayOptions, 'token' | 'apiUrl' | 'shards' | 'onGuildRemoved' | 'onFatal'>,
    Pick<RouterParts, 'contextFor' | 'explainFailure' | 'metrics' | 'onTurnedAway'> {
  /** Register the commands in this guild only; left out, everywhere. */
  readonly guildId?: string;
  /**
   * Throws, in words, when this application may not work on the store; after a `StoreError` it is
   * asked again.
   */
  readonly admit: (applicationId: string) => Promise<void>;
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
  /** Resolves once a shard is connected; stays open while Discord cannot be reached. */
  readonly connected: Promise<{ applicationId: string }>;
  /** Resolves once Discord has the commands, or will not have them. */
  readonly registered: Promise<'registered' | 'unchanged' | 'given-up'>;
  health(): DiscordHealth;
  /** As far as this process's shards can tell, which is nothing before they are ready. */
  presence(guildId: string): 'in' | 'out' | 'unknown';
  /**
   * True only when the bot is for sure not in that guild any more, seen by gateway and REST.
   * Waits until all shards have been connected.
   */
  hasLeft(guildId: string): Promise<boolean>;
  /** Permission names that the bot lacks in a channel, which is in that server. */
  missingPermissions(channelId: string, guildId?: string): Promise<readonly string[]>;
  /** Of posts, edits and their like: what is still under way after `ms` fails, and is logged. */
  giveUpAfter(ms: number): void;
  /** Takes no more, lets what runs finish for up to 10 s, leaves the gateway. */
  stop(): Promise<void>;
}

const DRAIN_MS = 10_000;
/** Discord takes no first response to an interaction that is older. */
const ANSWERABLE_MS = 3_000;
/**
 * Discord asks for a heartbeat about every 41 s: by now the answer to the next one is overdue by
 * half of that. discord.js itself calls the connection dead only at the one after, and `Ready`
 * until it has closed.
 */
const SILENCE_MS = 65_000;

/** Puts the Discord side together and connects it. Returns at once; trying goes on behind. */
export function startDiscord(options: DiscordOptions): Discord {
  const { token, apiUrl, log, onFatal, store, guildId, version } = options;
  const commands = options.commands.map(toCommandJson);
  const stopping = new AbortController();
  const { rest, giveUp } = createBackgroundRest(apiUrl, token);
  const tokenCheck = createTokenCheck({
    isRefused: () => refusesToken(rest),
    onRefused: () => onFatal('Discord does not accept DISCORD_TOKEN'),
    log,
    signal: stopping.signal,
  });
  rest.on(RESTEvents.Response, (_request, { status }) => {
    if (status === 401) tokenCheck.suspect();
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
  const admission = createAdmission({
    admit: options.admit,
    onRefused: onFatal,
    log,
    signal: stopping.signal,
  });

  /** What the store keeps waiting for too long could not be answered any more. */
  async function take(interaction: APIInteraction, receivedAt: number): Promise<void> {
    if (await settlesWithin(ANSWERABLE_MS, admission.passed)) {
      return router.handle(interaction, receivedAt);
    }
    log.warn({ interaction: interaction.id }, 'dropped: the store was not ready in time');
  }

  const gateway = openGateway({
    ...options,
    onApplication: (applicationId) => admission.ask(applicationId),
    onInteraction: (interaction) => void take(interaction, Date.now()),
    onGuildRemoved: (id) => void admission.passed.then(() => options.onGuildRemoved(id)),
    onUnauthorized: () => tokenCheck.suspect(),
  });
  const connected = admission.passed.then(() => gateway.connected);
  const registered = connected.then(({ applicationId }) =>
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
    lookup: createLookup(rest, async () => (await connected).applicationId),
    connected,
    registered,
    health: () => healthOf(gateway.shards()),
    presence: (id) => gateway.presence.of(id),
    async hasLeft(id) {
      // A shard that is not there yet would know of none of its guilds.
      await gateway.complete;
      return gateway.presence.of(id) === 'out' && (await isUnknownTo(rest, id));
    },
    async missingPermissions(channelId, inGuild) {
      const { applicationId } = await connected;
      return missingPermissions(rest, applicationId, { channelId, guildId: inGuild });
    },
    giveUpAfter(ms) {
      const end = () => {
        const requests = giveUp();
        if (requests > 0) log.warn({ requests }, 'stopping: gave up requests to Discord');
      };
      setTimeout(end, ms).unref();
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

export function healthOf(shards: readonly ShardHealth[]): DiscordHealth {
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
