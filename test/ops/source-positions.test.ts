import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLog } from '../../src/ops/log.js';
import { withSourcePositions } from '../../src/ops/source-positions.js';

const SOURCE = `// A line that the build drops.
interface Thrown { readonly why: string }

export function fail({ why }: Thrown): never {
  throw new Error(why);
}
`;

let folder: string;
let column: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pitboss-positions-'));
  await writeFile(join(folder, 'failing.ts'), SOURCE);
  const minify = { codegen: { removeWhitespace: true } };
  const output = { dir: join(folder, 'built'), sourcemap: true, minify };
  await build({ input: join(folder, 'failing.ts'), output, logLevel: 'silent' });
  const built = await readFile(join(folder, 'built/failing.js'), 'utf8');
  column = built.indexOf('throw') + 1;
});
afterAll(() => rm(folder, { recursive: true }));

/** What Node prints for the built file; a test runner's own stack is already mapped. */
const stack = (file: string) =>
  `Error: no\n    at fail (${pathToFileURL(join(folder, file)).href}:1:${column})\n    at node:internal:1:2`;

test('a logged stack names the place in the source', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) });
  log.error({ err: Object.assign(new Error('no'), { stack: stack('built/failing.js') }) }, 'bad');
  for (const line of lines)
    expect(line).toMatch(/at fail \(failing\.ts:5:3\)\\n {4}at node:internal:1:2/);
});

test('without a map it stays as it is', () => {
  expect(withSourcePositions(stack('built/other.js'))).toBe(stack('built/other.js'));
});
