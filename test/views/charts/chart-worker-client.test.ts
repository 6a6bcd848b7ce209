import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { createDrawing } from '../../../src/views/charts/render/chart-worker-client.js';
import type { ChartModel } from '../../../src/views/charts/model.js';

const folder = mkdtempSync(join(tmpdir(), 'pitboss-drawing-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HERE = Uint8Array.of(0);
const model = (title: string): ChartModel => ({
  title,
  subtitle: '',
  days: [],
  panels: [],
  undrawn: 0,
});

/** A thread that answers a chart with the length of its title, after doing `also`. */
function writeThread(name: string, also: string): string {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads';
     let count = 0;
     parentPort.on('message', ({ id, model: { title } }) => {
       count += 1;
       ${also}
       parentPort.postMessage({ id, png: Uint8Array.of(title.length, count) });
     });`,
  );
  return file;
}

function harness(file: string) {
  const drawnHere: string[] = [];
  const draw = createDrawing(pathToFileURL(file), async ({ title }) => {
    drawnHere.push(title);
    return HERE;
  });
  return { drawnHere, draw: (title: string) => draw(model(title), 1) };
}

test('charts come from one thread, each to whom it belongs', async () => {
  const { draw, drawnHere } = harness(writeThread('plain', ''));
  expect(await Promise.all([draw('a'), draw('bbb'), draw('cc')])).toEqual([
    Uint8Array.of(1, 1),
    Uint8Array.of(3, 2),
    Uint8Array.of(2, 3),
  ]);
  expect(drawnHere).toEqual([]);
});

test('what the thread cannot draw is drawn here, and it goes on', async () => {
  const { draw, drawnHere } = harness(
    writeThread('cannot', `if (title === 'bad') return parentPort.postMessage({ id, png: null });`),
  );
  expect(await Promise.all([draw('bad'), draw('aa')])).toEqual([HERE, Uint8Array.of(2, 2)]);
  expect(drawnHere).toEqual(['bad']);
});

test.each([
  ['ends', 'process.exit(3)'],
  ['throws', `throw new Error('out of paint')`],
])('a thread that %s loses no chart, and another follows', async (how, dying) => {
  const { draw, drawnHere } = harness(writeThread(how, `if (title === 'deadly') ${dying};`));
  expect(await draw('a')).toEqual(Uint8Array.of(1, 1));
  expect(await Promise.all([draw('deadly'), draw('behind it')])).toEqual([HERE, HERE]);
  expect(drawnHere).toEqual(['deadly', 'behind it']);
  expect(await draw('aaaa')).toEqual(Uint8Array.of(4, 1));
});

test('a thread that cannot be had is not tried for every chart', async () => {
  const { draw, drawnHere } = harness(join(folder, 'missing.mjs'));
  expect(await draw('first')).toBe(HERE);
  writeThread('missing', '');
  expect(await draw('second')).toBe(HERE);
  expect(drawnHere).toEqual(['first', 'second']);
});

test('where no thread may be started at all, charts are drawn here', async () => {
  const drawn: string[] = [];
  // Refused before any of it runs, as in a process that may start no thread.
  const draw = createDrawing(new URL('https://nowhere.invalid/thread.js'), async ({ title }) => {
    drawn.push(title);
    return HERE;
  });
  expect([await draw(model('a'), 1), await draw(model('b'), 1)]).toEqual([HERE, HERE]);
  expect(drawn).toEqual(['a', 'b']);
});
