import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { expect, test as base } from 'vitest';
import { freePort } from '../../../../sandbox/free-port.js';
import { eventually } from '../../eventually.js';
import { shown } from '../../shown.js';
import { changeWorld, confirm, openStoreOf, told } from '../../changes/change-world.js';
import { ask, startConnectedWorld, type World } from '../../world.js';

/** Another program that takes the file's write lock, as a shell or a backup may. */

const libsql = resolve(import.meta.dirname, '../../../../node_modules/libsql/index.js');
/** Ends by itself, and releases the lock on command. */
const locker = `
  const Database = require(${JSON.stringify(libsql)});
  const db = new Database(process.argv[1]);
  db.exec('BEGIN EXCLUSIVE');
  process.stdout.write('locked\\n');
  process.stdin.once('data', () => { db.exec('COMMIT'); process.exit(0); });
  setTimeout(() => process.exit(1), 60_000);
`;

interface Locked {
  readonly world: World;
  readonly url: string;
  readonly takeLock: () => Promise<void>;
  readonly giveLockBack: () => Promise<void>;
  readonly settingsShown: () => Promise<string>;
}

/** Each test has its own bot and lock, and all but the first wait at the same time. */
const test = base.extend<{ locked: Locked }>({
  async locked({ onTestFinished }, use) {
    const port = await freePort();
    const world = await startConnectedWorld({
      env: { HEALTH_PORT: String(port), POOL_API_TIMEOUT_MS: '10000' },
    });
    const file = join(world.dataDir, 'data', 'pitboss.sqlite');
    let lock: ChildProcess | null = null;
    onTestFinished(async () => {
      lock?.kill('SIGKILL');
      await world.close();
    });
    await use({
      world,
      url: `http://127.0.0.1:${port}`,
      takeLock: async () => {
        lock = spawn(process.execPath, ['-e', locker, file], {
          stdio: ['pipe', 'pipe', 'inherit'],
        });
        if (lock.stdout === null) throw new Error('no output to read');
        await once(lock.stdout, 'data');
      },
      giveLockBack: async () => {
        if (lock === null) throw new Error('nobody has it');
        const ended = once(lock, 'exit');
        lock.stdin?.write('go\n');
        expect(await ended).toEqual([0, null]);
      },
      settingsShown: async () => shown(await ask(world.as('admin'), 'setup show')),
    });
  },
});

// Runs alone: a write waits five seconds at most, and all of this must be answered by then.
test('while it is held, reads are answered; a write waits for it, and is done', async ({
  locked,
}) => {
  const { world, url, takeLock, giveLockBack, settingsShown } = locked;
  await takeLock();
  let isSaved = false;
  const saving = ask(world.as('admin'), 'setup defaults', { timezone: 'Asia/Almaty' });
  void saving.finally(() => (isSaved = true));
  // If the write waited on the thread, all of these would wait behind it.
  for (let round = 0; round < 3; round++) {
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('# Pool summary');
  }
  expect(isSaved).toBe(false);
  await giveLockBack();
  expect(shown(await saving)).toContain('**Time zone:** `Asia/Almaty`');
  expect(await settingsShown()).toContain('`Asia/Almaty`');
});

test.concurrent('held too long: said in words, nothing is set, and not ready until it is over', async ({
  locked,
}) => {
  const { world, url, takeLock, giveLockBack, settingsShown } = locked;
  await ask(world.as('admin'), 'setup defaults', { timezone: 'Asia/Almaty' });
  await takeLock();
  const readyz = () => fetch(`${url}/readyz`).then(({ status }) => status);
  const message = await ask(world.as('admin'), 'setup defaults', { timezone: 'Asia/Tokyo' });
  expect(shown(message)).not.toContain('`Asia/Tokyo`');
  expect(shown(message)).not.toMatch(/went wrong|incident/i);
  await eventually(async () => expect(await readyz()).toBe(503));
  await giveLockBack();
  await eventually(async () => expect(await readyz()).toBe(200));
  expect(await settingsShown()).toContain('`Asia/Almaty`');
  // What is written then is visible to other processes, and so survives a kill.
  await ask(world.as('admin'), 'setup defaults', { timezone: 'Asia/Seoul' });
  const store = await openStoreOf(world);
  expect(await store.namespace('guild-settings').get(world.guild.id)).toMatchObject({
    timeZone: 'Asia/Seoul',
  });
  await store.close();
});

test.concurrent('taken while a request is at the pool: its answer is told and in the log within seconds', async ({
  locked,
}) => {
  const { world, takeLock, giveLockBack } = locked;
  const changes = await changeWorld(world);
  const card = await changes.askToMove();
  const log = world.log.length;
  const { faults } = world.pool;
  Object.assign(faults, {
    latencyMs: 2_000,
    only: ({ method }: { method: string }) => method === 'PATCH',
  });
  const confirming = confirm(changes, 'manager', card);
  await eventually(() => expect(changes.card(card)).toContain('waiting for the pool'));
  await takeLock();
  const click = await confirming;
  const answered = () =>
    world.log.slice(log).some((line) => line.includes('cannot be noted yet: {'));
  await eventually(() => expect(answered()).toBe(true));
  await eventually(() => expect(told(click)).toContain('Sent once; not saved yet'));
  Object.assign(faults, { latencyMs: 0, only: null });
  await giveLockBack();
  await eventually(() => expect(changes.card(card)).toContain('the pool answered'));
  expect(changes.writes()).toHaveLength(1);
}, 60_000);

test.concurrent('taken while a request is at the pool, and told to end: the log has the answer', async ({
  locked,
}) => {
  const { world, takeLock } = locked;
  const changes = await changeWorld(world);
  const card = await changes.askToMove();
  const log = world.log.length;
  // Comes near the end of the time that a process has to finish what it began.
  Object.assign(world.pool.faults, {
    latencyMs: 6_000,
    only: ({ method }: { method: string }) => method === 'PATCH',
  });
  void confirm(changes, 'manager', card);
  await eventually(() => expect(changes.card(card)).toContain('waiting for the pool'));
  await takeLock();
  await world.bot.stop(30_000);
  const lost = world.log.slice(log).filter((line) => line.includes('was never noted'));
  expect(lost).toHaveLength(1);
  expect(lost[0]).toMatch(/"level":"fatal".*UPDATE_SUBACCOUNT/);
  expect(changes.writes()).toHaveLength(1);
}, 60_000);

test.concurrent('a server that threw the bot out meanwhile is forgotten as soon as the store takes anything', async ({
  locked,
}) => {
  const { world, takeLock, giveLockBack } = locked;
  const gone = world.neighbour();
  expect(shown(await gone.connect())).toContain('# Connected');
  const kept = async () => {
    const store = await openStoreOf(world);
    const key = await store.namespace('guild-keys').get(gone.guild.id);
    await store.close();
    return key === undefined ? 'nothing' : 'the key';
  };
  expect(await kept()).toBe('the key');
  await takeLock();
  world.discord.removeBot(gone.guild.id);
  const failed = () => world.log.filter((line) => line.includes('could not forget guild'));
  await eventually(() => expect(failed()).not.toEqual([]));
  await giveLockBack();
  await eventually(async () => expect(await kept()).toBe('nothing'));
});

test.concurrent('one that added the bot again meanwhile keeps what it has, and what it sets since', async ({
  locked,
}) => {
  const { world, takeLock, giveLockBack, settingsShown } = locked;
  await takeLock();
  world.discord.removeBot(world.guild.id);
  const said = (words: string) => world.log.some((line) => line.includes(words));
  await eventually(() => expect(said('could not forget guild')).toBe(true));
  world.discord.returnBot(world.guild.id);
  await giveLockBack();
  await ask(world.as('admin'), 'setup roles', { others: 'second' });
  await eventually(() => expect(said('the bot is in it again')).toBe(true));
  expect(await settingsShown()).toMatch(/API key.*Other changes.*second/s);
});
