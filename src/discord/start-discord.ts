import type { APIInteraction } from 'discord.js';
import type { Logger } from 'pino';
import type { Action, Command, CommandGroup } from '../command.js';
import type { Store } from '../store/store.js';
import { settlesWithin } from '../domain/async/timeout.js';
import { toResult } from '../domain/errors/result.js';
import { yieldToOthers } from '../domain/async/yield-to-others.js';
import { createApplicationCheck } from './application-check.js';
import type { DiscordRest } from './discord-rest.js';
import type { Endpoint } from './endpoint/endpoint.js';
import {
  openGateway,
  type Gateway,
  type GatewayOptions,
  type ShardHealth,
} from './gateway/gateway.js';
import { createRegistry } from './interactions/registry.js';
import type { RouterParts } from './interactions/router-parts.js';
import { createRouter } from './interactions/router.js';
import { toCommandJson } from './registration/command-json.js';
import { readCommandIds } from './limits/command-ids.js';
import { registerCommands } from './registration/registration.js';
import { createDiscordHttp } from './rest/discord-http.js';
import { createInteractionRest } from './rest/interaction-rest.js';
import type { OnFinishedRequest } from './rest/request-done.js';
import { SECOND_MS } from '../domain/time/units.js';

export interface DiscordOptions
  extends
    Pick<
      GatewayOptions,
      | 'token'
      | 'apiUrl'
      | 'shards'
      | 'onGuildAvailable'
      | 'onGuildRemoved'
      | 'onFatal'
      | 'onGatewayEvent'
      | 'waits'
    >,
    Pick<RouterParts, 'contextFor' | 'explainFailure' | 'metrics' | 'onTurnedAway' | 'onError'> {
  readonly rest: DiscordRest;
  /** Receives interactions over HTTP, in place of a gateway. */
  readonly endpoint?: Endpoint | null;
  /** Register the commands in this guild only; if left out, everywhere. */
  readonly guildId?: string | undefined;
  /**
   * Throws an error that says why this application may not work on the store; after a `StoreError`
   * we ask again.
   */
  readonly admit: (applicationId: string) => Promise<void>;
  readonly commands: readonly (Command | CommandGroup)[];
  readonly actions: readonly Action[];
  readonly store: Pick<Store, 'claim' | 'namespace'>;
  readonly log: Logger;
  /** For answers to interactions. */
  readonly onRequest?: OnFinishedRequest;
  /** The bot's own version, for the user agent. */
  readonly version: string;
}

export interface DiscordHealth {
  /** All shards are connected and recently heard from; over HTTP, interactions are being taken. */
  readonly ok: boolean;
  readonly shards: readonly ShardHealth[];
}

const DRAIN_MS = 10 * SECOND_MS;
/** Discord accepts no first response to an older interaction. */
const ANSWERABLE_MS = 3 * SECOND_MS;
/**
 * Discord asks for a heartbeat about every 41 s, so at this age an answer is overdue by half of
 * that. discord.js says `Ready` until it closes the connection, one heartbeat later.
 */
const SILENCE_MS = 65 * SECOND_MS;

/** Connects commands and actions to Discord. Returns at once; connects in the background. */
export function startDiscord(options: DiscordOptions) {
  const { rest, apiUrl, log, onFatal, store, guildId, version, endpoint = null } = options;
  const stopping = new AbortController();
  const http = createDiscordHttp({ apiUrl, version, onRequest: options.onRequest });
  const answers = createInteractionRest(http, rest.commandIds);
  const router = createRouter({
    ...options,
    channels: rest.channels,
    rest: endpoint?.responses.before(answers, rest.commandIds) ?? answers,
    registry: createRegistry(options.commands, options.actions),
  });
  const applicationCheck = createApplicationCheck({
    admit: options.admit,
    onRefused: onFatal,
    log,
    signal: stopping.signal,
  });

  /** False if it was dropped. */
  async function take(interaction: APIInteraction, receivedAt: number): Promise<boolean> {
    if (await settlesWithin(ANSWERABLE_MS, applicationCheck.passed)) {
      await router.handle(interaction, receivedAt);
      return true;
    }
    log.warn({ interaction: interaction.id }, 'dropped: the store was not ready in time');
    return false;
  }

  const onApplication = (applicationId: string) => applicationCheck.ask(applicationId);
  const door: Door =
    endpoint?.open({ rest: rest.api, onApplication, onInteraction: take, onFatal }) ??
    openGatewayDoor({
      ...options,
      onApplication,
      onInteraction: (interaction) => void take(interaction, Date.now()),
      onGuildAvailable: (guild) =>
        void applicationCheck.passed.then(() => options.onGuildAvailable(guild)),
      onGuildRemoved: (id) => void applicationCheck.passed.then(() => options.onGuildRemoved(id)),
      onUnauthorized: () => rest.suspectToken(),
    });
  const application = applicationCheck.passed.then(() => door.connected);
  void application.then(({ userId }) => rest.setBotId(userId));
  const registered = application.then(async ({ applicationId }) => {
    // One process is enough; the one with shard 0 always exists.
    if (options.shards?.ids.includes(0) === false) return 'other-process' as const;
    const { signal } = stopping;
    return registerCommands(await inJson(options.commands), {
      rest: rest.api,
      store,
      log,
      applicationId,
      signal,
      guildId,
      onRegistered: (answer) => {
        for (const [path, id] of readCommandIds(answer)) rest.commandIds.set(path, id);
      },
    });
  });
  return {
    /**
     * Resolves once a shard is connected or HTTP is served; pending while Discord is unreachable.
     */
    connected: application.then(() => undefined),
    /** `other-process`: the process that holds shard 0 registers the commands. */
    registered,
    health: (): DiscordHealth => door.health(),
    /** How much is waiting, by queue. */
    queues: (): ReadonlyMap<string, number> =>
      new Map([
        ['interactions', router.waiting()],
        ['answers to interactions', http.waiting()],
        ['other requests to Discord', rest.waiting()],
      ]),
    /**
     * As far as this process's shards know, which is nothing before they are ready. Over HTTP, as
     * `readGuilds` found it.
     */
    presence: (id: string): 'in' | 'out' | 'unknown' => door.presence.of(id),
    /** For HTTP, where nobody reports servers that come and go. A gateway does. */
    readGuilds: async (): Promise<void> => door.readGuilds?.(),
    /** True only if two ways of asking Discord say that the bot is out. Waits for all shards. */
    async hasLeft(id: string): Promise<boolean> {
      // A shard that isn't connected yet knows none of its guilds.
      await door.complete;
      // Asked again, elsewhere, because the answer decides whether a guild's key is deleted.
      if (door.presence.of(id) !== 'out') return false;
      const isInside = await toResult(rest.isInside(id));
      return isInside.ok && !isInside.value;
    },
    /** Takes no more, lets what is running finish for up to 10 s, then leaves the gateway. */
    async stop(): Promise<void> {
      stopping.abort();
      endpoint?.close();
      await router.drain(DRAIN_MS);
      await door.stop();
      await http.close();
    },
  };
}

export type Discord = ReturnType<typeof startDiscord>;

/** What the two ways of receiving interactions have in common. */
interface Door extends Pick<Gateway, 'connected' | 'complete' | 'stop'> {
  readonly presence: Pick<Gateway['presence'], 'of'>;
  readonly readGuilds?: () => Promise<void>;
  readonly health: () => DiscordHealth;
}

function openGatewayDoor(options: GatewayOptions): Door {
  const gateway = openGateway(options);
  return { ...gateway, health: () => healthOf(gateway.shards()) };
}

/** Each command takes some milliseconds, and people may already be asking. */
async function inJson(commands: DiscordOptions['commands']): Promise<readonly object[]> {
  const described: object[] = [];
  for (const command of commands) {
    await yieldToOthers();
    described.push(toCommandJson(command));
  }
  return described;
}

export function healthOf(shards: readonly ShardHealth[]): DiscordHealth {
  const ok = shards.every(
    ({ status, heartbeatAgeMs }) => status === 'Ready' && (heartbeatAgeMs ?? 0) < SILENCE_MS,
  );
  return { ok: ok && shards.length > 0, shards };
}
