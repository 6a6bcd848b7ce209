import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

describe('the export', () => {
  async function exportOf({ guild }: ChangeWorld): Promise<string> {
    const file = join(house.dataDir, `${guild.id}-${Date.now()}.jsonl`);
    const tool = runBuilt(
      'bot/server-data.js',
      ['--server', guild.id, '--export', file],
      house.env,
    );
    expect(await tool.ended(), tool.errors()).toBe(0);
    return readFileSync(file, 'utf8');
  }

  test('of a server holds its damaged rows as they are, and others go on beside what can’t be read', async () => {
    const other = await changeWorld(house);
    await house.bot.stop();
    const put = (key: string, space: string, value: string) => `
      INSERT OR REPLACE INTO entries (space, key, value) VALUES ('${space}', '${key}', ${value});`;
    await alter(
      put(stays.guild.id, 'daily-schedules', `CAST(x'7b22ff' AS TEXT)`) +
        put(stays.guild.id, 'alert-rules', `'{"value":{"se'`) +
        put('of-stays', 'followings', `'{"value":{"guildId":"${stays.guild.id}","use'`),
    );
    const lines = await exportOf(stays);
    expect(lines).toContain('"value":"{\\"value\\":{\\"se"');
    expect(lines).toContain('"key":"of-stays"');
    expect(lines).toContain('"value":"{\\"\ufffd"');
    expect(await exportOf(other)).not.toContain(stays.guild.id);

    const backup = runBuilt('bot/backup.js', ['--to', join(house.dataDir, 'b.gz')], house.env);
    expect(await backup.ended()).toBe(1);
    expect(backup.errors()).toContain(`"daily-schedules ${stays.guild.id}"`);

    await alter(`DELETE FROM entries WHERE space = 'guild-keys' AND key = '${stays.guild.id}'`);
    const tool = runBuilt(
      'bot/server-data.js',
      ['--server', stays.guild.id, '--delete'],
      house.env,
    );
    expect(await tool.ended(), tool.errors()).toBe(0);
    const file = new Database(join(house.dataDir, 'data', 'pitboss.sqlite'));
    expect(file.prepare(`SELECT key FROM entries WHERE space = 'followings'`).all()).toEqual([]);
    file.close();
  });
});
