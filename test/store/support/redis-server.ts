import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RedisClientType } from '@keyv/redis';
import { freePort } from '../../../sandbox/free-port.js';
import { newClient } from '../../../src/store/redis/connect.js';

export const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

/** Stands for much data: Redis's own settings, and what it does meanwhile. */
export const LOADS_SLOWLY = {
  'key-load-delay': '1000',
  'loading-process-events-interval-bytes': '1024',
};

export interface RedisServer {
  readonly url: string;
  readonly port: number;
  /** The one now running, or the last one. */
  readonly process: ChildProcess;
  /** Puts in what takes seconds to load again if it `LOADS_SLOWLY`. */
  fill(): Promise<void>;
  /** Ends it at once. */
  end(): Promise<void>;
  /** Starts it again on the same port and files. */
  startAgain(): Promise<void>;
  /** Ends it and deletes its files. */
  stop(): Promise<void>;
}

/**
 * A real server on a free loopback port, as durable as the docs demand, in its own folder.
 * `settings` take precedence, by their names in redis.conf.
 */
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
    requirepass: password,
    ...settings,
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const start = () => spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let child = start();
  await untilReady(child);

  async function end(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  return {
    url: `redis://:${password}@127.0.0.1:${port}`,
    port,
    get process() {
      return child;
    },
    fill: () =>
      asAdmin(`redis://:${password}@127.0.0.1:${port}`, async (client) => {
        for (let first = 0; first < 3_000; first += 500)
          await Promise.all(
            Array.from({ length: 500 }, (_, index) => client.set(`other:${first + index}`, 'x')),
          );
        // It answers between the bytes of a snapshot, and hardly ever amid a list of commands.
        if (options.appendonly === 'yes') await client.bgRewriteAof();
        while (/aof_rewrite_in_progress:1/.test(await client.info('persistence'))) await sleep(50);
      }),
    end,
    async startAgain() {
      child = start();
      await untilReady(child);
    },
    async stop() {
      await end();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Does something on it as its administrator. */
export async function asAdmin(
  url: string,
  act: (client: RedisClientType) => Promise<unknown>,
): Promise<void> {
  const client = newClient({ url });
  await client.connect();
  await act(client);
  client.destroy();
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    child.stdout?.on('data', (data: Buffer) => {
      if (data.toString().includes('Ready to accept connections')) resolve();
    });
  });
}
