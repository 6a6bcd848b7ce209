import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findSource } from './source-map.js';

const PLACE = /file:\/\/[^\s()]+\.c?js:\d+:\d+/g;

interface SourceMap {
  readonly mappings: string;
  readonly sources: readonly string[];
}

/**
 * A stack with the places in our TypeScript and in libraries as they were before the build. The
 * maps are read for each error that is told, because what they hold is needed by nothing else:
 * `--enable-source-maps` reads them at the start, which takes 40 MB and a fifth longer.
 */
export function withSourcePositions(stack: string): string {
  const maps = new Map<string, SourceMap | null>();
  return stack.replaceAll(PLACE, (place) => {
    const [column, line, ...rest] = place.split(':').toReversed();
    const url = rest.toReversed().join(':');
    if (!maps.has(url)) maps.set(url, readMap(url));
    const map = maps.get(url);
    if (!map) return place;
    const at = { line: Number(line) - 1, column: Number(column) - 1 };
    const found = findSource(map.mappings, at);
    const source = found && map.sources[found.source];
    if (!source) return place;
    return `${source.replace(/^(?:\.\.\/)+/, '')}:${found.line + 1}:${found.column + 1}`;
  });
}

function readMap(url: string): SourceMap | null {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-return -- the build wrote it
    return JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8'));
  } catch {
    return null;
  }
}
