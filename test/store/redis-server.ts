import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../sandbox/free-port.js';

export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

export interface RedisServer {
  readonly url: string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** A real server on a free loopback port, durable as the docs ask for, in a folder of its own. */
export async function startRedisServer(
  password = 'not-so-secret',
  settings: Readonly<Record<string, string>> = {},
): Promise<RedisServer> {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-redis-'));
  const port = await freePort();
  const options = {
    port,
    bind: '127.0.0.1',
    dir: folder,
    save: '',
    appendonly: 'yes',
    appendfsync: 'always',
    ...settings,
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const child = spawn('redis-server', [...args, '--requirepass', password], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await untilReady(child);
  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    process: child,
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      rmSync(folder, { recursive: true });
    },
  };
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    child.stdout?.on('data', (data: Buffer) => {
      if (data.toString().includes('Ready to accept connections')) resolve();
    });
  });
}
