import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../../../sandbox/dist-paths.js';
import { ask, startWorld, type World } from '../world.js';

/** The bot with nothing around it but what the Dockerfile copies into the image. */

const FROM_BUILD = /^COPY --from=build \/app\/(\S+) \.\/(\S*)$/;

let image: string;
let world: World;
beforeAll(async () => {
  image = await mkdtemp(join(tmpdir(), 'pitboss-image-'));
  const lines = (await readFile(join(root, 'Dockerfile'), 'utf8')).split('\n');
  const copied = lines.flatMap((line) => FROM_BUILD.exec(line) ?? []);
  expect(copied).not.toEqual([]);
  for (const line of lines) {
    const [, from, to = ''] = FROM_BUILD.exec(line) ?? [];
    // A link would find its libraries in this repository.
    if (from !== undefined)
      await cp(join(root, from), join(image, to || from), { recursive: true, dereference: true });
  }
  world = await startWorld({ main: join(image, 'dist/bot/main.js') });
  await world.start();
  await world.connect();
});
afterAll(async () => {
  await world.close();
  await rm(image, { recursive: true, force: true });
});

test('keeps its store, and draws charts', async () => {
  const { attachments } = await ask(world.as('viewer'), 'revenue');
  expect(attachments.map(({ filename }) => filename)).toContain('revenue.png');
  expect(world.log.join('\n')).not.toContain('"level":50');
});
