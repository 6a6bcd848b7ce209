import { existsSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  hasPostgres,
  startPostgres,
  type PostgresServer,
} from '../../store/support/postgres-server.js';
import {
  hasRedisServer,
  startRedisServer,
  type RedisServer,
} from '../../store/support/redis-server.js';
import { namedWithoutEntries } from '../../../src/views/changes/trail/trail-replies.js';
import { untilFree } from '../../store/bulk/three-stores.js';
import { runBuilt } from '../../store/support/child.js';
import { endAll, runBot } from '../bare-bot.js';
import { changeWorld, confirm, type ChangeWorld } from '../changes/change-world.js';
import { eventually } from '../eventually.js';
import { shown } from '../shown.js';
import { ask, startWorld } from '../world.js';

/** What operators run: the tools as they are built, beside and between real bots. */

let world: ChangeWorld;
beforeAll(async () => {
  const house = await startWorld();
  await house.start();
  world = await changeWorld(house);
});
afterAll(async () => {
  await endAll();
  await world.close();
});

async function run(tool: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = runBuilt(`bot/${tool}.js`, [...args], { ...world.env, ...env });
  const code = await child.ended();
  return { code, said: `${child.lines.join('\n')}\n${child.errors()}` };
}

/** All of it, as the built tools see it. */
async function auditIsWhole(): Promise<void> {
  const { code, said } = await run('verify-audit', []);
  expect(said).toContain(`Server ${world.guild.id}`);
  expect(code, said).toBe(0);
}

async function useStore(place: string): Promise<void> {
  const { env }: { env: Record<string, string> } = { env: world.env };
  if (place.includes('://')) Object.assign(env, { STORE_URL: place });
  else {
    delete env['STORE_URL'];
    Object.assign(env, { DATA_DIR: place });
  }
  await world.start();
}

describe.skipIf(!hasPostgres || !hasRedisServer)(
  `npm run move-store${hasPostgres && hasRedisServer ? '' : ' (skipped: no postgres or redis-server)'}`,
  () => {
    let [postgres, redis]: [PostgresServer?, RedisServer?] = [];
    beforeAll(async () => {
      [postgres, redis] = await Promise.all([startPostgres(), startRedisServer()]);
    });
    afterAll(async () => {
      await world.bot.stop();
      await postgres?.stop();
      await redis?.stop();
    });

    test('a store goes through all three kinds, with a change that waits, and comes back whole', async () => {
      const places = [postgres?.url ?? '', redis?.url ?? '', join(world.dataDir, 'again')];
      let from = world.env['DATA_DIR'] ?? '';
      for (const [index, to] of places.entries()) {
        const card = await world.askToMove('manager', index);
        const inUse = await run('move-store', ['--to', 'env:NEW_STORE'], { NEW_STORE: to });
        expect(inUse.said).toMatch(/A Pitboss process still uses .*Nothing has been changed/);
        expect(inUse.code).toBe(1);
        await world.bot.stop();

        const moved = await run('move-store', ['--to', 'env:NEW_STORE'], { NEW_STORE: to });
        expect(moved.said).toContain('Moved, and both sides compared');
        expect(moved.said).not.toContain('not-so-secret');
        expect(moved.code).toBe(0);

        const old = runBot(world.dataDir, { ...world.env });
        expect(await old.ended).toBe(1);
        expect([...old.out, ...old.err].join('\n')).toContain('This store was moved to');

        await useStore(to);
        await confirm(world, 'manager', card);
        await eventually(() => expect(world.writes()).toHaveLength(index + 1));
        await eventually(() => expect(world.card(card)).toContain('the pool answered'));
        expect(shown(await ask(world.as('viewer'), 'summary'))).toContain('# Pool summary');
        await auditIsWhole();

        const again = await run('move-store', ['--from', from, '--to', join(world.dataDir, 'x')]);
        expect(again.said).toContain('was moved to');
        expect(again.code).toBe(1);
        from = to;
      }
    }, 120_000);

    test('one that is killed goes on when it is run again', async () => {
      await world.bot.stop();
      const to = join(world.dataDir, 'killed');
      let kills = 0;
      for (let waitMs = 60; ; waitMs += 60) {
        const child = runBuilt('bot/move-store.js', ['--to', to], { ...world.env });
        const timer = setTimeout(() => child.process.kill('SIGKILL'), waitMs);
        const code = await child.ended();
        clearTimeout(timer);
        if (code === 0) break;
        // Killed once everything was done, before it could say so.
        if (child.errors().includes('was moved to')) break;
        if (code !== null) throw new Error(child.errors());
        kills++;
      }
      expect(kills).toBeGreaterThan(0);
      await useStore(to);
      await auditIsWhole();
      expect(shown(await world.askToMove('manager', 4))).toContain('Confirm');
    }, 120_000);
  },
);

describe('what is typed', () => {
  test.each([
    ['move-store', [], 'Usage: npm run move-store'],
    ['move-store', ['--to', 'mysql://host/x'], 'mysql:// is no store. Accepted: a folder'],
    ['move-store', ['--to', 'env:NOT_SET'], 'the variable NOT_SET is not set'],
    ['move-store', ['--too', 'x'], "Unknown option '--too'"],
    ['backup', [], 'Usage: npm run backup'],
    ['backup', ['--to', '/nowhere/at/all.gz'], 'can’t be written (ENOENT)'],
    ['restore', ['--from', 'none.gz'], 'Nothing has been changed'],
    ['server-data', ['--server', '12'], 'Usage: npm run server-data'],
  ])('%s %j is refused in words', async (tool, args, words) => {
    const { code, said } = await run(tool, args);
    expect(said).toContain(words);
    expect(said).not.toMatch(/\n\s+at /);
    expect(code).toBe(1);
  });
});

describe('npm run backup, restore and server-data', () => {
  test('a link and the store’s own file are not replaced', async () => {
    const own = join(world.env['DATA_DIR'] ?? '', 'pitboss.sqlite');
    const link = join(world.dataDir, 'output');
    symlinkSync('elsewhere', link);
    const before = statSync(own).ino;
    for (const [path, words] of [
      [link, 'is a link, not a file'],
      [own, 'keeps for its own files'],
    ] as const)
      for (const { code, said } of [
        await run('backup', ['--to', path]),
        await run('server-data', ['--server', world.guild.id, '--export', path]),
      ]) {
        expect(said).toContain(words);
        expect(said).not.toMatch(/\n\s+at /);
        expect(code).toBe(1);
      }
    expect(statSync(own).ino).toBe(before);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });

  test('a folder without a store is not taken for an empty one, and none is made', async () => {
    const nowhere = join(world.dataDir, 'nowhere');
    const path = join(world.dataDir, 'yesterday.gz');
    writeFileSync(path, 'whole');
    const ran = [
      await run('backup', ['--to', path], { DATA_DIR: nowhere }),
      await run('backup', ['--from', nowhere, '--to', path]),
      await run('move-store', ['--from', nowhere, '--to', join(world.dataDir, 'other')]),
      await run('server-data', ['--server', world.guild.id, '--delete'], { DATA_DIR: nowhere }),
    ];
    for (const { code, said } of ran) {
      expect(said).toContain('There is no store in the folder');
      expect(code).toBe(1);
    }
    expect(readFileSync(path, 'utf8')).toBe('whole');
    expect([nowhere, join(world.dataDir, 'other')].filter((each) => existsSync(each))).toEqual([]);
  });

  test('says how it is used', async () => {
    for (const tool of ['backup', 'restore', 'move-store', 'server-data']) {
      const { code, said } = await run(tool, ['--help']);
      expect(said).toMatch(new RegExp(`^Usage: npm run ${tool} -- `));
      expect(code).toBe(0);
    }
  });

  test('a password that splits the URL is not shown as the name of the server', async () => {
    const [to, from] = [
      'redis://me:hid/den@127.0.0.1:1/0',
      'postgres://me:hid@den#x@127.0.0.1:1/p',
    ];
    for (const args of [
      ['--to', 'env:PLACE'],
      ['--to', to],
      ['--to', from],
    ]) {
      const { code, said } = await run('move-store', args, { PLACE: to });
      expect(said).toContain('must be percent-encoded');
      expect(said).not.toMatch(/hid|den/);
      expect(code).toBe(1);
    }
  });

  test('a backup of a running bot is restored, and Pitboss finds what is missing since', async () => {
    if (world.bot.state !== 'running') await world.start();
    const path = join(world.dataDir, 'backup.gz');
    const waiting = await world.askToMove('manager', 5);
    const { code, said } = await run('backup', ['--to', path]);
    expect(said).toContain('Written, and read back');
    expect(code).toBe(0);
    await confirm(world, 'manager', waiting);
    await eventually(() => expect(world.card(waiting)).toContain('the pool answered'));
    const sent = world.writes().length;
    await world.bot.stop();

    const to = join(world.dataDir, 'restored');
    const restored = await run('restore', ['--from', path, '--to', to]);
    expect(restored.said).toContain('Restored, and both sides compared');
    const twice = await run('restore', ['--from', path, '--to', to]);
    expect(twice.said).toContain('isn’t empty');
    expect([restored.code, twice.code]).toEqual([0, 1]);
    await useStore(to);
    await eventually(async () =>
      expect(shown(await ask(world.as('admin'), 'setup check'))).toContain(
        'Audit entries are missing',
      ),
    );
    expect(world.writes()).toHaveLength(sent);
  }, 60_000);

  test('all of a server is written down, without its key, and deleted when the bot has left', async () => {
    const other = await changeWorld(world);
    await other.askToMove();
    const args = ['--server', other.guild.id];
    const path = join(world.dataDir, 'server.jsonl');
    const exported = await run('server-data', [...args, '--export', path]);
    expect(exported.said).toContain('The API key is not among them');
    expect(exported.code).toBe(0);
    const lines = readFileSync(path, 'utf8').trim().split('\n');
    const text = lines.join('\n');
    expect(text).toContain(`"stream":"trail:${other.guild.id}"`);
    expect(text).toContain('(a sealed API key, left out)');
    expect(text).not.toContain(world.guild.id);
    expect(text).not.toContain(other.key);
    expect(lines.length).toBeGreaterThan(4);

    await world.bot.stop();
    const connected = await run('server-data', [...args, '--delete']);
    expect(connected.said).toContain('is connected: remove Pitboss from it first');
    expect(connected.code).toBe(1);
    await world.start();
    other.discord.removeBot(other.guild.id);
    await eventually(async () => {
      const later = join(world.dataDir, `${performance.now()}.jsonl`);
      await run('server-data', [...args, '--export', later]);
      expect(readFileSync(later, 'utf8')).not.toContain('sealed API key');
    });
    const running = await run('server-data', [...args, '--delete']);
    expect(running.said).toContain('A Pitboss process still uses');
    await world.bot.stop();
    const deleted = await run('server-data', [...args, '--delete']);
    expect(deleted.said).toMatch(/Deleted \d+ records/);
    const again = await run('server-data', [...args, '--delete']);
    expect(again.said).toContain('holds nothing about the server');
    expect((await run('verify-audit', [])).said).toContain(
      `Server ${other.guild.id}: deleted with \`npm run server-data\``,
    );
    await auditIsWhole();

    // What somebody takes away once it is back is another thing.
    other.discord.returnBot(other.guild.id);
    await world.start();
    await other.connect();
    await world.bot.stop();
    await auditIsWhole();
    const dataDir = world.env['DATA_DIR'] ?? '';
    const file = new Database(join(dataDir, 'pitboss.sqlite'));
    file.exec(`DELETE FROM streams WHERE stream = 'trail:${other.guild.id}'`);
    file.close();
    await untilFree({ dataDir, url: undefined });
    const { code, said } = await run('verify-audit', []);
    expect(said).toContain(`Server ${other.guild.id}: ${namedWithoutEntries}`);
    expect(code).toBe(1);
  }, 60_000);
});
