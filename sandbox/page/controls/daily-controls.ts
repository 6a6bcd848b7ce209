import type { LoopbackDiscord } from '../../discord/loopback-discord.js';
import type { Control } from './controls.js';
import type { Cast } from '../world.js';

/** Sends the daily post like the server's admin would: `/daily now post:True` in #pool-ops. */
export function dailyControls(discord: LoopbackDiscord, { guild, admin }: Cast): Control[] {
  return [
    {
      id: 'daily.fire',
      group: 'Bot',
      label: 'Fire the daily post',
      kind: 'button',
      hint: 'An extra one by /daily now, not the day’s own',
      write: async () => {
        const channel = [...guild.channels.values()].find(({ name }) => name === 'pool-ops');
        if (!channel) throw new Error('There is no channel #pool-ops');
        await discord.as(admin, channel.id).command('daily now', { post: true });
      },
    },
  ];
}
