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

test('no page and no comment names a file of the code that is not there', () => {
  const files = ['src', 'commands', 'sandbox', 'bench', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.m?ts$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const pages = [...pagesIn('.'), ...pagesIn('docs').map((name) => `docs/${name}`)];
  const named = [...pages, ...files]
    // The changelog tells of what was; CONTRIBUTING.md has a command to write.
    .filter((path) => path !== 'CHANGELOG.md')
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8').replaceAll(/```[^]*?```/g, '');
      return [...text.matchAll(/`([\w./-]+\.ts)`/g)].map(([, name = '']) => ({ path, name }));
    })
    .filter(({ name }) => !/\bhashprice\b/.test(name));
  expect(named.length).toBeGreaterThan(200);
  const missing = named.filter(
    ({ name }) => !files.some((file) => `/${file}`.endsWith(`/${name}`)),
  );
  expect(missing).toEqual([]);
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
