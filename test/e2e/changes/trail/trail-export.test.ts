import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../../sandbox/discord/loopback-discord.js';
import { createTrail } from '../../../../src/changes/trail/trail.js';
import { readTrail, trailOf } from '../../../../src/changes/trail/stored-trail.js';
import { verifyTrail } from '../../../../src/changes/trail/verify-trail.js';
import { createMemoryStore } from '../../../changes/fakes/memory-store.js';
import { openStoreOf } from '../change-world.js';
import { shown } from '../../shown.js';
import { ask, startWorld, type World } from '../../world.js';

/** The audit trail as a download: complete, whatever its length, as far as Discord takes files. */

let house: World;
let world: World;
beforeAll(async () => {
  house = await startWorld();
  await house.start();
});
beforeEach(async () => {
  world = house.neighbour();
  await world.connect();
});
afterAll(() => house.close());

const ADMIN = { id: '5', name: 'Adam' };
const letters = (bytes: number) => randomBytes(bytes).toString('base64url');

/** Extends the trail by `count` entries of about 4 kB; those of `letters` don't compress. */
async function grow(count: number, reasonOf: (index: number) => string): Promise<void> {
  const store = await openStoreOf(world);
  const clock = { now: () => Date.now() };
  const trail = createTrail({ store, clock, onEntry: () => undefined });
  for (let index = 0; index < count; index++) {
    const step = index % 2 === 0 ? 'frozen' : 'unfrozen';
    const details = { reason: reasonOf(index) };
    await trail.record(world.guild.id, () => ({ step, actor: ADMIN, details }));
  }
  await store.close();
}

/** What the store holds, read beside the running bot. */
async function kept(): Promise<string[]> {
  const store = await openStoreOf(world);
  const lines: string[] = [];
  for await (const entry of readTrail(store, world.guild.id)) lines.push(entry);
  await store.close();
  return lines;
}

/** All files of a message, decompressed and joined in order. */
function linesOf({ attachments }: LoopbackMessage): string[] {
  const text = attachments
    .map(({ filename, data }) => Buffer.from(filename.endsWith('.gz') ? gunzipSync(data) : data))
    .join('');
  expect(text.endsWith('\n')).toBe(true);
  return text.slice(0, -1).split('\n');
}

const exported = () => ask(world.as('admin'), 'changes export');

test('what fits is one plain file', async () => {
  await grow(4, () => letters(3_000));
  const message = await exported();
  expect(message.attachments.map(({ filename }) => filename)).toEqual([
    `changes-${world.guild.id}.jsonl`,
  ]);
  expect(linesOf(message)).toEqual(await kept());
  expect(shown(message)).not.toMatch(/Compressed|parts/);
});

test('what fits when packed is packed', async () => {
  world.guild.fileBytes = 60_000;
  await grow(40, (index) => `the same again and again `.repeat(120) + String(index));
  const message = await exported();
  expect(message.attachments.map(({ filename }) => filename)).toEqual([
    `changes-${world.guild.id}.jsonl.gz`,
  ]);
  expect(linesOf(message)).toEqual(await kept());
  expect(shown(message)).toContain('Compressed (gzip)');
});

test('a long one comes in parts, which joined in order are the trail and hold', async () => {
  world.guild.fileBytes = 60_000;
  await grow(40, () => letters(3_000));
  const message = await exported();
  const names = message.attachments.map(({ filename }) => filename);
  expect(names.length).toBeGreaterThan(1);
  expect(names[0]).toBe(`changes-${world.guild.id}-part-1-of-${names.length}.jsonl.gz`);
  expect(shown(message)).toContain('Audit trail intact (41 entries).');
  expect(shown(message)).toContain('to be joined in order');
  const lines = linesOf(message);
  expect(lines).toEqual(await kept());
  const home = createMemoryStore();
  home.streams.set(trailOf(world.guild.id), lines);
  const { entries, lastHash, broken } = await verifyTrail(home, world.guild.id);
  expect({ entries, broken }).toEqual({ entries: 41, broken: null });
  expect(shown(message)).toContain(lastHash);
});

test('what Discord takes in no number of files is called incomplete', async () => {
  world.guild.fileBytes = 24_000;
  await grow(80, () => letters(3_000));
  const message = await exported();
  const lines = linesOf(message);
  expect(lines).toEqual((await kept()).slice(0, lines.length));
  expect(shown(message)).toContain('# INCOMPLETE: not the whole audit trail');
  expect(shown(message)).toContain(`Missing from the file: all after line ${lines.length}.`);
  for (const { filename } of message.attachments) expect(filename).toContain('-INCOMPLETE');
});
