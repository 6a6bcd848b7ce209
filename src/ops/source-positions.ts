import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createSourceFinder } from './source-map.js';

const PLACE = /file:\/\/[^\s()]+\.c?js:\d+:\d+/g;

interface SourceMap {
  readonly sources: readonly string[];
  readonly find: ReturnType<typeof createSourceFinder>;
}

/** Null for a file that has none. */
const maps = new Map<string, SourceMap | null>();

/**
 * Restores a stack's original positions, in our TypeScript and in libraries. The maps are read for
 * the first reported error: `--enable-source-maps` reads them at the start, which takes 40 MB and a
 * fifth longer.
 */
export function withSourcePositions(stack: string): string {
  return stack.replaceAll(PLACE, (place) => {
    const [column, line, ...url] = place.split(':').toReversed();
    const map = mapOf(url.toReversed().join(':'));
    const found = map?.find({ line: Number(line) - 1, column: Number(column) - 1 });
    const source = found && map?.sources[found.source];
    if (!source) return place;
    return `${source.replace(/^(?:\.\.\/)+/, '')}:${found.line + 1}:${found.column + 1}`;
  });
}

function mapOf(url: string): SourceMap | null {
  let map = maps.get(url);
  if (map === undefined) maps.set(url, (map = readMap(url)));
  return map;
}

function readMap(url: string): SourceMap | null {
  try {
    const map: unknown = JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8'));
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the build wrote it
    const { sources, mappings } = map as { sources: string[]; mappings: string };
    return { sources, find: createSourceFinder(mappings) };
  } catch {
    return null;
  }
}
