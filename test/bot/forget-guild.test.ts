import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createRemovedGuilds, forgetGuild } from '../../src/bot/forget-guild.js';

const parts = (failing: 'key' | 'daily' | 'follow' | 'alerts', tried: string[]) => {
  const part = async (name: string) => {
    tried.push(name);
    if (name === failing) throw new Error(`${name} stays`);
    return true;
  };
  return {
    changes: { settings: { ...unused, disconnect: () => part('key') } },
    daily: { forget: async () => void (await part('daily')) },
    alerts: { forget: async () => void (await part('alerts')) },
    follow: { forget: async () => void (await part('follow')) },
    log: pino({ enabled: false }),
  };
};

const no = () => Promise.reject(new Error('not in this test'));
const unused = { set: no, connectKey: no, noteFound: no, inForce: no };

test.each(['key', 'daily', 'follow', 'alerts'] as const)(
  'a guild of which the %s cannot be forgotten loses the rest, and that is thrown',
  async (failing) => {
    const tried: string[] = [];
    await expect(forgetGuild('1', parts(failing, tried))).rejects.toThrow(`${failing} stays`);
    expect(tried).toEqual(['key', 'daily', 'follow', 'alerts']);
  },
);

test('the removal of a guild is tried again until all of it is gone', async () => {
  let tries = 0;
  const forget = async () => {
    tries += 1;
    if (tries < 4) throw new Error('the store is locked');
  };
  const gap = { firstMs: 1, ceilingMs: 2 };
  const told: string[] = [];
  const removed = createRemovedGuilds({ forget, onError: (what) => told.push(what), gap });
  removed.add('1');
  await expect.poll(() => tries).toBe(4);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(tries).toBe(4);
  expect(told).toEqual(Array(3).fill('could not forget guild 1, which the bot has left'));
  removed.stop();
});
