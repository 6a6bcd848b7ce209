import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Debian puts each version's programs; elsewhere they are on the path. */
const DEBIAN = '/usr/lib/postgresql';
const bin = existsSync(DEBIAN)
  ? join(DEBIAN, readdirSync(DEBIAN).toSorted().at(-1) ?? '', 'bin')
  : '';
/** Postgres refuses to run as root. */
const isRoot = process.getuid?.() === 0;
const owner = isRoot ? ownerOf('postgres') : undefined;

/** Whether tests on Postgres can run here; else they are skipped. */
export const hasPostgres =
  owner !== null && spawnSync(join(bin, 'initdb'), ['--version']).status === 0;

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;

/** A real server on a free loopback port, in a folder of its own. */
export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'pitboss-postgres-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  run('initdb', ['-D', folder, '-U', 'pitboss', '-A', 'trust', '-E', 'UTF8', '--no-sync']);
  const port = await freePort();
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'shared_buffers=16MB',
    'max_connections=60',
    // Only the process is ever killed, not the machine.
    'fsync=off',
  ];
  const start = async () => {
    const options = settings.flatMap((setting) => ['-c', setting]);
    const child = spawn(join(bin, 'postgres'), ['-D', folder, ...options], {
      ...owner,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await ready(child.stderr);
    return child;
  };
  let server = await start();
  let databases = 0;
  const url = (database: string) => `postgres://pitboss@127.0.0.1:${port}/${database}`;

  /** At once, as when its machine fails. */
  async function kill(): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGQUIT');
    await ended;
  }

  return {
    /** For `STORE_URL`: an empty database of its own at each call. */
    newDatabase(): string {
      databases += 1;
      run('psql', ['-d', url('postgres'), '-qc', `create database test_${databases}`]);
      return url(`test_${databases}`);
    },
    kill,
    /** On the same port and files. */
    async startAgain(): Promise<void> {
      server = await start();
    },
    async stop(): Promise<void> {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}

function run(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(join(bin, program), args, { ...owner, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
}

function ready(stderr: NodeJS.ReadableStream): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    stderr.on('data', (data: Buffer) => {
      said += data.toString();
      if (said.includes('ready to accept connections')) resolve();
    });
    stderr.once('end', () => reject(new Error(`postgres ended: ${said}`)));
  });
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Null if the machine has no such user. */
function ownerOf(user: string): { uid: number; gid: number } | null {
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    spawnSync('id', [flag, user], { encoding: 'utf8' }),
  );
  if (uid?.status !== 0 || gid?.status !== 0) return null;
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
}
