import { readInviteConfig } from '../config/config.js';
import { NEEDED } from '../discord/channels/permissions.js';
import { runTool, say } from './cli.js';

const SCOPES = ['bot', 'applications.commands'];

/** `npm run invite`: prints the link that adds the bot to a server, with what it needs there. */
async function main(): Promise<void> {
  const { applicationId, guildId } = readInviteConfig();
  const permissions = NEEDED.reduce((sum, [, bit]) => sum | bit, 0n);
  const link = new URL('https://discord.com/oauth2/authorize');
  link.searchParams.set('client_id', applicationId);
  link.searchParams.set('scope', SCOPES.join(' '));
  link.searchParams.set('permissions', String(permissions));
  if (guildId !== undefined) link.searchParams.set('guild_id', guildId);
  say(link.href);
  say(`Scopes: ${SCOPES.join(', ')}. Permissions: ${NEEDED.map(([name]) => name).join(', ')}.`);
  say('Open it as somebody with Manage Server there. No privileged intent is needed.');
}

await runTool(main);
