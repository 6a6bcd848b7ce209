import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const PLACE = /file:\/\/[^\s()]+\.c?js:\d+:\d+/g;

/** Null of a file that has none. */
const maps = new Map<string, SourceMap | null>();

/**
 * A stack with the places in our TypeScript and in libraries as they were before the build. The
 * maps are read for the first error that is told: `--enable-source-maps` reads them at the start,
 * which takes 40 MB and a fifth longer.
 */
export function withSourcePositions(stack: string): string {
  return stack.replaceAll(PLACE, (place) => {
    const [column, line, ...url] = place.split(':').toReversed();
    const map = mapOf(url.toReversed().join(':'));
    const found = map?.findEntry(Number(line) - 1, Number(column) - 1);
    if (found === undefined || !('originalSource' in found)) return place;
    const { originalSource, originalLine, originalColumn } = found;
    const file = originalSource.replace(/^(?:\.\.\/)+/, '');
    return `${file}:${originalLine + 1}:${originalColumn + 1}`;
  });
}

function mapOf(url: string): SourceMap | null {
  let map = maps.get(url);
  if (map === undefined) maps.set(url, (map = readMap(url)));
  return map;
}

function readMap(url: string): SourceMap | null {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-argument -- the build wrote it
    return new SourceMap(JSON.parse(readFileSync(`${fileURLToPath(url)}.map`, 'utf8')));
  } catch {
    return null;
  }
}
