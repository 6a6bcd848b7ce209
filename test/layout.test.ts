import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** Which room may import which at run time (ARCHITECTURE.md). Every room may use `domain`. */
const ARROWS: Arrows = {
  'src/main.ts': ['src/ops'],
  'src/bot': ['*'],
  'src/cli': ['*'],
  commands: [
    'src/command.ts',
    'src/fleet',
    'src/changes',
    'src/daily',
    'src/alerts',
    'src/views',
    'src/pool-api',
  ],
  'src/changes': ['src/views', 'src/pool-api', 'src/store'],
  'src/daily': ['src/views', 'src/pool-api', 'src/store'],
  'src/alerts': ['src/views', 'src/pool-api', 'src/store'],
  'src/fleet': ['src/views', 'src/pool-api', 'src/store'],
  'src/guilds': ['src/store'],
  'src/discord': ['src/views'],
};

/** Further rooms of which it may only import types, which are gone at run time. */
const TYPES: Arrows = {
  'src/command.ts': [
    'src/fleet',
    'src/changes',
    'src/daily',
    'src/alerts',
    'src/guilds',
    'src/pool-api',
  ],
  commands: ['src/guilds'],
  'src/changes': ['src/guilds'],
  'src/daily': ['src/guilds'],
  'src/alerts': ['src/guilds'],
  'src/discord': ['src/command.ts', 'src/store'],
  // A view shows the pool's own records.
  'src/views': ['src/pool-api'],
};

/** Beyond this many things side by side, nobody finds anything. */
const MAX_SIDE_BY_SIDE = 16;

type Arrows = Readonly<Record<string, readonly string[]>>;

/** A library and the only rooms that may import it. */
const LIBRARIES: readonly [RegExp, readonly string[]][] = [
  [/^(discord\.js|@discordjs\/.*)$/, ['src/discord']],
  [/^axios$/, ['src/pool-api']],
  [/^undici$/, ['src/pool-api', 'src/discord']],
  [/^(keyv|libsql|pg|@keyv\/.*|@redis\/.*)$/, ['src/store']],
  [/^(hono|@hono\/.*|ws|discord-api-spec.*|@skyra\/.*|playwright-core)$/, []],
];

/** A title or a sentence as it is written, or an error of anything but a view's words. */
const OWN_WORDS = /\b(title|sentence): ['"`]|new (UserError|NotConnected)\((?!\s*(\w+W|w)ords\b)/;

/** Views, and kinds of change, whose `title` is their name. */
const WRITERS = /^src\/(views|changes\/kinds)\//;

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

interface Import {
  readonly file: string;
  readonly target: string;
  readonly typeOnly: boolean;
}

describe('the house', () => {
  const sources = [...filesBelow('src'), ...filesBelow('commands')];
  const imports = sources.flatMap(importsOf);
  const folders = ['src', 'commands', 'sandbox', 'bench'].flatMap((top) => [
    top,
    ...foldersBelow(top),
  ]);
  const all = [
    ...imports,
    ...[...filesBelow('sandbox'), ...filesBelow('bench')].flatMap(importsOf),
  ];

  test('has imports to look at', () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  test('keeps its arrows', () => {
    const crossing = imports.filter(({ target }) => !/^[a-z@]/.test(target) || isLocal(target));
    expect(crossing.filter((each) => !isAllowed(each)).map(inWords)).toEqual([]);
  });

  test('has no circle among what lies side by side, in any folder', () => {
    const found = folders.flatMap((folder) =>
      circles(arrowsIn(folder, all)).map((circle) => `${folder}: ${circle}`),
    );
    expect(found).toEqual([]);
  });

  test('has no hall', () => {
    // The top of `test` has a room for each of the house.
    const halls = [...folders, ...foldersBelow('test')].filter(
      (folder) => readdirSync(join(root, folder)).length > MAX_SIDE_BY_SIDE,
    );
    expect(halls).toEqual([]);
  });

  test('keeps each library in its room', () => {
    const astray = imports.filter(({ file, target }) =>
      LIBRARIES.some(([library, rooms]) => library.test(target) && !rooms.includes(roomOf(file))),
    );
    expect(astray.map(inWords)).toEqual([]);
  });

  test('reads the environment in one place', () => {
    const readers = sources.filter(
      (file) => file !== 'src/config/config.ts' && /process\.env/.test(textOf(file)),
    );
    expect(readers).toEqual([]);
  });

  test('takes the words of an error from a view', () => {
    const writers = sources.filter((file) => !WRITERS.test(file) && OWN_WORDS.test(textOf(file)));
    expect(writers).toEqual([]);
  });

  test.each([
    ['new UserError({ title, sentence })', true],
    ['new UserError(why, { cause })', true],
    ["const words = { title: 'Too late', sentence: tooLate() };", true],
    ['new UserError(tooLateWords)', false],
    ['new NotConnected(\n  tooLateWords(at), { cause })', false],
  ])('knows an error of its thrower’s own words: %s', (source, isOwn) => {
    expect(OWN_WORDS.test(source)).toBe(isOwn);
  });
});

function isAllowed({ file, target, typeOnly }: Import): boolean {
  const from = roomOf(file);
  const to = roomOf(target);
  if (from === to || to === 'src/domain') return true;
  if (to.startsWith('sandbox') || to.startsWith('test')) return false;
  const allowed = new Set([...(ARROWS[from] ?? []), ...(typeOnly ? (TYPES[from] ?? []) : [])]);
  return allowed.has('*') || allowed.has(to);
}

/** Imports between neighbours in a folder, including types, named by file or room. */
function arrowsIn(folder: string, imports: readonly Import[]): Map<string, Set<string>> {
  const arrows = new Map<string, Set<string>>();
  const child = (path: string) => path.slice(folder.length + 1).split('/')[0] ?? '';
  for (const { file, target } of imports) {
    if (!file.startsWith(`${folder}/`) || !target.startsWith(`${folder}/`)) continue;
    const [from, to] = [child(file), child(target)];
    if (from !== to) arrows.set(from, (arrows.get(from) ?? new Set()).add(to));
  }
  return arrows;
}

/** Modules that import each other in a circle: none can be read before the other. */
function circles(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  function walk(name: string, path: readonly string[]): void {
    if (path.includes(name)) found.push([...path.slice(path.indexOf(name)), name].join(' → '));
    if (path.includes(name) || done.has(name)) return;
    for (const target of arrows.get(name) ?? []) walk(target, [...path, name]);
    done.add(name);
  }
  for (const name of arrows.keys()) walk(name, []);
  return found;
}

function foldersBelow(top: string): string[] {
  return readdirSync(join(root, top), { recursive: true, withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map((each) => relative(root, join(each.parentPath, each.name)));
}

function isLocal(target: string): boolean {
  return /^(src|commands|sandbox|test|bench)\//.test(target);
}

/** `src/views`, `commands`, or the file itself if it is directly in `src`. */
function roomOf(path: string): string {
  const [top = '', second = ''] = path.split('/');
  return top === 'src' ? `${top}/${second}` : top;
}

function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

function importsOf(file: string): Import[] {
  const found = textOf(file).matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/g,
  );
  return [...found].map(([, type, specifier, dynamic]) => ({
    file,
    target: resolved(file, specifier ?? dynamic ?? ''),
    typeOnly: type !== undefined,
  }));
}

function resolved(file: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return relative(root, resolve(root, dirname(file), specifier)).replace(/\.js$/, '.ts');
}

function inWords({ file, target }: Import): string {
  return `${file} imports ${target}`;
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);
}
