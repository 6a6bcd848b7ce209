import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeWorld, type ChangeWorld } from '../change-world.js';
import { shown } from '../../shown.js';
import { ask, startWorld, type World } from '../../world.js';

/** One byte that isn't UTF-8, such as a flipped bit on disk, affects only one server. */

let house: World;
let hurt: ChangeWorld;
let emptied: ChangeWorld;
let other: ChangeWorld;
beforeAll(async () => {
  house = await startWorld();
  await house.start();
  hurt = await changeWorld(house);
  emptied = await changeWorld(house);
  other = await changeWorld(house);
  for (const world of [hurt, emptied, other]) await world.askToMove();
  await house.bot.stop();
});
afterAll(() => house.close());

function alter(sql: string, name: string): void {
  const file = new Database(join(house.dataDir, 'data', 'pitboss.sqlite'));
  // The bot may be writing at the time.
  file.exec('PRAGMA busy_timeout = 5000');
  expect(file.prepare(sql).run(name).changes).toBeGreaterThan(0);
  file.close();
}

const cut = (column: string) =>
  `${column} = CAST(substr(CAST(${column} AS BLOB), 1, 20) || x'ff' AS TEXT)`;

test('in an entry: the bot starts, that server is told in words, and others go on', async () => {
  alter(
    `UPDATE streams SET ${cut('entry')} WHERE stream = ? AND seq = 3`,
    `trail:${hurt.guild.id}`,
  );
  await house.start();
  expect(shown(await hurt.askToMove('manager', 1))).toContain(
    'This server’s audit trail is broken at entry 3',
  );
  expect(shown(await ask(hurt.as('admin'), 'setup check'))).toContain(
    'The audit trail is broken at entry 3: it is not an entry.',
  );
  expect(shown(await other.askToMove('manager', 1))).toContain('Confirm');
});

test('while the bot runs: it is found by /setup check, which names the entry', async () => {
  alter(
    `UPDATE streams SET ${cut('entry')} WHERE stream = ? AND seq = 2`,
    `trail:${emptied.guild.id}`,
  );
  expect(shown(await ask(emptied.as('admin'), 'setup check'))).toContain(
    'The audit trail is broken at entry 2: it is not an entry.',
  );
  expect(shown(await other.askToMove('manager', 2))).toContain('Confirm');
});

test('in what is saved for a server: it is named in the log, and others go on', async () => {
  await house.bot.stop();
  alter(`UPDATE entries SET ${cut('value')} WHERE key = ?`, emptied.guild.id);
  const from = house.log.length;
  await house.start();
  expect(shown(await other.askToMove('manager', 3))).toContain('Confirm');
  expect(shown(await ask(emptied.as('admin'), 'setup check'))).not.toBe('');
  const told = () => house.log.slice(from).filter((line) => line.includes('is damaged and'));
  await expect.poll(() => told().join('\n')).toContain(`of guild-settings in the store`);
  expect(shown(await other.askToMove('manager', 4))).toContain('Confirm');
});
