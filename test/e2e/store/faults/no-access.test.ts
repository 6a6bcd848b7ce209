import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { built, builtBot } from '../../../../sandbox/dist-paths.js';
import { canMount, mountSmallDisk, type SmallDisk } from '../../../store/support/small-disk.js';
import { eventually } from '../../eventually.js';
import { startConnectedWorld, startWorld, type World } from '../../world.js';

/** An intact store that this process may not read or write: nobody is told to restore an older one. */

const NOBODY = 65_534;
const TOOLS = ['verify-audit', 'doctor', 'backup'] as const;

/** The bot or a tool until it ends, as that user. */
async function runAs(uid: number, what: 'bot' | (typeof TOOLS)[number], world: World) {
  const script = what === 'bot' ? builtBot.main : built(`bot/${what}.js`);
  const args = what === 'backup' ? ['--to', join(world.dataDir, 'backup.gz')] : [];
  const child = spawn(process.execPath, [script, ...args], {
    cwd: world.dataDir,
    env: { PATH: process.env['PATH'], ...world.env },
    uid,
    gid: uid,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => (said += piece.toString()));
  const [code] = await once(child, 'close');
  return { code: Number(code), said };
}

function expectNoRestore(said: string): void {
  expect(said).toContain('Nothing says that the store is damaged');
  expect(said).not.toMatch(/To restore|restore a backup|empty folder|There is no store/);
  expect(said).not.toMatch(/^\s+at /m);
}

const isRoot = process.getuid?.() === 0;

describe.skipIf(!isRoot)(`of another user${isRoot ? '' : ' (skipped unless run by root)'}`, () => {
  let world: World;
  let folder: string;
  beforeAll(async () => {
    world = await startConnectedWorld();
    folder = world.env['DATA_DIR'] ?? '';
    // Killed, so that -wal and -shm are left too.
    world.bot.kill();
    await eventually(() => expect(world.bot.state).toBe('dead'));
    chmodSync(world.dataDir, 0o755);
  });
  afterAll(() => world.close());

  /** All is that user's, apart from what is named. */
  function giveAway(except: string): void {
    chownSync(folder, NOBODY, NOBODY);
    for (const name of readdirSync(folder)) chownSync(join(folder, name), NOBODY, NOBODY);
    chownSync(join(folder, except), 0, 0);
  }

  test.for(['pitboss.sqlite', 'pitboss.sqlite-wal', 'pitboss.sqlite-shm', '.'])(
    '%s: named with its owner, and what to do',
    { timeout: 60_000 },
    async (name) => {
      giveAway(name);
      const path = join(folder, name);
      for (const what of ['bot', ...TOOLS] as const) {
        const { code, said } = await runAs(NOBODY, what, world);
        expect(code).toBe(1);
        expect(said).toMatch(/may not read and write \S+ \(of user 0, mode [67]00\)\./);
        expect(said).toContain(`\`chown ${NOBODY} '${path}' && chmod u+rwX '${path}'\``);
        expectNoRestore(said);
        if (what === 'doctor') expect(said).toContain('❌ failed · Data folder: This process');
      }
    },
  );

  test('the folder alone, with all files in it: nothing is refused', async () => {
    giveAway('.');
    chmodSync(folder, 0o755);
    const { code, said } = await runAs(NOBODY, 'verify-audit', world);
    expect(said).toContain('Audit trail intact');
    expect(code).toBe(0);
    chmodSync(folder, 0o700);
  });

  test('which helps', async () => {
    giveAway('pitboss.sqlite');
    const refused = await runAs(NOBODY, 'verify-audit', world);
    const [, command = ''] = /as root: `([^`]+)`/.exec(refused.said) ?? [];
    expect(spawnSync('sh', ['-c', command]).status).toBe(0);
    const { code, said } = await runAs(NOBODY, 'verify-audit', world);
    expect(said).toContain('Audit trail intact');
    expect(code).toBe(0);
  });
});

const title = `on a disk that became read-only${canMount ? '' : ' (skipped: may not mount a disk)'}`;

describe.skipIf(!canMount)(title, () => {
  let disk: SmallDisk;
  let world: World;
  beforeAll(async () => {
    disk = mountSmallDisk(30);
    world = await startWorld({ env: { DATA_DIR: join(disk.folder, 'data') } });
    await world.start();
  });
  afterAll(async () => {
    await world.close();
    disk.unmount();
  });

  const remount = (how: 'ro' | 'rw') =>
    expect(spawnSync('mount', ['-o', `remount,${how}`, disk.folder]).status).toBe(0);

  test.for(['stopped', 'killed'] as const)(
    'while the bot was %s: said in words',
    { timeout: 60_000 },
    async (how) => {
      if (how === 'stopped') await world.bot.stop();
      else world.bot.kill();
      await eventually(() => expect(world.bot.state).not.toBe('running'));
      remount('ro');
      for (const what of ['bot', ...TOOLS] as const) {
        const { code, said } = await runAs(0, what, world);
        expect(code).toBe(1);
        expect(said).toContain('its disk is read-only (EROFS)');
        expectNoRestore(said);
      }
      remount('rw');
      await world.start();
    },
  );
});
