import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { built } from '../../../sandbox/dist-paths.js';
import { startLoopbackDiscord } from '../../../sandbox/discord/server.js';
import { freePort } from '../../../sandbox/free-port.js';
import { startWorld, type World } from '../world.js';

const addressSchema = z.object({ port: z.number() });

/** `npm run doctor` and `npm run invite`, as the operator runs them. */

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

interface Ran {
  readonly code: unknown;
  readonly out: string;
}

async function run(
  tool: 'doctor' | 'invite',
  env: Record<string, string> = {},
  cwd = world.dataDir,
): Promise<Ran> {
  const given = { ...world.env, ...env };
  const child = spawn(process.execPath, [built(`bot/${tool}.js`)], {
    cwd,
    env: { PATH: process.env['PATH'], ...given },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => (out += piece.toString()));
  const [code] = await once(child, 'close');
  for (const name of ['DISCORD_TOKEN', 'MASTER_KEY']) expect(out).not.toContain(given[name]);
  expect(out).not.toMatch(/^\s+at /m);
  return { code, out };
}

describe('doctor', () => {
  test('data that is to be moved to an application that may not read the earlier one’s posts', async () => {
    const moving = { DISCORD_APPLICATION_PREVIOUS: '123456789012345678' };
    const { code, out } = await run('doctor', moving);
    expect(out).toMatch(/❌ failed · Earlier application: .*Message Content Intent/);
    expect(code).toBe(1);
  });

  test('before the first start: all can be used, nothing is made', async () => {
    const { code, out } = await run('doctor');
    expect(out).toContain('✅ ok · Environment: every variable');
    expect(out).toMatch(/✅ ok · Token: it belongs to the application .+ \(\d+\)/);
    expect(out).toContain('✅ ok · Clock: ');
    expect(out).toMatch(/✅ ok · Gateway: \d+ starts are left/);
    expect(out).toMatch(/⚠️ warning · Commands: \d+ of \d+ aren’t registered yet/);
    expect(out).toContain('the bot makes it at its first start');
    expect(out).toMatch(/✅ ok · Pool: .* refuses a made-up key/);
    expect(code).toBe(0);
    expect(existsSync(world.env['DATA_DIR'] ?? '')).toBe(false);
    expect(world.discord.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  test('a data folder that can’t be looked at', async () => {
    const loop = join(world.dataDir, 'loop');
    await symlink(loop, loop);
    const { code, out } = await run('doctor', { DATA_DIR: join(loop, 'data') });
    expect(out).toMatch(/❌ failed · Data folder: this user can’t look at .*loop.data \(ELOOP\)/);
    expect(out).toContain('✅ ok · Pool: ');
    expect(code).toBe(1);
  });

  test('beside the running bot: its store, its commands, its owner', async () => {
    await world.start();
    const { code, out } = await run('doctor');
    expect(out).toMatch(/✅ ok · Commands: all \d+ are registered/);
    expect(out).toContain('✅ ok · Data folder: only this user');
    expect(out).toContain('✅ ok · Store: ');
    expect(out).toContain('✅ ok · Master key: it fits');
    expect(out).toMatch(/✅ ok · Application: token and store belong to/);
    expect(code).toBe(0);
  });

  test('another application’s token, another master key, a folder open to others', async () => {
    const others = await startLoopbackDiscord();
    const folder = world.env['DATA_DIR'] ?? '';
    await chmod(folder, 0o755);
    const { code, out } = await run('doctor', {
      DISCORD_TOKEN: others.token,
      DISCORD_API_URL: others.apiUrl,
      MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    });
    await others.close();
    await chmod(folder, 0o700);
    expect(code).toBe(1);
    expect(out).toMatch(/❌ failed · Application: the token belongs to \d+, but the store to \d+/);
    expect(out).toContain('❌ failed · Master key: ');
    expect(out).toContain('⚠️ warning · Data folder: others on this machine');
  });

  test('interactions over HTTP: the key, the address, and the gateway that brings none', async () => {
    const { endpoint } = world.discord;
    const overHttp = { INTERACTIONS_PORT: '8080', DISCORD_PUBLIC_KEY: endpoint.publicKey };
    const none = await run('doctor', overHttp);
    expect(none.out).toContain('⚠️ warning · Interactions: Discord sends none over HTTP yet');
    expect(none.out).not.toContain('Gateway');
    const otherKey = await run('doctor', { ...overHttp, DISCORD_PUBLIC_KEY: 'd7'.repeat(32) });
    expect(otherKey.out).toContain('❌ failed · Interactions: DISCORD_PUBLIC_KEY is another');
    endpoint.addresses.push('https://bot.example/interactions');
    const entered = await run('doctor', overHttp);
    const gateway = await run('doctor');
    endpoint.addresses.pop();
    expect(entered.out).toContain(
      '✅ ok · Interactions: Discord POSTs them to https://bot.example',
    );
    expect(gateway.out).toContain('❌ failed · Gateway: it brings no interactions');
    expect([none, otherKey, entered, gateway].map(({ code }) => code)).toEqual([0, 1, 0, 1]);
  });

  test('a refused token, and servers that do not answer', async () => {
    const refused = await run('doctor', { DISCORD_TOKEN: 'no-such-token' });
    expect(refused.out).toContain('❌ failed · Token: Discord refuses it');
    const port = await freePort();
    const away = await run('doctor', {
      DISCORD_API_URL: `http://127.0.0.1:${port}/api`,
      POOL_API_URL: `http://127.0.0.1:${port}`,
    });
    expect(away.out).toMatch(/❌ failed · Discord: no answer from .*\(ECONNREFUSED\)/);
    expect(away.out).toMatch(/❌ failed · Pool: /);
    expect([refused.code, away.code]).toEqual([1, 1]);
  });

  test('a pool’s address that is another site’s', async () => {
    const site = createServer((_request, response) => response.writeHead(404).end('<h1>Shop</h1>'));
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    const { port } = addressSchema.parse(site.address());
    const { code, out } = await run('doctor', { POOL_API_URL: `http://127.0.0.1:${port}` });
    site.close();
    expect(out).toMatch(/❌ failed · Pool: http:.*\n/);
    expect(code).toBe(1);
  });

  test('faults of the environment, and names that nothing reads', async () => {
    const cwd = join(world.dataDir, 'with-env-file');
    await mkdir(cwd);
    await writeFile(join(cwd, '.env'), 'POOL_API_TIMEOUT=5\nHEALTHPORT=1\nCOLOUR=red\n');
    const { code, out } = await run('doctor', { SHARDS: '0', MASTER_KEYS: 'x' }, cwd);
    expect(out).toContain('❌ failed · Environment: SHARD_COUNT is not set, but SHARDS is.');
    expect(out).toContain('nothing reads HEALTHPORT. Did you mean HEALTH_PORT?');
    expect(out).toContain('nothing reads MASTER_KEYS. Did you mean MASTER_KEY?');
    expect(out).toContain('nothing reads COLOUR.');
    expect(out).not.toContain('nothing reads PATH');
    expect(code).toBe(1);
  });
});

describe('invite', () => {
  const id = '123456789012345678';
  const token = `${Buffer.from(id).toString('base64')}.made.up`;

  test('prints the link with what the bot needs', async () => {
    const { code, out } = await run('invite', { DISCORD_TOKEN: token });
    expect(code).toBe(0);
    const [link = ''] = out.split('\n');
    expect(Object.fromEntries(new URL(link).searchParams)).toEqual({
      client_id: id,
      scope: 'bot applications.commands',
      permissions: String(1024 + 2048 + 16_384 + 32_768 + 65_536),
    });
    expect(out).toContain('View Channel, Send Messages, Embed Links, Attach Files');
  });

  test('names what is wrong with a token that holds no id', async () => {
    const { code, out } = await run('invite', { DISCORD_TOKEN: 'no-bot’s'.replace('’', '-') });
    expect(code).toBe(1);
    expect(out).toContain('DISCORD_TOKEN does not begin with an application’s id');
  });
});
