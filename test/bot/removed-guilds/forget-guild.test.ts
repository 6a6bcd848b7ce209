import { pino } from 'pino';
import { expect, test } from 'vitest';
import { forgetGuild } from '../../../src/bot/removed-guilds/forget-guild.js';

const parts = (failing: 'key' | 'daily' | 'follow' | 'alerts', tried: string[]) => {
  const part = async (name: string) => {
    tried.push(name);
    if (name === failing) throw new Error(`${name} stays`);
    return true;
  };
  return {
    changes: { settings: { disconnect: () => part('key') } },
    daily: { forget: async () => void (await part('daily')) },
    alerts: { forget: async () => void (await part('alerts')) },
    exports: { forget: () => void tried.push('exports') },
    follow: { forget: async () => void (await part('follow')) },
    log: pino({ enabled: false }),
  };
};

test.each(['key', 'daily', 'follow', 'alerts'] as const)(
  'a guild of which the %s cannot be forgotten loses the rest, and that is thrown',
  async (failing) => {
    const tried: string[] = [];
    await expect(forgetGuild('1', parts(failing, tried))).rejects.toThrow(`${failing} stays`);
    expect(tried).toEqual(['exports', 'key', 'daily', 'follow', 'exports', 'alerts']);
  },
);

test('after the key, exports that began meanwhile end, and alerts that no round writes any more are deleted', async () => {
  const tried: string[] = [];
  const server = parts('alerts', tried);
  const disconnect = async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    return server.changes.settings.disconnect();
  };
  const slow = { ...server, changes: { settings: { disconnect } } };
  await expect(forgetGuild('1', slow)).rejects.toThrow('alerts stays');
  expect(tried).toEqual(['exports', 'daily', 'follow', 'key', 'exports', 'alerts']);
});
