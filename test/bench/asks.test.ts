import { expect, test } from 'vitest';
import { createAsker } from '../../bench/loopback/asks.js';
import { createEndpoint } from '../../bench/loopback/endpoint.js';
import type { Gateway } from '../../bench/loopback/gateway.js';

test('asks each guild for one subaccount at a time, and never for the same again', async () => {
  const asked: { guild: string; subaccounts: string }[] = [];
  const gateway: Gateway = {
    url: '',
    haveGuilds: () => undefined,
    guildList: () => [],
    onIdentify: () => undefined,
    onGuildsSent: () => undefined,
    dispatch(_event, interaction) {
      const { guild_id: guild, token, data } = Object(interaction);
      asked.push({ guild, subaccounts: data.options[0].value });
      asker.pending(token)?.final(Buffer.from('Hashrate'));
    },
  };
  const asker = createAsker(gateway, createEndpoint());
  await asker.ask({ command: 'summary', guilds: 3, count: 300, pace: { atOnce: 4 } });
  const different = new Set(asked.map(({ guild, subaccounts }) => `${guild} ${subaccounts}`));
  expect(different.size).toBe(300);
  // If a comma could be part of a name, Pitboss would read the pool's list first.
  expect(asked.filter(({ subaccounts }) => subaccounts.includes(','))).toEqual([]);
});
