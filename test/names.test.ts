import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/** One contract, kept by each form of the store in its own folder. */
const ONE_PER_STORE = ['readRisks', 'reasonOf', 'risksOf', 'unreachable', 'writeRecords'];

/** A type, exported or not: whoever reads one file remembers its names in the next. */
const TYPE = /^(?:export )?(?:abstract )?(?:interface|type|class) (\w+)/gm;

const FUNCTION = /^export (?:async )?(?:function\*?|const) (\w+)/gm;

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

describe('a name means one thing', () => {
  const sources = ['src', 'commands'].flatMap(filesBelow);

  test('each type has a name of its own', () => {
    expect(declaredTwice(sources, TYPE)).toEqual([]);
  });

  test('each exported function or constant has a name of its own', () => {
    const twice = declaredTwice(sources, FUNCTION);
    expect(twice.filter(([name]) => !ONE_PER_STORE.includes(name))).toEqual([]);
  });

  test('what each form of the store declares is in its folder', () => {
    const named = declaredTwice(sources, FUNCTION).filter(([name]) => ONE_PER_STORE.includes(name));
    expect(named.map(([name]) => name).toSorted()).toEqual(ONE_PER_STORE);
    const astray = named
      .flatMap(([, files]) => files)
      .filter((file) => !/^src\/store\/(sqlite|postgres|redis)\//.test(file));
    expect(astray).toEqual([]);
  });
});

function declaredTwice(
  files: readonly string[],
  declaration: RegExp,
): [name: string, files: string[]][] {
  const places = new Map<string, string[]>();
  for (const file of files)
    for (const [, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(declaration))
      places.set(name, [...(places.get(name) ?? []), file]);
  return [...places].filter(([, where]) => new Set(where).size > 1);
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `${folder}/${name}`);
}
