import { afterAll, beforeAll, expect, test } from 'vitest';
import { runBuilt } from '../../store/support/child.js';
import { idOf, shown } from '../shown.js';
import { ask, settledOf, type World } from '../world.js';
import { startHttpWorld } from './http-world.js';

let world: World;
beforeAll(async () => {
  world = await startHttpWorld();
  await world.start();
}, 60_000);
afterAll(() => world.close());

async function remove({ guild }: World) {
  const args = ['--server', guild.id, '--delete'];
  const tool = runBuilt('bot/server-data.js', args, world.env);
  return { code: await tool.ended(), said: `${tool.lines.join()}${tool.errors()}` };
}

test('the data of a server that was disconnected before it removed the bot is deleted at once', async () => {
  const [first, other] = [world.neighbour(), world.neighbour()];
  for (const each of [first, other]) await each.connect();
  const admin = first.as('admin');
  const question = await ask(admin, 'setup disconnect');
  const done = await settledOf(admin.click(question, idOf(question, 'Delete key')));
  expect(shown(done)).toContain('are deleted');
  for (const { guild } of [first, other]) world.discord.removeBot(guild.id);
  await world.bot.stop();

  const refused = await remove(other);
  expect(refused.said).toContain('run /setup disconnect first');
  expect(refused.code).toBe(1);
  const deleted = await remove(first);
  expect(deleted.said).toMatch(/Deleted \d+ records/);
  expect(deleted.code).toBe(0);
});
