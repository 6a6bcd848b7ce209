import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../../sandbox/free-port.js';
import { runBuilt } from '../../store/support/child.js';
import { shown } from '../shown.js';
import { ask, startConnectedWorld, type World } from '../world.js';

let world: World;
let url: string;
beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}/readyz`;
  world = await startConnectedWorld({ env: { HEALTH_PORT: String(port) } });
});
afterAll(() => world.close());

test('a process whose master key was rotated away says so, and is not ready', async () => {
  await expect.poll(async () => (await fetch(url)).status).toBe(200);
  const rotation = runBuilt('bot/rotate-key.js', [], {
    DATA_DIR: world.env['DATA_DIR'],
    MASTER_KEY: randomBytes(32).toString('base64'),
    MASTER_KEY_PREVIOUS: world.env['MASTER_KEY'],
  });
  expect(await rotation.ended()).toBe(0);

  const message = await ask(world.as('viewer'), 'summary');
  expect(shown(message)).toMatchInlineSnapshot(`
    "(only you can see this)
    # Pitboss needs a restart
    This server’s API key is encrypted with a different master key from the one this bot was started with. The bot’s operator needs to restart it with the current \`MASTER_KEY\`."
  `);
  await expect.poll(async () => (await fetch(url)).status).toBe(503);
  const lines = () => world.log.filter((line) => line.includes('the store cannot be used'));
  await expect.poll(() => lines().length).toBe(1);
  // The bot itself checks every five seconds.
  for (let asked = 0; asked < 5; asked++) {
    await sleep(1_200);
    expect((await fetch(url)).status).toBe(503);
  }
  expect(lines()).toHaveLength(1);
  expect(lines()[0]).toContain('Start it again with the current MASTER_KEY');
}, 60_000);
