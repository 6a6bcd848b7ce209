import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { built } from '../../../../sandbox/dist-paths.js';
import { changeWorld, confirm, type ChangeWorld } from '../change-world.js';
import { eventually } from '../../eventually.js';
import { shown } from '../../shown.js';
import { ask, startWorld, type World } from '../../world.js';

/** `npm run verify-audit`, as an auditor runs it: a separate process on the bot's store. */

let house: World;
let world: ChangeWorld;
beforeAll(async () => {
  house = await startWorld();
  await house.start();
  world = await changeWorld(house);
  const card = await world.askToMove();
  await confirm(world, 'second', card);
  await eventually(() => expect(world.card(card)).toContain('Sent once'));
  // The bot continues: later it records what it sees the pool do.
  await cp(house.env['DATA_DIR'] ?? '', join(house.dataDir, 'as-sent'), { recursive: true });
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
  expect(out).toContain(
    `Server ${world.guild.id}: Audit trail intact (6 entries). Last hash: ${last?.hash}`,
  );
  expect(code).toBe(0);
});

/** A copy of the store in which somebody wrote by hand. */
async function tampered(name: string, ...statements: string[]): Promise<string> {
  const copy = join(house.dataDir, name);
  await cp(join(house.dataDir, 'as-sent'), copy, { recursive: true });
  const file = new Database(join(copy, 'pitboss.sqlite'));
  for (const sql of statements) expect(file.prepare(sql).run().changes).toBeGreaterThan(0);
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
    'the list of trails doesn’t name it',
  ],
  [
    'another name in the list',
    `UPDATE streams SET entry = '000' WHERE stream = 'trails'`,
    'Server 000: The list of trails names it, but it has no entries.',
  ],
])('%s is named, with exit code 1', async (name, sql, words) => {
  const { code, out } = await verify(await tampered(name.replaceAll(' ', '-'), sql));
  expect(out).toContain(words);
  expect(code).toBe(1);
});

test('a trail that is a copy of another server’s is named', async () => {
  const { code, out } = await verify(await tampered('copied', ...OTHER.slice(0, 2)));
  expect(out).toMatch(/Server \d+: It is the very trail of server \d+: one was copied/);
  expect(code).toBe(1);
});

/** Another server, whose entry 4 was altered: it must be named whatever is wrong in the first. */
const OTHER = [
  `INSERT INTO streams SELECT 'trail:777', seq, entry FROM streams WHERE stream LIKE 'trail:%'`,
  `INSERT INTO streams VALUES ('trails', 2, '777')`,
  `UPDATE streams SET entry = replace(entry, 'Sofia', 'Marek') WHERE stream = 'trail:777' AND seq = 4`,
];

const inTrail = (seq: string, entry = "'{}'") =>
  `INSERT INTO streams SELECT DISTINCT stream, ${seq}, ${entry} FROM streams
   WHERE stream LIKE 'trail:%' AND stream <> 'trail:777'`;

test.each([
  ['a fraction', inTrail('3.5'), 4],
  ['a text', inTrail(`'abc'`), 7],
  ['beyond what can be counted', inTrail('1152921504606846976'), 7],
  [
    'right, but its text is none',
    `UPDATE streams SET entry = x'00ff' WHERE stream LIKE 'trail:%' AND stream <> 'trail:777' AND seq = 5`,
    5,
  ],
  [
    'right, but one byte of its text is not UTF-8',
    `UPDATE streams SET entry = CAST(substr(CAST(entry AS BLOB), 1, 20) || x'ff' AS TEXT)
     WHERE stream LIKE 'trail:%' AND stream <> 'trail:777' AND seq = 5`,
    5,
  ],
])('an entry whose number is %s is named, and so is the next trail', async (name, sql, at) => {
  const copy = await tampered(name.replaceAll(/[ ,]+/g, '-'), ...OTHER, sql);
  const { code, out } = await verify(copy);
  expect(out).toContain(
    `Server ${world.guild.id}: The audit trail is broken at entry ${at}: it is not an entry. The ${at - 1} entries before it are intact.`,
  );
  expect(out).toContain('Server 777: The audit trail is broken at entry 4: its hash');
  expect(code).toBe(1);
});

test.each([
  [
    'nested too deep',
    `'{"hash":' || replace(hex(zeroblob(20000)), '00', '[') || replace(hex(zeroblob(20000)), '00', ']') || '}'`,
    'it can’t be read',
  ],
  [
    'with a field called toJSON',
    `replace(entry, '"actor":{', '"actor":{"toJSON":1,')`,
    'its text was altered',
  ],
])('an entry %s is named, and so is the next trail', async (name, entry, why) => {
  const sql = `UPDATE streams SET entry = ${entry}
    WHERE stream LIKE 'trail:%' AND stream <> 'trail:777' AND seq = 4`;
  const { code, out } = await verify(await tampered(name.replaceAll(' ', '-'), ...OTHER, sql));
  expect(out).toContain(`Server ${world.guild.id}: The audit trail is broken at entry 4: ${why}.`);
  expect(out).toContain('Server 777: The audit trail is broken at entry 4: its hash');
  expect(code).toBe(1);
});

test.each([0, -1, -(2 ** 60)])('an entry added with the number %d is named', async (seq) => {
  const copy = `INSERT INTO streams SELECT stream, ${seq}, entry FROM streams
    WHERE stream LIKE 'trail:%' AND stream <> 'trail:777' AND seq = 1`;
  const { code, out } = await verify(await tampered(`added${seq}`, ...OTHER, copy));
  expect(out).toContain(`Server ${world.guild.id}: The audit trail is broken at entry 1:`);
  expect(out).toContain('Server 777: The audit trail is broken at entry 4: its hash');
  expect(code).toBe(1);
});

test('a row of the list that can’t be read is named, and every trail is read', async () => {
  const sql = `INSERT INTO streams VALUES ('trails', 'abc', '888')`;
  const { code, out } = await verify(await tampered('the-list', ...OTHER, sql));
  expect(out).toContain('The list of trails has a row that can’t be read');
  expect(out).toContain(`Server ${world.guild.id}: Audit trail intact (6 entries).`);
  expect(out).toContain('Server 777: The audit trail is broken at entry 4: its hash');
  expect(code).toBe(1);
});

test('a row of the list whose text alone can’t be read takes no other out of it', async () => {
  const sql = `UPDATE streams SET entry = CAST(x'ff' AS TEXT) WHERE stream = 'trails' AND seq = 1`;
  const { code, out } = await verify(await tampered('one-of-the-list', ...OTHER, sql));
  expect(out).toContain('The list of trails has a row that can’t be read');
  expect(out.match(/Server \d+: .* the list of trails doesn’t name it/g)).toHaveLength(1);
  expect(out).not.toMatch(/Server 777: .* the list of trails doesn’t name it/);
  expect(code).toBe(1);
});

test('`/setup check` names it too, and a change is refused in words', async () => {
  const at = (await world.wholeTrail()).length + 1;
  await house.bot.stop();
  const file = new Database(join(house.env['DATA_DIR'] ?? '', 'pitboss.sqlite'));
  file.prepare(inTrail('1152921504606846976')).run();
  file.close();
  await house.start();
  const check = shown(await ask(world.as('admin'), 'setup check'));
  expect(check).toContain(`The audit trail is broken at entry ${at}: it is not an entry.`);
  const move = shown(await world.askToMove('manager', 1));
  expect(move).toContain(`This server’s audit trail is broken at entry ${at}`);
});
