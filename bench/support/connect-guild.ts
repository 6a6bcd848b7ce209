import type { Actor, LoopbackDiscord } from '../../sandbox/discord/loopback-discord.js';

export interface Connected {
  readonly guildId: string;
  readonly channelId: string;
  /** May do everything. */
  readonly admin: Actor;
}

/** A guild in the sandbox's Discord whose admin has entered this key. */
export async function connectGuild(discord: LoopbackDiscord, key: string): Promise<Connected> {
  const guild = discord.addGuild({ name: 'Northwind Mining', channels: ['pool-ops'] });
  const [channelId = ''] = guild.channels.keys();
  const admin = discord.as(guild.addPerson({ name: 'Adam', manageGuild: true }), channelId);
  const form = await admin.command('setup key');
  await (await admin.submit(form, { key })).settled();
  return { guildId: guild.id, channelId, admin };
}
