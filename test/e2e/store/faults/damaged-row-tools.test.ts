import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { untilFree } from '../../../store/bulk/three-stores.js';
import { runBuilt } from '../../../store/support/child.js';
import { changeWorld, type ChangeWorld } from '../../changes/change-world.js';
import { shown } from '../../shown.js';
import { ask, startWorld, type World } from '../../world.js';

/** The disk has damaged a row of one server; another one's data is to be deleted. */

let house: World;
let stays: ChangeWorld;
beforeAll(async () => {
  house = await startWorld();
  await house.start();
  stays = await changeWorld(house);
});
afterAll(() => house.close());

/** One statement while no bot runs. */
async function alter(sql: string): Promise<void> {
  const file = new Database(join(house.dataDir, 'data', 'pitboss.sqlite'));
  file.exec(sql);
  file.close();
  await untilFree({ dataDir: join(house.dataDir, 'data'), url: undefined });
}

test('the data of a server is deleted, and the bot starts', async () => {
  const gone = (await changeWorld(house)).guild.id;
  await house.bot.stop();
  await alter(`
    DELETE FROM entries WHERE space = 'guild-keys' AND key = '${gone}';
    INSERT INTO entries (space, key, value)
    VALUES ('daily-schedules', '${stays.guild.id}', CAST(x'7b22ff' AS TEXT))`);

  const tool = runBuilt('bot/server-data.js', ['--server', gone, '--delete'], house.env);
  expect(await tool.ended(), tool.errors()).toBe(0);
  expect(tool.lines.join('\n')).toMatch(/Deleted \d+ records/);
  await house.start();
  expect(shown(await ask(stays.as('viewer'), 'summary'))).toContain('Pool summary');
});
