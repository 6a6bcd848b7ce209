import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expressionsInRules, LABELS } from '../e2e/setup/monitored-names.js';

const page = readFileSync(join(import.meta.dirname, '../../docs/monitoring.md'), 'utf8');

/** The first and last cell of each table row whose first cell holds such a name. */
function rows(name: RegExp): readonly (readonly [string, string])[] {
  const found = [...page.matchAll(/^\| `(\w+)` +\|.*\| ([^|]*?) *\|$/gm)];
  return found.flatMap(([, first = '', last = '']) => (name.test(first) ? [[first, last]] : []));
}

test('docs/monitoring.md has every metric of ours, with its labels', () => {
  const ours = [...LABELS].map(([name, labels]) => [
    name,
    labels.map((label) => `\`${label}\``).join(', '),
  ]);
  const sorted = (all: readonly (readonly string[])[]) => all.map(String).toSorted();
  expect(sorted(rows(/^pitboss_/))).toEqual(sorted(ours));
});

test('docs/monitoring.md has every alert of the rules, and no other', () => {
  const alerts = expressionsInRules().map(({ where }) => where);
  expect(rows(/^Pitboss/).map(([name]) => name)).toEqual(alerts);
});
