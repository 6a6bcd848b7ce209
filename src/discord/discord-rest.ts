import { RESTEvents, Routes } from 'discord.js';
import type { Logger } from 'pino';
import { z } from 'zod';
import { ApplicationUnread, mayReadContent } from './application-check.js';
import { createChannels } from './channels/channels.js';
import { mentionOf, missingPermissions } from './channels/permissions.js';
import { surviving401 } from './gateway/token-survives-401.js';
import { createTokenCheck, isTokenRefusedBy, type TokenCheckParts } from './gateway/token-check.js';
import { isNotMember } from './rest/error-codes.js';
import { createBackgroundRest } from './rest/background-rest.js';
import type { OnFinishedRequest } from './rest/request-done.js';

export interface DiscordRestOptions {
  readonly token: string;
  /** Discord's REST base URL, without the version. */
  readonly apiUrl: string;
  readonly log: Logger;
  readonly onRequest?: OnFinishedRequest | undefined;
  /** Called once, with the reason as a sentence. */
  readonly onTokenRefused: (reason: string) => void;
  /** The pause before each check of the token; waits in real time unless set. */
  readonly pauseToAsk?: TokenCheckParts['pause'];
}

/** Discord's REST API with the bot's token; it needs no connection to the gateway. */
export function createDiscordRest(options: DiscordRestOptions) {
  const { token, apiUrl, log, onTokenRefused, pauseToAsk } = options;
  const closing = new AbortController();
  const commandIds = new Map<string, string>();
  const formerBots = new Set<string>();
  let areFormerRead = false;
  let setBotId: (id: string) => void = () => undefined;
  const botId = new Promise<string>((resolve) => (setBotId = resolve));
  const { rest, giveUp, waiting } = createBackgroundRest({ apiUrl, onRequest: options.onRequest });
  const api = surviving401(rest, token);
  const tokenCheck = createTokenCheck({
    isRefused: () => isTokenRefusedBy(api),
    onRefused: () => onTokenRefused('Discord does not accept DISCORD_TOKEN'),
    log,
    signal: closing.signal,
    ...(pauseToAsk === undefined ? {} : { pause: pauseToAsk }),
  });
  api.on(RESTEvents.Response, (_request, { status }) => {
    if (status === 401) tokenCheck.suspect();
  });
  api.on(RESTEvents.RateLimited, ({ route, timeToReset, global }) =>
    log.debug({ route, timeToReset, global }, 'waiting for a rate limit'),
  );
  return {
    api,
    /** How many requests are in progress or waiting. */
    waiting,
    channels: createChannels({
      rest: api,
      botId: () => botId,
      formerBots,
      hasFormerBots: () => areFormerRead,
      commandIds,
    }),
    /** For the commands that messages mention; filled once they are registered. */
    commandIds,
    /** Names of the permissions that the bot lacks in that channel. Waits for the bot's id. */
    async missingPermissions(channelId: string, guildId?: string): Promise<readonly string[]> {
      return missingPermissions(api, await botId, { channelId, guildId });
    },
    /** Whether mentioning the role there notifies anyone; `gone` = no such role. */
    async mentionOf(
      roleId: string,
      channelId: string,
      guildId: string,
    ): ReturnType<typeof mentionOf> {
      return mentionOf(api, await botId, { roleId, channelId, guildId });
    },
    /** Whether the bot is in that guild now. Throws if Discord can't tell. */
    async isInside(guildId: string): Promise<boolean> {
      try {
        aboutGuild(guildId).parse(await api.get(Routes.guild(guildId)));
        return true;
      } catch (error) {
        if (isNotMember(error)) return false;
        throw error;
      }
    },
    /** Whether Discord shows the bot what others wrote. Throws an ApplicationUnread if it can't tell. */
    async readsContent(): Promise<boolean> {
      try {
        const { flags } = aboutApplication.parse(await api.get(Routes.currentApplication()));
        return mayReadContent(flags);
      } catch (error) {
        throw new ApplicationUnread(error);
      }
    },
    /** Call after a 401: checks whether the token is still good. */
    suspectToken: (): void => tokenCheck.suspect(),
    /** Sets the bot's id, which the gateway sends at READY. */
    setBotId: (id: string): void => setBotId(id),
    /**
     * Applications that the data belonged to before; call it before `setBotId`. `areRead`: Discord shows
     * what they posted.
     */
    noteFormerBots(ids: readonly string[], areRead: boolean): void {
      for (const id of ids) formerBots.add(id);
      areFormerRead = areRead;
    },
    /** Fails posts, edits and other requests still in progress after `ms`, and logs how many. */
    giveUpAfter(ms: number): void {
      const end = () => {
        const requests = giveUp();
        if (requests > 0) log.warn({ requests }, 'stopping: gave up requests to Discord');
      };
      setTimeout(end, ms).unref();
    },
    close(): void {
      closing.abort();
      // Their timers would keep the process alive.
      api.clearHandlerSweeper();
      api.clearHashSweeper();
    },
  };
}

/** A proxy's page may come with a good status too. */
const aboutApplication = z.object({ id: z.string(), flags: z.int().catch(0) });
const aboutGuild = (id: string) => z.object({ id: z.literal(id) });

export type DiscordRest = ReturnType<typeof createDiscordRest>;
