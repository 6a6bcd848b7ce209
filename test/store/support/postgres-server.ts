import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../../../sandbox/free-port.js';
import { emptyPostgres } from '../../support/empty-postgres.js';

/** Where Debian puts each version's programs; elsewhere they are in the path. */
const DEBIAN = '/usr/lib/postgresql';
const bin = existsSync(DEBIAN)
  ? join(DEBIAN, readdirSync(DEBIAN).toSorted().at(-1) ?? '', 'bin')
  : '';
/** Postgres refuses to run as root. */
const owner = process.getuid?.() === 0 ? ownerOf('postgres') : {};

export const hasPostgres =
  owner !== null && spawnSync(join(bin, 'initdb'), ['--version']).status === 0;

export interface PostgresServer {
  readonly url: string;
  readonly port: number;
  /** The one now running, or the last one. */
  readonly process: ChildProcess;
  /** Ends it at once, with all its processes. */
  end(): Promise<void>;
  /** Starts it again on the same port and files. */
  startAgain(): Promise<void>;
  /** Ends it and deletes its files. */
  stop(): Promise<void>;
}

const PASSWORD = 'not-so-secret';

/**
 * A real server on a free loopback port in its own folder. `settings` by their names in
 * postgresql.conf; those for durability keep their defaults. `within` is the folder of its folder.
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  within = tmpdir(),
): Promise<PostgresServer> {
  const folder = ownFolder(within);
  must('cp', ['-a', `${emptyServer()}/.`, folder]);
  return serve(folder, settings);
}

/** Making the files takes a second of CPU time, copying them a fifth: workers make them once. */
function emptyServer(): string {
  const kept = emptyPostgres(process.ppid);
  if (existsSync(kept)) return kept;
  const folder = ownFolder();
  run('initdb', [
    '-D',
    folder,
    '-U',
    'pitboss',
    '--no-sync',
    '--no-instructions',
    '-E',
    'UTF8',
    '--locale',
    'C',
    '-A',
    'trust',
  ]);
  try {
    renameSync(folder, kept);
  } catch {
    // Another worker was faster, and its own are as good.
    rmSync(folder, { recursive: true });
  }
  return kept;
}

/** A copy that follows the server, streaming; `pg_promote()` lets it take over. */
export function startStandby({ port }: Pick<PostgresServer, 'port'>): Promise<PostgresServer> {
  const folder = ownFolder();
  run('pg_basebackup', [
    '-D',
    folder,
    '-d',
    `host=127.0.0.1 port=${port} user=pitboss application_name=standby`,
    '-R',
    '--no-sync',
    '-c',
    'fast',
  ]);
  return serve(folder, {});
}

function ownFolder(within = tmpdir()): string {
  const folder = mkdtempSync(join(within, 'pitboss-postgres-'));
  if (owner?.uid !== undefined) chownSync(folder, owner.uid, owner.gid ?? owner.uid);
  return folder;
}

async function serve(
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<PostgresServer> {
  const port = await freePort();
  const options = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    shared_buffers: '16MB',
    max_connections: 60,
    ...settings,
  };
  const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const start = () =>
    spawn(join(bin, 'postgres'), ['-D', folder, ...args], {
      ...owner,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  let child = start();
  await untilReady(child);

  async function end(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    // At once, including its own children: what it acknowledged must be on disk.
    child.kill('SIGQUIT');
    await ended;
  }

  return {
    url: `postgres://pitboss:${PASSWORD}@127.0.0.1:${port}/postgres`,
    port,
    get process() {
      return child;
    },
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
export async function asPostgres(
  { url }: Pick<PostgresServer, 'url'>,
  act: (client: Client) => Promise<unknown>,
): Promise<void> {
  const client = new Client({ connectionString: url });
  // A server that ends meanwhile fails what is being done, not the whole test.
  client.on('error', () => {});
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}

function run(program: string, args: readonly string[]): void {
  must(join(bin, program), args);
}

function must(program: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(program, args, { ...owner, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.once('exit', (code) => reject(new Error(`postgres ended with ${code}: ${said}`)));
    child.stderr?.on('data', (data: Buffer) => {
      said += data.toString();
      if (/ready to accept (read-only )?connections/.test(said)) resolve();
    });
  });
}

/** Null if the machine has no such user. */
function ownerOf(user: string): { uid?: number; gid?: number } | null {
  const ids = ['-u', '-g'].map((flag) => spawnSync('id', [flag, user], { encoding: 'utf8' }));
  const [uid, gid] = ids.map(({ status, stdout }) => (status === 0 ? Number(stdout) : undefined));
  return uid === undefined || gid === undefined ? null : { uid, gid };
}
