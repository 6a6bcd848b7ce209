import { DiscordAPIError, REST, Routes } from 'discord.js';
import { z } from 'zod';
import { FatalError } from '../errors.js';
import { PERMISSIONS } from './channels.js';

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

/** For somebody with Manage Server. */
export function inviteLink(applicationId: string): string {
  const permissions = Object.values(PERMISSIONS).reduce((sum, bit) => sum | bit, 0n);
  const query = new URLSearchParams({
    client_id: applicationId,
    scope: 'bot applications.commands',
    permissions: String(permissions),
  });
  return `https://discord.com/oauth2/authorize?${query.toString()}`;
}
