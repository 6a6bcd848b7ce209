import { SourceMap } from 'node:module';
import { rolldown } from 'rolldown';
import { beforeAll, expect, test } from 'vitest';
import { createSourceFinder } from '../../src/ops/source-map.js';

let built: { code: string; map: ConstructorParameters<typeof SourceMap>[0] };
beforeAll(async () => {
  const bundle = await rolldown({ input: 'src/ops/log.ts', platform: 'node', logLevel: 'silent' });
  const { output } = await bundle.generate({ sourcemap: true, minify: true });
  const [{ code, map }] = output;
  if (!map) throw new Error('The build made no map');
  // If the very last one has no source, Node reads it as if it had the previous one's.
  const mappings = map.mappings.replace(/,[^,;]+$/, (last) => (last.length < 4 ? '' : last));
  built = { code, map: { ...map, mappings, file: 'log.js', sourcesContent: [], sourceRoot: '' } };
});

test('finds what Node finds, at every place of a built file', () => {
  const node = new SourceMap(built.map);
  const { mappings, sources } = built.map;
  const find = createSourceFinder(mappings);
  let places = 0;
  for (const [line, text] of built.code.split('\n').entries())
    for (let column = 0; column < text.length; column += 7) {
      const known = node.findEntry(line, column);
      // Node returns the preceding one, even from another line.
      if (!('originalSource' in known) || known.generatedLine !== line) continue;
      const found = find({ line, column });
      expect([found && sources[found.source], found?.line, found?.column]).toEqual([
        // For what the build itself wrote.
        known.originalSource ?? null,
        known.originalLine,
        known.originalColumn,
      ]);
      places++;
    }
  expect(places).toBeGreaterThan(1_000);
});

test.each([
  ['', 0, 0],
  [';;', 1, 4],
  ['A', 0, 0],
  ['IAAA', 0, 3],
  ['AAAA', 1, 0],
])('%j has nothing at %i:%i', (mappings, line, column) => {
  expect(createSourceFinder(mappings)({ line, column })).toBeNull();
});
