import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** Which room may import which at run time (ARCHITECTURE.md). Every room may use `domain`. */
const ARROWS: Arrows = {
  'src/main.ts': ['src/bot.ts'],
  'src/bot.ts': ['*'],
  'src/config/config.ts': ['src/config/config-values.ts'],
  'src/context.ts': ['src/views', 'src/guilds', 'src/exports'],
  'src/cli/cli.ts': ['src/config/config.ts', 'src/guilds', 'src/store'],
  'src/cli/rotate-key.ts': ['src/cli/cli.ts', 'src/config/config.ts', 'src/store', 'src/guilds'],
  'src/cli/verify-audit.ts': [
    'src/cli/cli.ts',
    'src/config/config.ts',
    'src/store',
    'src/changes',
    'src/views',
  ],
  'src/guilds': ['src/views', 'src/store'],
  'src/changes': ['src/guilds', 'src/views', 'src/pool-api', 'src/store'],
  'src/daily': ['src/guilds', 'src/views', 'src/pool-api', 'src/store'],
  'src/follow': ['src/views', 'src/pool-api', 'src/store'],
  'src/exports': ['src/views', 'src/store'],
  'src/discord': ['src/views'],
  commands: [
    'src/command.ts',
    'src/exports',
    'src/follow',
    'src/changes',
    'src/daily',
    'src/guilds',
    'src/views',
    'src/pool-api',
  ],
};

/** Of which further rooms it may know the types alone, which are gone at run time. */
const TYPES: Arrows = {
  'src/command.ts': [
    'src/reply.ts',
    'src/exports',
    'src/follow',
    'src/changes',
    'src/daily',
    'src/guilds',
    'src/pool-api',
  ],
  'src/context.ts': [
    'src/command.ts',
    'src/exports',
    'src/follow',
    'src/changes',
    'src/daily',
    'src/pool-api',
    'src/store',
  ],
  'src/ports.ts': ['src/reply.ts'],
  'src/forget-guild.ts': ['src/follow', 'src/changes', 'src/daily', 'src/guilds'],
  // What a view shows is named by the room it is of.
  'src/views': ['src/reply.ts', 'src/pool-api', 'src/guilds', 'src/changes', 'src/daily'],
  'src/changes': ['src/reply.ts', 'src/ports.ts'],
  'src/daily': ['src/reply.ts', 'src/ports.ts'],
  'src/follow': ['src/reply.ts', 'src/ports.ts'],
  'src/exports': ['src/ports.ts'],
  'src/discord': ['src/command.ts', 'src/reply.ts', 'src/ports.ts', 'src/store'],
  commands: ['src/reply.ts'],
};

type Arrows = Readonly<Record<string, readonly string[]>>;

/** A library and the rooms that alone may import it. */
const LIBRARIES: readonly [RegExp, readonly string[]][] = [
  [/^(discord\.js|@discordjs\/.*)$/, ['src/discord']],
  [/^axios$/, ['src/pool-api']],
  [/^undici$/, ['src/pool-api', 'src/discord']],
  [/^(keyv|libsql|@keyv\/.*|@redis\/.*)$/, ['src/store']],
  [/^(hono|@hono\/.*|ws|discord-api-spec.*|@skyra\/.*|playwright-core)$/, []],
];

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

interface Import {
  readonly file: string;
  readonly target: string;
  readonly typeOnly: boolean;
}

describe('the house', () => {
  const imports = [...filesBelow('src'), ...filesBelow('commands')].flatMap(importsOf);

  test('has imports to look at', () => {
    expect(imports.length).toBeGreaterThan(100);
  });

  test('keeps its arrows', () => {
    const crossing = imports.filter(({ target }) => !/^[a-z@]/.test(target) || isLocal(target));
    expect(crossing.filter((each) => !isAllowed(each)).map(inWords)).toEqual([]);
  });

  test('has no circles', () => {
    expect(circles(imports)).toEqual([]);
  });

  test('keeps each library in its room', () => {
    const astray = imports.filter(({ file, target }) =>
      LIBRARIES.some(([library, rooms]) => library.test(target) && !rooms.includes(roomOf(file))),
    );
    expect(astray.map(inWords)).toEqual([]);
  });

  test('reads the environment in one place', () => {
    const readers = [...filesBelow('src'), ...filesBelow('commands')].filter(
      (file) =>
        file !== 'src/config/config.ts' &&
        /process\.env/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(readers).toEqual([]);
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

/** Files that import each other in a circle, types included: none can be read before the other. */
function circles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { file, target } of imports) {
    if (isLocal(target)) targets.set(file, [...(targets.get(file) ?? []), target]);
  }
  const found: string[][] = [];
  const done = new Set<string>();
  function walk(file: string, path: readonly string[]): void {
    if (path.includes(file)) found.push([...path.slice(path.indexOf(file)), file]);
    if (path.includes(file) || done.has(file)) return;
    for (const target of targets.get(file) ?? []) walk(target, [...path, file]);
    done.add(file);
  }
  for (const file of targets.keys()) walk(file, []);
  return found;
}

function isLocal(target: string): boolean {
  return /^(src|commands|sandbox|test|bench)\//.test(target);
}

/** `src/views`, `commands`, or the file itself where it stands at the top of `src`. */
function roomOf(path: string): string {
  const [top = '', second = ''] = path.split('/');
  return top === 'src' ? `${top}/${second}` : top;
}

function importsOf(file: string): Import[] {
  const source = readFileSync(join(root, file), 'utf8');
  const found = source.matchAll(
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
