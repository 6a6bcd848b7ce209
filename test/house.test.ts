import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/**
 * The house's arrows (ARCHITECTURE.md): which room may import which, and which library only
 * one room may touch. `type` imports cross freely out of `views` and the contracts, because
 * they are gone at run time.
 */
const ARROWS: Record<string, readonly string[]> = {
  'src/main.ts': ['src/bot.ts'],
  'src/bot.ts': ['*'],
  'src/left-guilds.ts': [],
  'src/config.ts': ['src/config-values.ts'],
  'src/config-values.ts': [],
  'src/command.ts': [],
  'src/reply.ts': [],
  'src/messages.ts': [],
  'src/running-exports.ts': [],
  'src/context.ts': ['src/views', 'src/guilds'],
  'src/rotate-key.ts': ['src/config.ts', 'src/store', 'src/guilds', 'src/ops'],
  'src/verify-audit.ts': ['src/config.ts', 'src/store', 'src/changes', 'src/views', 'src/ops'],
  'src/domain': [],
  'src/ops': [],
  'src/store': [],
  'src/guilds': ['src/store'],
  'src/pool-api': [],
  'src/views': [],
  'src/changes': ['src/guilds', 'src/views', 'src/pool-api', 'src/store', 'src/command.ts'],
  'src/daily': ['src/guilds', 'src/views', 'src/pool-api', 'src/store'],
  'src/follow': ['src/views'],
  'src/discord': ['src/command.ts', 'src/views'],
  commands: [
    'src/command.ts',
    'src/running-exports.ts',
    'src/follow',
    'src/changes',
    'src/daily',
    'src/guilds',
    'src/views',
    'src/pool-api',
  ],
};

/** A library and the rooms that alone may import it. */
const LIBRARIES: readonly [RegExp, readonly string[]][] = [
  [/^(discord\.js|@discordjs\/.*)$/, ['src/discord']],
  [/^axios$/, ['src/pool-api']],
  [/^undici$/, ['src/pool-api', 'src/discord']],
  [/^(libsql|@keyv\/redis|@redis\/client)$/, ['src/store']],
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

  test('keeps each library in its room', () => {
    const astray = imports.filter(({ file, target }) =>
      LIBRARIES.some(([library, rooms]) => library.test(target) && !rooms.includes(roomOf(file))),
    );
    expect(astray.filter(({ typeOnly }) => !typeOnly).map(inWords)).toEqual([]);
  });

  test('reads the environment in one place', () => {
    const readers = [...filesBelow('src'), ...filesBelow('commands')].filter(
      (file) =>
        file !== 'src/config.ts' && /process\.env/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(readers).toEqual([]);
  });
});

function isAllowed({ file, target, typeOnly }: Import): boolean {
  const from = roomOf(file);
  const to = roomOf(target);
  if (from === to || to === 'src/domain') return true;
  if (to.startsWith('sandbox') || to.startsWith('test')) return false;
  const allowed = ARROWS[from];
  if (allowed === undefined) return false;
  return allowed.includes('*') || allowed.includes(to) || (typeOnly && from !== 'src/domain');
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
