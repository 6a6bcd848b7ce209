import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { runAdmin } from '../../src/admin/admin.js';
import { VARIABLES } from '../../src/config.js';
import { createMetrics } from '../../src/ops/metrics.js';

const FILES = [
  'Dockerfile',
  'compose.yaml',
  'deploy/pitboss.service',
  'deploy/kubernetes.yaml',
  'deploy/grafana.json',
  'deploy/prometheus-rules.yaml',
  'docs/operate.md',
  'SECURITY.md',
] as const;
/** Not Pitboss's own: Node's, Postgres's and systemd's. */
const FOREIGN = /^(NODE_ENV|POSTGRES_[A-Z_]+|AF_[A-Z]+)$/;

const namesIn = (file: string, pattern: RegExp) =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([name]) => name);

const metrics = new Set(
  createMetrics()
    .registry.getMetricsAsArray()
    .map(({ name }) => name),
);

test.each(FILES)('every variable that %s names is one that the bot reads', (file) => {
  const named = namesIn(file, /\b[A-Z]+(?:_[A-Z]+)+\b/g).filter((name) => !FOREIGN.test(name));
  expect(named.filter((name) => !VARIABLES.includes(name))).toEqual([]);
});

test.each(FILES)('every metric that %s names is one that the bot has', (file) => {
  const named = namesIn(file, /\b(?:pitboss|nodejs|process)_[a-z0-9_]+/g);
  const unknown = named.filter((name) => !metrics.has(name.replace(/_(bucket|count|sum)$/, '')));
  expect(unknown).toEqual([]);
});

test('every metric of Pitboss stands in docs/operate.md', () => {
  const page = readFileSync('docs/operate.md', 'utf8');
  const own = [...metrics].filter((name) => name.startsWith('pitboss_'));
  expect(own.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('YAML and JSON can be parsed', () => {
  const files = FILES.filter((file) => /\.(yaml|json)$/.test(file));
  const checked = spawnSync('node_modules/.bin/oxfmt', ['--check', ...files], { encoding: 'utf8' });
  expect(checked).toMatchObject({ status: 0, stderr: '' });
});

test('the image holds what the Dockerfile copies', () => {
  const copied = namesIn('Dockerfile', /(?<=^COPY )(?!--).+(?= \S+$)/gm).flatMap((sources) =>
    sources.split(' '),
  );
  const sent = namesIn('.dockerignore', /(?<=^!).+$/gm);
  expect(copied.filter((file) => !existsSync(file) || !sent.includes(file))).toEqual([]);
  expect(copied.length).toBeGreaterThan(5);
});

test('every command of admin that a page names is there', async () => {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  await runAdmin(['--help'], {}, { say, complain: say });
  const there = lines.join('\n').match(/(?<=npm run admin -- )[a-z-]+/g);
  const named = ['docs/operate.md', 'README.md', '.env.example'].flatMap((file) =>
    namesIn(file, /(?<=(?:npm run admin --|admin\.js) )[a-z][a-z-]*/g),
  );
  expect(named.filter((name) => !there?.includes(name))).toEqual([]);
  expect(new Set(named)).toEqual(new Set(there));
});
