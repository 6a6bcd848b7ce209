import { Keyv } from 'keyv';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import {
  registerCommands,
  type RegistrationParts,
} from '../../../src/discord/registration/registration.js';

const SENT = [{ name: 'summary', description: 'Shows  the pool', options: [] }];

type Made = Record<string, unknown>;

/**
 * A Discord that makes something of its own of what it is sent, in its answer to a GET alone:
 * the answer to a PUT need not be the same.
 */
function discordThatMakes(made: Made) {
  const spaces = new Map<string, Keyv<unknown>>();
  let standing: object[] = [];
  let puts = 0;
  const rest: RegistrationParts['rest'] = Object({
    get: async () => standing,
    async put(_route: string, { body }: { body: object[] }) {
      puts += 1;
      standing = body.map((command, index) => ({ id: `${index + 1}`, ...command, ...made }));
      return body.map((command, index) => ({ id: `${index + 1}`, ...command }));
    },
  });
  const space = (name: string) => {
    if (!spaces.has(name)) spaces.set(name, new Keyv());
    return Object(spaces.get(name));
  };
  return {
    puts: () => puts,
    change: (changed: Made) => (standing = standing.map((each) => ({ ...each, ...changed }))),
    start: async (commands: readonly object[] = SENT) =>
      registerCommands(commands, {
        rest,
        store: { namespace: space },
        log: pino({ level: 'silent' }),
        applicationId: '1',
        signal: AbortSignal.timeout(10_000),
      }),
  };
}

test.each<[what: string, made: Made]>([
  ['a field nobody knows', { contexts_v2: ['GUILD'] }],
  ['a default of its own', { default_permission: true, nsfw: false }],
  ['other words', { description: 'Shows the pool' }],
])('%s that Discord adds does not register the commands at each start', async (_what, made) => {
  const discord = discordThatMakes(made);
  expect(await discord.start()).toBe('registered');
  expect(await discord.start()).toBe('unchanged');
  expect(await discord.start()).toBe('unchanged');
  expect(discord.puts()).toBe(1);
});

test('what somebody else changed there since is registered anew', async () => {
  const discord = discordThatMakes({ contexts_v2: ['GUILD'] });
  await discord.start();
  discord.change({ description: 'Something else' });
  expect(await discord.start()).toBe('registered');
  expect(await discord.start()).toBe('unchanged');
});

test('what we changed is registered anew', async () => {
  const discord = discordThatMakes({ contexts_v2: ['GUILD'] });
  await discord.start();
  expect(await discord.start([{ ...SENT[0], description: 'Shows all' }])).toBe('registered');
  expect(discord.puts()).toBe(2);
});
