import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { built } from '../../sandbox/dist-paths.js';

const names = readdirSync(built('bot')).filter((name) => /\.c?js$/.test(name));
const script = (name: string): string => readFileSync(built(`bot/${name}`), 'utf8');

/** A statement that imports at once, or a call that imports later. */
const IMPORT =
  /(?:(?:^|[;}])import(?:[^"'`;()]*?\bfrom)?\s*|\b(?:import|require)\()["'`]([^"'`./][^"'`]*)["'`]/gm;
/** discord.js, ws, Redis's client and pg use these if they are installed. */
const IF_THERE = [
  '@node-rs/xxhash',
  'zlib-sync',
  'bufferutil',
  'utf-8-validate',
  'erlpack',
  'pg-native',
];

test('the built bot needs nothing that npm ci --omit=dev leaves out', () => {
  const named = names.flatMap((name) => [...script(name).matchAll(IMPORT)]);
  const outside = new Set(named.map(([, name = '']) => name).filter((name) => !isBuiltin(name)));
  for (const name of IF_THERE) outside.delete(name);
  expect([...outside].filter((name) => !Object.hasOwn(manifest.dependencies, name))).toEqual([]);
  // The two with native code: the pattern finds what exists.
  expect([...outside].toSorted()).toEqual(['@napi-rs/canvas', 'libsql']);
});

test('neither Redis, Postgres, charts nor the HTTP door are read before somebody needs them', () => {
  const atStart = new Set(['bot.cjs']);
  for (const name of atStart)
    for (const [, next = ''] of script(name).matchAll(/[;,=]\s*require\(["'`]\.\/([^"'`]+)["'`]/g))
      atStart.add(next);
  expect([...atStart]).toEqual(['bot.cjs', 'rolldown-runtime.cjs', 'shared.cjs']);
  const compiled = readdirSync(built('bot')).filter((name) => name.endsWith('.compiled'));
  expect(compiled).toEqual([...atStart].map((name) => `${name}.compiled`));
  expect(
    names.filter((name) => /^(?:redis|postgres|chart|endpoint)\.cjs$/.test(name)),
  ).toHaveLength(4);
});

test('what nobody needs of libraries is left out of the bot', () => {
  // The copy of Node's `inspect`, and axios's adapter over `fetch`.
  const left = ['inspectDefaultOptions', 'getFetch='];
  const bot = names.filter((name) => name.endsWith('.cjs')).map(script);
  expect(left.filter((word) => bot.some((text) => text.includes(word)))).toEqual([]);
});

test('nothing is imported by the script of which V8 keeps what it compiled', () => {
  for (const name of names.filter((each) => each.endsWith('.cjs')))
    expect([name, /\bimport\(/.test(script(name))]).toEqual([name, false]);
});
