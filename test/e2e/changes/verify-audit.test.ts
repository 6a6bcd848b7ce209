import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { built } from '../../../sandbox/built.js';
import { changeWorld, confirm, type ChangeWorld } from './change-world.js';
import { startWorld, type World } from '../world.js';

/** `npm run verify-audit`, as an auditor runs it: another process, on the store of the bot. */

let house: World;
let world: ChangeWorld;
beforeAll(async () => {
  house = await startWorld();
  await house.start();
  world = await changeWorld(house);
  const card = await world.askToMove();
  await confirm(world, 'second', card);
  await vi.waitFor(() => expect(world.card(card)).toContain('Sent once'), 5_000);
});
afterAll(() => house.close());

async function verify(dataDir: string): Promise<{ code: unknown; out: string }> {
  const child = spawn(process.execPath, [built('bot/verify-audit.js')], {
    cwd: house.dataDir,
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (piece: Buffer) => (out += piece.toString()));
  const [code] = await once(child, 'close');
  return { code, out };
}

test('a trail that holds, also beside the running bot', async () => {
  const { code, out } = await verify(house.env['DATA_DIR'] ?? '');
  const last = (await world.trail()).at(-1);
  expect(out).toContain(`Server ${world.guild.id}: All 6 entries hold. Last hash: ${last?.hash}`);
  expect(code).toBe(0);
});

/** A copy of the store in which somebody wrote by hand. */
async function tampered(name: string, sql: string): Promise<string> {
  const copy = join(house.dataDir, name);
  await cp(house.env['DATA_DIR'] ?? '', copy, { recursive: true });
  const file = new Database(join(copy, 'pitboss.sqlite'));
  expect(file.prepare(sql).run().changes).toBe(1);
  file.close();
  return copy;
}

test.each([
  [
    'a name altered',
    `UPDATE streams SET entry = replace(entry, 'Sofia', 'Marek') WHERE stream LIKE 'trail:%' AND seq = 4`,
    'entry 4: its hash does not fit what it says',
  ],
  [
    'an entry taken out',
    `DELETE FROM streams WHERE stream LIKE 'trail:%' AND seq = 5`,
    'entry 5: its number is out of order',
  ],
  [
    'a trail taken out of the list',
    `DELETE FROM streams WHERE stream = 'trails'`,
    'is not named in the list of trails',
  ],
  [
    'another name in the list',
    `UPDATE streams SET entry = '000' WHERE stream = 'trails'`,
    'Server 000: It is named in the list of trails, but not one entry is there.',
  ],
])('%s is named, with exit code 1', async (name, sql, words) => {
  const { code, out } = await verify(await tampered(name.replaceAll(' ', '-'), sql));
  expect(out).toContain(words);
  expect(code).toBe(1);
});
