import { setTimeout as sleep } from 'node:timers/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeWorld, type ChangeWorld } from '../change-world.js';
import { startWorld, type World } from '../../world.js';

/** Ten looks at all servers' changes, and each daily or other look at least once. */
const WATCHED_MS = 21_000;

let house: World;
let world: ChangeWorld;
beforeAll(async () => {
  house = await startWorld();
  await house.start();
  world = await changeWorld(house);
  await world.askToMove();
  await house.bot.stop();
  const file = new Database(join(house.dataDir, 'data', 'pitboss.sqlite'));
  const damage = "UPDATE streams SET entry = replace(entry, 'asked', 'ASKED') WHERE stream = ?";
  expect(file.prepare(damage).run(`trail:${world.guild.id}`).changes).toBeGreaterThan(0);
  file.close();
});
afterAll(() => house.close());

test('a damaged trail is logged once for each thing it stops, not at every look', async () => {
  await house.start();
  const from = house.log.length;
  await sleep(WATCHED_MS);
  const warnings = house.log.slice(from).filter((line) => line.includes('"level":"warn"'));
  const said = house.log.filter((line) => line.includes(`guild ${world.guild.id} were left alone`));
  expect(said).toHaveLength(1);
  expect(warnings.length).toBeLessThan(5);
}, 60_000);
