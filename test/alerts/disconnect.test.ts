import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { disconnectAnswered, setupDisconnect } from '../../commands/setup/disconnect.js';
import { UserError } from '../../src/domain/errors/user-errors.js';
import { KNOWN, OTHER } from './external-changes/watched.js';
import { createHeldChannel } from './fakes/held-channel.js';
import { createConnectedServer, paying } from './fakes/connected-server.js';
import { aSummary } from './fakes/fake-pool.js';
import { aRule, GUILD, MINUTE } from './fakes/watch-harness.js';

const THIRD = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';

type Server = ReturnType<typeof createConnectedServer>;

/** `/setup disconnect` of the key that is connected now, and the button in its answer. */
async function disconnecting({ alerts, guilds }: Server) {
  const { connectedAt = 0 } = (await guilds.keyInfo(GUILD)) ?? {};
  const context = {
    alerts,
    guilds,
    guildId: GUILD,
    member: { userId: '1' },
    changes: {
      settings: {
        disconnect: () => guilds.forgetKey(GUILD),
        areDisconnected: async () => true,
      },
    },
    daily: { forget: async () => undefined, of: async () => [] },
    exports: { cancelAll: async () => undefined },
    follow: { forget: async () => undefined },
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of a context is asked for
  const asked = [{ args: ['delete', connectedAt] }, context] as never as Parameters<
    typeof disconnectAnswered.run
  >;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same context
  const asking = [{}, context] as never as Parameters<typeof setupDisconnect.run>;
  return {
    ask: async () => setupDisconnect.run(...asking),
    disconnect: async () => disconnectAnswered.run(...asked),
  };
}

/** A server with a rule of its own, whose disconnect waits for Discord until `answer` is called. */
async function withDisconnectUnderWay(phase: 'firing' | 'resolved' = 'firing') {
  const { channel, channels, held, hold } = createHeldChannel();
  const server = createConnectedServer({ channels });
  const { guilds } = server;
  await guilds.saveSettings(GUILD, { ...(await guilds.settings(GUILD)), auditChannelId: '555' });
  const pool = await server.connect('key-of-one', paying('alpha', '1', KNOWN));
  await addRule(server, 'hashrate');
  await server.pass(12);
  pool.payments = [paying('alpha', '1', OTHER)];
  await server.pass(6);
  expect(channel.messages).not.toEqual([]);
  const answer = hold();
  if (phase === 'resolved')
    await server.alerts.change(GUILD, ({ alerts, ...rest }) => ({
      ...rest,
      alerts: alerts.map((each) => ({
        ...each,
        phase,
        endedAt: server.clock.at,
        revision: each.revision + 1,
      })),
    }));
  const { ask, disconnect } = await disconnecting(server);
  const disconnected = disconnect();
  await expect.poll(held).toBeGreaterThan(0);
  return { ...server, channel, answer, disconnected, ask };
}

const addRule = ({ alerts }: Pick<Server, 'alerts'>, condition: 'hashrate' | 'efficiency') =>
  alerts.changeRules(GUILD, ({ rules, ...rest }) => ({
    ...rest,
    rules: [...rules, aRule(condition)],
  }));

const ruleIds = async ({ alerts }: Pick<Server, 'alerts'>) =>
  (await alerts.rules(GUILD)).rules.map(({ id }) => id);

test('a disconnect deletes all there is of alerts once their messages say so', async () => {
  const server = await withDisconnectUnderWay();
  server.answer();
  await server.disconnected;
  const drawn = server.channel.messages.map(({ reply }) => JSON.stringify(reply));
  expect(drawn.every((each) => each.includes('The API key was deleted'))).toBe(true);
  expect(await ruleIds(server)).toEqual([]);
  expect(await server.kept()).toEqual([]);
  expect(server.trouble).toEqual([]);
});

test('it can be asked for again as long as alerts are left', async () => {
  const server = await withDisconnectUnderWay();
  // As if its process had ended.
  expect(JSON.stringify(await server.ask())).toContain('No API key is connected. This deletes');
  server.answer();
  await server.disconnected;
  await expect(server.ask()).rejects.toThrow(UserError);
});

test.each([
  'alert-rules',
  'alert-history',
  'alert-listed',
  'alert-seen',
  'alert-readings',
  'alert-readings-index',
])(
  'it can be asked for again where the store broke it off at %s, and deletes the rest',
  async (space) => {
    const server = createConnectedServer();
    const pool = await server.connect('key', paying('alpha', '1', KNOWN));
    pool.summary = aSummary({ active_miners: 100 });
    await addRule(server, 'hashrate');
    await server.pass(20);
    expect((await server.alerts.state(GUILD)).alerts).toEqual([]);
    const { ask, disconnect } = await disconnecting(server);
    const isNote = space.startsWith('alert-readings');
    const entries = isNote ? server.store.notes(space) : server.store.namespace(space);
    const away = async () => {
      throw new Error('away');
    };
    const spies = [
      vi.spyOn(entries, 'delete').mockImplementation(away),
      vi.spyOn(entries, 'deleteMany').mockImplementation(away),
    ];
    await expect(disconnect()).rejects.toThrow('away');
    for (const each of spies) each.mockRestore();
    expect(JSON.stringify(await ask())).toContain('No API key is connected. This deletes');
    await disconnect();
    expect(await server.kept()).toEqual([]);
    await expect(ask()).rejects.toThrow(UserError);
  },
);

test('what is set and seen with the next key while a disconnect waits for Discord stays', async () => {
  const server = await withDisconnectUnderWay();
  const { alerts, clock } = server;
  expect(await ruleIds(server)).toEqual([]);
  clock.at += 5_000;
  const pool = await server.connect('key-of-two', paying('omega', '900', OTHER));
  const added = addRule(server, 'efficiency');
  // Its rounds aren't over before Discord answers.
  for (let look = 0; look < 30; look++) {
    await alerts.runner.look();
    clock.at += 5_000;
    await sleep(2);
  }
  await expect.poll(() => server.kept()).toContain('alert-listed 100:BTC');
  server.answer();
  await added;
  await server.disconnected;
  expect(await ruleIds(server)).toEqual(['efficiency']);
  pool.payments = [paying('omega', '900', THIRD)];
  await server.pass(10);
  const told = (await alerts.state(GUILD)).alerts.map(({ facts }) => facts);
  expect(told).toContainEqual(
    expect.objectContaining({ after: expect.objectContaining({ subaccountId: '900' }) }),
  );
});

test.each(['firing', 'resolved'] as const)(
  'an alert that was %s as its key was deleted is no past alert of the next one',
  async (phase) => {
    const server = await withDisconnectUnderWay(phase);
    const { alerts, clock } = server;
    clock.at += 5_000;
    await server.connect('key-of-two', paying('omega', '900', THIRD));
    await server.lookFor(3 * MINUTE);
    expect(await alerts.lastDay(GUILD)).toMatchObject({ fired: 0 });
    server.answer();
    await server.disconnected;
    await server.pass(10);
    expect((await alerts.state(GUILD)).alerts).toEqual([]);
    expect((await alerts.past(GUILD, 7)).alerts).toEqual([]);
    expect(await alerts.lastDay(GUILD)).toMatchObject({ fired: 0 });
  },
);
