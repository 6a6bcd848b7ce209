import { expect, test } from 'vitest';
import { externalChangeEvent } from '../../../src/views/alerts/external-change.js';

const record = (subaccount: string) => ({
  what: 'subaccount' as const,
  id: '7',
  subaccount,
  siteId: 's-1',
  siteName: 'North',
});

function words(before: string, after: string): string {
  const at = 1_795_000_000_000;
  const found = { before: record(before), after: record(after), seenAt: at, readAt: at };
  const event = externalChangeEvent({ key: 'k', ...found });
  if (event === null) throw new Error('no such finding');
  const { lines, fields } = event;
  return [...lines, ...fields.map((each) => each?.value)].join('\n');
}

test.each([
  ['pеcos', 'U+0435 (character 2)'],
  ['pe\u202Ecos', 'U+202E (character 3)'],
  ['pecos\u3164', 'U+3164 (character 6)'],
])('marks the letters of a name that somebody gave a subaccount, as in %j', (name, letter) => {
  const text = words('pecos', name);
  expect(text).toContain(`Unusual letters in the subaccount’s name: ${letter}`);
  expect(text).toContain(`Unusual letters in the new name: ${letter}`);
  expect(words('pecos', 'alder')).not.toContain('Unusual');
});
