import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../sandbox/free-port.js';
import { shown } from '../shown.js';
import { changeWorld, confirm, openStoreOf, told } from '../changes/change-world.js';
import { ask, startConnectedWorld, type World } from '../world.js';

/** Another program that takes the file's write lock, as a shell or a backup may. */

const libsql = resolve(import.meta.dirname, '../../../node_modules/libsql/index.js');
/** Ends by itself, and gives the lock back when it is told to. */
const locker = `
  const Database = require(${JSON.stringify(libsql)});
  const db = new Database(process.argv[1]);
  db.exec('BEGIN EXCLUSIVE');
  process.stdout.write('locked\\n');
  process.stdin.once('data', () => { db.exec('COMMIT'); process.exit(0); });
  setTimeout(() => process.exit(1), 60_000);
`;

let world: World;
let url: string;
let lock: ChildProcess;
beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  world = await startConnectedWorld({
    env: { HEALTH_PORT: String(port), POOL_API_TIMEOUT_MS: '10000' },
  });
});
afterAll(async () => {
  lock.kill('SIGKILL');
  await world.close();
});

async function takeLock(): Promise<void> {
  const file = join(world.dataDir, 'data', 'pitboss.sqlite');
  lock = spawn(process.execPath, ['-e', locker, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  if (lock.stdout === null) throw new Error('no output to read');
  await once(lock.stdout, 'data');
}

async function giveLockBack(): Promise<void> {
  const ended = once(lock, 'exit');
  lock.stdin?.write('go\n');
  expect(await ended).toEqual([0, null]);
}

const zoneShown = async () => shown(await ask(world.as('admin'), 'setup show'));

test('while it is held, reads are answered; a write waits for it, and is done', async () => {
  await takeLock();
  let isSaved = false;
  const saving = ask(world.as('admin'), 'setup defaults', { timezone: 'Asia/Almaty' });
  void saving.finally(() => (isSaved = true));
  // All of these would wait behind the write, if that waited on the thread.
  for (let round = 0; round < 3; round++) {
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('# Pool summary');
  }
  expect(isSaved).toBe(false);
  await giveLockBack();
  expect(shown(await saving)).toContain('Time zone: `Asia/Almaty`');
  expect(await zoneShown()).toContain('`Asia/Almaty`');
});

test('held too long: said in words, nothing is set, and not ready until it is over', async () => {
  await takeLock();
  const readyz = () => fetch(`${url}/readyz`).then(({ status }) => status);
  const message = await ask(world.as('admin'), 'setup defaults', { timezone: 'Asia/Tokyo' });
  expect(shown(message)).not.toContain('`Asia/Tokyo`');
  expect(shown(message)).not.toMatch(/went wrong|incident/i);
  await expect.poll(readyz, { timeout: 15_000 }).toBe(503);
  await giveLockBack();
  await expect.poll(readyz, { timeout: 15_000 }).toBe(200);
  expect(await zoneShown()).toContain('`Asia/Almaty`');
  // What is written then is there for other processes, and so after a kill.
  await ask(world.as('admin'), 'setup defaults', { timezone: 'Asia/Seoul' });
  const store = await openStoreOf(world);
  expect(await store.namespace('guild-settings').get(world.guild.id)).toMatchObject({
    timeZone: 'Asia/Seoul',
  });
  await store.close();
});

test('taken while a request is at the pool: its answer is told and in the log within seconds', async () => {
  const changes = await changeWorld(world);
  const card = await changes.askToMove();
  const log = world.log.length;
  const { faults } = world.pool;
  Object.assign(faults, {
    latencyMs: 2_000,
    only: ({ method }: { method: string }) => method === 'PATCH',
  });
  const confirming = confirm(changes, 'manager', card);
  await expect.poll(() => changes.card(card)).toContain('waiting for the pool');
  await takeLock();
  const click = await confirming;
  const answered = () =>
    world.log.slice(log).some((line) => line.includes('cannot be noted yet: {'));
  await expect.poll(answered, { timeout: 15_000 }).toBe(true);
  await expect.poll(() => told(click)).toContain('Sent once; not noted yet');
  Object.assign(faults, { latencyMs: 0, only: null });
  await giveLockBack();
  await expect.poll(() => changes.card(card), { timeout: 15_000 }).toContain('the pool answered');
  expect(changes.writes()).toHaveLength(1);
}, 60_000);

test('a server that threw the bot out meanwhile is forgotten as soon as the store takes anything', async () => {
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
  await expect.poll(failed).not.toEqual([]);
  await giveLockBack();
  await expect.poll(kept).toBe('nothing');
}, 40_000);
