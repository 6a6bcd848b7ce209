import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** ARCHITECTURE.md: what stands in a line imports from its own and later ones only. */
const LINES = [
  ['main', 'start', 'admin'],
  ['commands'],
  ['cards', 'changes', 'daily', 'alerts', 'fleet'],
  ['guilds', 'jobs', 'discord'],
  ['pool', 'store'],
  ['ops'],
  'config clock errors text days durations time-zones encryption group-by guild-cache'.split(' '),
];

/** Where each outside library may be imported. */
const LIBRARIES: Readonly<Record<string, RegExp>> = {
  'discord.js': /^src\/discord\//,
  axios: /^src\/(pool\/|ops\/webhooks\.ts$)/,
  libsql: /^src\/(store\/|admin\/backup\.ts$)/,
  pg: /^src\/store\//,
};

const files = ['src', 'commands'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name)),
);
const imports = files.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'([^']+)'|^import '([^']+)'/gm)].map(
    ([, name = '']) => ({ file, name }),
  ),
);

function lineOf(path: string): number {
  const [top = '', room = ''] = path.split('/');
  const name = top === 'src' ? room.replace(/\.(ts|js)$/, '') : top;
  return LINES.findIndex((line) => line.includes(name));
}

test('imports go down the list of rooms', () => {
  const up = imports
    .filter(({ name }) => name.startsWith('.'))
    .map(({ file, name }) => ({ file, to: join(dirname(file), name) }))
    .filter(({ file, to }) => lineOf(to) < lineOf(file) || lineOf(to) === -1);
  // A type alone: what people are told may have buttons.
  expect(up).toEqual([{ file: 'src/errors.ts', to: 'src/discord/reply.js' }]);
});

test('each outside library has one room', () => {
  const astray = imports.filter(({ file, name }) => LIBRARIES[name]?.test(file) === false);
  expect(astray).toEqual([]);
});

test('the environment is read where the process starts', () => {
  const readers = files.filter((file) => readFileSync(file, 'utf8').includes('process.env'));
  expect(readers.toSorted()).toEqual(['src/admin/admin.ts', 'src/main.ts']);
});
