import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadBundle } from '../../src/ops/bundle-loader.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'pitboss-bundle-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const file = (name: string) => join(folder, name);
const load = () => loadBundle(pathToFileURL(file('bot.cjs')));

/** The bundle of `source`, compiled and then loaded again. */
function kept(source: string) {
  writeFileSync(file('bot.cjs'), source);
  load().keepCompiled();
  return load();
}

test('runs as Node would: with its exports, its neighbours and its place', async () => {
  writeFileSync(file('beside.cjs'), 'exports.name = "beside";');
  const bundle = kept(`const path = require('node:path');
exports.run = async () => [
  require('./beside.cjs').name,
  path.dirname(__filename) === __dirname,
  module.exports === exports,
  require.resolve('./beside.cjs') === path.join(__dirname, 'beside.cjs'),
];`);
  expect(bundle.wasCompiled).toBe(true);
  expect(await bundle.run()).toEqual(['beside', true, true, true]);
  expect(readdirSync(folder)).toEqual(['beside.cjs', 'bot.cjs', 'bot.cjs.compiled']);
});

test('a file beside it runs once, whoever requires it, and again if it failed', async () => {
  writeFileSync(file('shared.cjs'), 'exports.times = (globalThis.runs ??= []).push(__filename);');
  writeFileSync(file('later.cjs'), "exports.shared = require('./shared.cjs');");
  writeFileSync(file('fails.cjs'), 'throw new Error(`time ${(globalThis.runs ??= []).push(1)}`);');
  const bundle = kept(`const shared = require('./shared.cjs');
const fails = () => { try { require('./fails.cjs'); } catch (error) { return error.message; } };
exports.run = () => {
  globalThis.runs = [];
  return [require('./later.cjs').shared === shared, fails(), fails(), runs.length];
};`);
  expect(bundle.run()).toEqual([true, 'time 1', 'time 2', 2]);
});

test('another source beside it is not taken for the one that was compiled', () => {
  writeFileSync(file('beside.cjs'), 'exports.number = 1;');
  kept("const { number } = require('./beside.cjs'); exports.run = () => number;");
  writeFileSync(file('beside.cjs'), 'exports.number = 2;');
  const other = load();
  expect([other.run(), other.wasCompiled]).toEqual([2, false]);
});

test('an error names the place in the bundle', () => {
  const bundle = kept('exports.run = () => { throw new Error("here"); };');
  const place = `${pathToFileURL(file('bot.cjs')).href}:1:29`;
  expect(() => bundle.run()).toThrow(
    expect.objectContaining({ stack: expect.stringContaining(place) }),
  );
});

test('another source of the same length is not taken for the one that was compiled', () => {
  expect(kept('exports.run = () => 1;').run()).toBe(1);
  writeFileSync(file('bot.cjs'), 'exports.run = () => 2;');
  const other = load();
  expect([other.run(), other.wasCompiled]).toEqual([2, false]);
});

test.each<[string, (whole: Buffer) => Buffer]>([
  ['cut', (whole) => whole.subarray(0, whole.length / 2)],
  [
    'damaged',
    (whole) => Buffer.concat([whole.subarray(0, -1), Buffer.from([1 ^ (whole.at(-1) ?? 0)])]),
  ],
  ['empty', () => Buffer.alloc(0)],
])('what is %s is compiled again', (_, spoilt) => {
  kept('exports.run = () => 1;');
  writeFileSync(file('bot.cjs.compiled'), spoilt(readFileSync(file('bot.cjs.compiled'))));
  const bundle = load();
  expect([bundle.run(), bundle.wasCompiled]).toEqual([1, false]);
});
