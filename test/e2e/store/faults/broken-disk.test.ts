import { afterAll, beforeAll, expect, test } from 'vitest';
import { shown } from '../../shown.js';
import { ask, settledOf, startConnectedWorld, type World } from '../../world.js';

/** On SIGUSR2 the next flush to disk fails once, as on a disk that is about to die. */
const failing = `
  import { open } from 'node:fs/promises';
  const file = await open(process.execPath);
  const handles = Object.getPrototypeOf(file);
  await file.close();
  const { datasync } = handles;
  process.on('SIGUSR2', () => {
    handles.datasync = async () => {
      handles.datasync = datasync;
      throw new Error('EIO: i/o error, fdatasync');
    };
  });
`;

let world: World;
beforeAll(async () => {
  const preload = `data:text/javascript,${encodeURIComponent(failing)}`;
  world = await startConnectedWorld({ env: { NODE_OPTIONS: `--import=${preload}` } });
});
afterAll(() => world.close());

test('a disk that fails once ends the bot, and what was acknowledged is there at the next start', async () => {
  const kept = await ask(world.as('admin'), 'setup defaults', { timezone: 'Asia/Almaty' });
  expect(shown(kept)).toContain('**Time zone:** `Asia/Almaty`');
  const { pid } = world.bot;
  if (pid === undefined) throw new Error('the bot does not run');
  process.kill(pid, 'SIGUSR2');
  const lost = settledOf(world.as('admin').command('setup defaults', { timezone: 'Asia/Tokyo' }));
  const said = await lost.then(shown, () => '');
  expect(said).not.toContain('**Time zone:** `Asia/Tokyo`');
  await expect.poll(() => world.bot.state, { timeout: 20_000 }).toBe('dead');
  expect(world.log.filter((line) => line.includes('"why":"The disk did not take'))).toHaveLength(1);

  await world.start();
  const shows = shown(await ask(world.as('admin'), 'setup show'));
  expect(shows).toMatch(/\*\*Time zone:\*\* `Asia\/(Almaty|Tokyo)`/);
  expect(shows).toContain('API key ending in');
}, 60_000);
