import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

/** A bot that only holds a connection, which breaks when its process ends. */
test('a playground that is killed outright leaves no bot behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pitboss-bot-process-'));
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const main = join(folder, 'main.mjs');
  const { port } = Object(server.address());
  await writeFile(main, `import net from 'node:net'; net.connect(${port}, '127.0.0.1');`);
  const starter = `
    import { createBotProcess } from ${JSON.stringify(resolve('dist/sandbox/bot-process.js'))};
    const nothing = () => undefined;
    const options = { cwd: '.', env: {}, onLine: nothing, onDeath: nothing };
    createBotProcess({ main: ${JSON.stringify(main)}, ...options }).start();
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', starter]);
  const bot = await new Promise<Socket>((done) => server.once('connection', done));
  bot.on('error', () => undefined).resume();
  const ended = once(bot, 'close');
  expect(bot.closed).toBe(false);
  parent.kill('SIGKILL');
  await ended;
  server.close();
  await rm(folder, { recursive: true });
});
