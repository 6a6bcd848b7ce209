import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const pagesIn = (folder: string) =>
  readdirSync(join(root, folder)).filter((name) => name.endsWith('.md'));

/** The files that a page links to or shows, ignoring code. */
function linksIn(page: string): string[] {
  const text = readFileSync(join(root, page), 'utf8').replaceAll(/```[^]*?```|`[^`\n]*`/g, '');
  const links = text.matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g);
  const pictures = text.matchAll(/<img src="([^"]+)"/g);
  return [...links, ...pictures].map(([, to = '']) => to);
}

test('no page names a test that is not there', () => {
  const pages = ['SECURITY.md', ...pagesIn('docs').map((name) => `docs/${name}`)];
  const named = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/\btest\/[\w/.-]+\.ts\b/g)].map(
      ([path]) => path,
    ),
  );
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('docs/README.md has every page of the folder', () => {
  const linked = linksIn('docs/README.md');
  const others = pagesIn('docs').filter((name) => name !== 'README.md');
  expect(others.filter((name) => !linked.includes(name))).toEqual([]);
});

test('no page links to a file that is not there', () => {
  const pages = [...pagesIn('.'), ...pagesIn('docs').map((name) => `docs/${name}`)];
  const broken = pages.flatMap((page) =>
    linksIn(page)
      .filter((to) => !existsSync(join(root, dirname(page), to)))
      .map((to) => `${page}: ${to}`),
  );
  expect(broken).toEqual([]);
});
