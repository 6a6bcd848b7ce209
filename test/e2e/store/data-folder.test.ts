import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startConnectedWorld, type World } from '../world.js';

let world: World;
let folder: string;
beforeAll(async () => {
  world = await startConnectedWorld();
  folder = join(world.dataDir, 'data');
});
afterAll(() => world.close());

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

test('a folder and files that others could read are closed to them at the next start', async () => {
  // Killed, so that -wal and -shm are left too.
  world.bot.kill();
  await expect.poll(() => world.bot.state).toBe('dead');
  const files = (await readdir(folder)).map((name) => join(folder, name));
  expect(files).toHaveLength(3);
  await chmod(folder, 0o755);
  for (const file of files) await chmod(file, 0o644);
  await world.start();
  expect(await modeOf(folder)).toBe('700');
  for (const file of files) expect(await modeOf(file)).toBe('600');
  const said = world.log.filter((line) => line.includes('is now closed to them'));
  expect(said).toHaveLength(4);
  expect(said.join('\n')).toContain(`${folder} was open to others (755)`);
});

test.skipIf(process.getuid?.() !== 0)(
  'what belongs to somebody else is warned of and left as it is (skipped unless run by root)',
  async () => {
    await world.bot.stop();
    const { chown } = await import('node:fs/promises');
    const file = join(folder, 'pitboss.sqlite');
    await chown(file, 12_345, 12_345);
    await chmod(file, 0o644);
    await world.start();
    expect(await modeOf(file)).toBe('644');
    const said = world.log.filter((line) => line.includes('belongs to somebody else'));
    expect(said).toHaveLength(1);
    expect(said[0]).toContain(file);
    await chown(file, 0, 0);
  },
);
