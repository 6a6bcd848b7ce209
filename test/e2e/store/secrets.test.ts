import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PoolFault } from '../../../sandbox/pool/loopback-pool.js';
import { openEmbeddedStore } from '../../../src/store/sqlite/sqlite.js';
import { freePort } from '../../../sandbox/free-port.js';
import { startFront, type Front } from '../../support/proxy.js';
import { idOf, shown } from '../shown.js';
import { ask, settledOf, startWorld, type World } from '../world.js';

const FAULTS: readonly PoolFault[] = [
  ...(['hang', 'reset', 'half-json', 'html', 'empty', 'plain-text', 'redirect'] as const),
  ...([400, 401, 403, 404, 500, 429] as const),
];
/** Holds characters that URLs, JSON and base64 each spell differently. */
const WRONG_KEY = 'wrong/key+with"quotes=and&more-5678';

let world: World;
let front: Front;
let metricsUrl: string;
beforeAll(async () => {
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  world = await startWorld({
    async env({ pool }) {
      front = await startFront(pool.url);
      return {
        POOL_API_URL: front.url,
        POOL_API_TIMEOUT_MS: '300',
        HEALTH_PORT: String(port),
        LOG_LEVEL: 'trace',
      };
    },
  });
  await world.start();
  await provokeEverything();
}, 120_000);
afterAll(async () => {
  await world.close();
  await front.close();
});

/** A session in which everything is used, and everything that can fail does. */
async function provokeEverything(): Promise<void> {
  // For a 429: makes the attempts and the pause after it short.
  world.pool.faults.retryAfterSeconds = 1;
  await world.connect(WRONG_KEY);
  await world.connect();
  const list = await ask(world.as('viewer'), 'miners list');
  await settledOf(world.as('viewer').click(list, idOf(list, 'Next')));
  await typeKey();
  await ask(world.as('admin'), 'setup check');
  for (const fault of FAULTS) {
    world.pool.faults.always = fault;
    await Promise.all([
      ask(world.as('viewer'), 'summary', { subaccounts: `for-${fault}` }),
      world.connect(WRONG_KEY),
    ]);
  }
  world.pool.faults.always = null;
  await repeatKeysBack();
  await provokeIncidents();
  world.discord.faults.nextCallbacks = ['500', 'reset', 'lost-answer', '429'];
  for (let count = 0; count < 4; count++) await ask(world.as('viewer'), 'help');
  world.discord.closeGateway(4000);
  await world.bot.stop();
  await world.start();
}

/** Where it is only read: in a title, in what Next remembers, in suggestions. */
async function typeKey(): Promise<void> {
  const viewer = world.as('viewer');
  for (const model of [world.key, `x ${world.key.slice(0, 14)}`]) {
    expect(shown(await ask(viewer, 'miners list', { model }))).toContain('API key, so nothing');
  }
  await viewer.complete('summary', { subaccounts: world.key }, 'subaccounts');
}

/** A pool that repeats the key in its refusals. */
async function repeatKeysBack(): Promise<void> {
  for (const status of [400, 403, 500]) {
    front.habits.instead = ({ headers: { authorization = '' } }) => {
      const all = `${authorization} ${encodeURIComponent(authorization)}`;
      return { status, body: JSON.stringify({ error: { message: `no good: ${all}` } }) };
    };
    const said = await ask(world.as('viewer'), 'summary', { subaccounts: `echo-${status}` });
    if (status === 400) expect(shown(said)).toContain('no good');
    await world.connect(WRONG_KEY);
  }
  front.habits.instead = null;
}

/** Records, and an interaction, that nobody could have produced by asking. */
async function provokeIncidents(): Promise<void> {
  const store = await openEmbeddedStore(join(world.dataDir, 'data'));
  const broken = world.neighbour();
  await broken.connect();
  const sealed = await store.namespace('guild-keys').get(world.guild.id);
  await store.namespace('guild-keys').set(broken.guild.id, sealed);
  await ask(broken.as('viewer'), 'summary');
  await store.namespace('guild-keys').delete(broken.guild.id);
  await broken.connect();
  await store.namespace('alert-states').set(broken.guild.id, { alerts: 'no such', key: 1 });
  expect(shown(await ask(broken.as('viewer'), 'alerts list'))).toContain('`alert-states`');
  await store.close();
  world.discord.faults.rewrite = (whole) => ({ ...whole, member: {} });
  const said = await ask(world.as('viewer'), 'summary');
  world.discord.faults.rewrite = null;
  expect(shown(said)).toMatch(/incident `/);
}

interface Secret {
  readonly name: string;
  readonly spellings: readonly string[];
}

function spellingsOf(name: string, secret: string): Secret {
  const bytes = Buffer.from(secret);
  const all = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
  return { name, spellings: [...new Set(all)] };
}

/** Everything that must not show, in all its spellings. */
function secrets(): Secret[] {
  const { DISCORD_TOKEN = '', MASTER_KEY = '' } = world.env;
  const tokens = world.discord.requests.flatMap(
    ({ path }) => /^\/(?:interactions|webhooks)\/\d+\/([^/?]+)/.exec(path)?.[1] ?? [],
  );
  expect(new Set(tokens).size).toBeGreaterThan(20);
  return [
    spellingsOf('API key', world.key),
    spellingsOf('wrong API key', WRONG_KEY),
    spellingsOf('bot token', DISCORD_TOKEN),
    spellingsOf('master key', MASTER_KEY),
    { name: 'master key in hex', spellings: [Buffer.from(MASTER_KEY, 'base64').toString('hex')] },
    ...[...new Set(tokens)].map((token) => ({ name: 'interaction token', spellings: [token] })),
  ];
}

function found(where: string | Buffer): string[] {
  return secrets().flatMap(({ name, spellings }) =>
    spellings.some((spelling) => where.includes(spelling)) ? [name] : [],
  );
}

describe('no key, token or master key', () => {
  test('in the log, at its loudest', () => {
    const log = world.log.join('\n');
    expect(log).toMatch(/"level":"error".*"incident"/);
    expect(found(log)).toEqual([]);
  });

  test('in the data folder, byte by byte', async () => {
    const folder = join(world.dataDir, 'data');
    const names = await readdir(folder);
    expect(names).toContain('pitboss.sqlite');
    for (const name of names) expect(found(await readFile(join(folder, name)))).toEqual([]);
  });

  test('in any message or file', () => {
    const channels = [...world.discord.guilds.values()].flatMap((guild) => [
      ...guild.channels.keys(),
    ]);
    const messages = channels.flatMap((id) => world.discord.messages(id));
    expect(messages.length).toBeGreaterThan(40);
    const files = messages.flatMap(({ attachments }) => attachments.map(({ data }) => data));
    expect(found(JSON.stringify(messages))).toEqual([]);
    for (const data of files) expect(found(Buffer.from(data))).toEqual([]);
  });

  test('in the metrics', async () => {
    const metrics = await (await fetch(metricsUrl)).text();
    expect(metrics).toContain('pitboss_gateway');
    expect(found(metrics)).toEqual([]);
  });
});

test('what is looked for would be found', () => {
  expect(found(`x${world.key}x`)).toEqual(['API key']);
  expect(found(encodeURIComponent(WRONG_KEY))).toEqual(['wrong API key']);
});
