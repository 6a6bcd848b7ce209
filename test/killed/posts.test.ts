import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RestFault } from '../../sandbox/discord/types.js';
import { answering } from '../../sandbox/pool/faults.js';
import { hasPostgres, startPostgres, type PostgresServer } from '../support/postgres.js';
import { startHouse, type House } from '../support/process.js';
import type { Server } from '../support/world.js';

const MINUTE = 60_000;
const KEY_REFUSED = answering(401, { error: { code: 'UNAUTHORIZED' } });

const ALERT = 'Firing · The pool can’t be read';

let house: House;
afterEach(() => house.close());

/** Servers in each of which the next process has an alert and a daily post to post. */
async function withDuePosts(count: number, url?: string): Promise<Server[]> {
  house = await startHouse({ url, behindMs: 60 * MINUTE });
  const { clock } = house;
  await house.startHere();
  const servers = await Promise.all(Array.from({ length: count }, () => house.newServer()));
  const time = new Date(Date.now() - MINUTE).toISOString().slice(11, 16);
  for (const { admin, guild, channel, workspace } of servers) {
    // This bot may not post the alert that it raises.
    const alerts = guild.addChannel('alerts');
    await admin.run('alerts channel', { channel: alerts.id });
    alerts.setPermissions({ deny: ['SendMessages'] });
    await admin.in(channel).run('daily set', { time });
    workspace.fault = KEY_REFUSED;
  }
  for (let halves = 0; halves < 4; halves++) await clock.jump(MINUTE / 2);
  await clock.advance(5_000);
  await house.endBots();
  expect(servers.flatMap(titles)).toEqual([]);
  for (const server of servers) channelOf(server, 'alerts').setPermissions({});
  await clock.jump(Date.now() - clock.now());
  return servers;
}

function channelOf({ guild }: Server, name: string) {
  const channel = guild.channels.find((each) => each.name === name);
  if (channel === undefined) throw new Error(`There is no #${name}`);
  return channel;
}

const titlesIn = (server: Server, name: string) =>
  channelOf(server, name)
    .messages()
    .map(({ embeds }) => embeds[0]?.title);
const titles = (server: Server) => [...titlesIn(server, 'alerts'), ...titlesIn(server, 'pool-ops')];

/** Another bot on the same data, so much later. */
async function startLater(servers: readonly Server[], minutes: number): Promise<void> {
  for (const { guild, workspace } of servers) {
    guild.fault = null;
    workspace.fault = KEY_REFUSED;
  }
  await house.clock.jump(minutes * MINUTE);
  await house.startHere();
  await house.clock.advance(5_000);
}

async function expectEachOnce(servers: readonly Server[]): Promise<void> {
  const once = servers.map(() => [
    ALERT,
    expect.stringMatching(/^Daily summary · BTC · \d+ \w+( · late)?$/),
  ]);
  await vi.waitFor(() => expect(servers.map(titles)).toEqual(once), 10_000);
  await house.clock.jump(20 * MINUTE);
  await house.clock.advance(5_000);
  expect(servers.map(titles)).toEqual(once);
}

/** Resolves at the last of these faults, which posts to that channel meet in turn. */
function atPost(server: Server, name: string, faults: RestFault[]): Promise<void> {
  const path = `/channels/${channelOf(server, name).id}/messages`;
  return new Promise((resolve) => {
    server.guild.fault = (request) => {
      if (request.method !== 'POST' || !request.path.includes(path)) return undefined;
      if (faults.length === 1) resolve();
      return faults.shift() ?? 'hang';
    };
  });
}

test.each([
  ['Discord remembers the nonce', 2],
  ['its newest messages are looked at', 10],
])('a bot killed in mid-post tells each once: %s', async (_, minutes) => {
  const servers = await withDuePosts(3);
  const [first, second, third] = servers;
  if (!first || !second || !third) throw new Error('Three were asked for');
  const reached = Promise.all([
    atPost(first, 'alerts', ['hang']),
    // Discord takes it, and the bot never hears so.
    atPost(second, 'alerts', ['reset-after', 'hang']),
    atPost(third, 'pool-ops', ['reset-after', 'hang']),
  ]);
  const bot = house.run();
  await reached;
  bot.signal('SIGKILL');
  await bot.ended;
  expect([titlesIn(first, 'alerts'), titlesIn(second, 'alerts')]).toMatchObject([[], [ALERT]]);
  expect(titlesIn(third, 'pool-ops')).toHaveLength(1);
  await startLater(servers, minutes);
  await expectEachOnce(servers);
});

describe.skipIf(!hasPostgres)('two bots on one Postgres (if initdb is installed)', () => {
  let postgres: PostgresServer;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  test('tell each once though the first stands still until the other has taken over', async () => {
    const servers = await withDuePosts(1, postgres.newDatabase());
    const [server] = servers;
    if (!server) throw new Error('One was asked for');
    const reached = atPost(server, 'pool-ops', ['reset-after']);
    const bot = house.run();
    await reached;
    bot.signal('SIGSTOP');
    await startLater(servers, 2);
    bot.signal('SIGCONT');
    bot.signal('SIGTERM');
    expect(await bot.ended).toBe(0);
    await expectEachOnce(servers);
  });
});
