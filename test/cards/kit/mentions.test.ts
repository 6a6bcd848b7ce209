import { expect, test } from 'vitest';
import { mentionsOf } from '../../../src/cards/kit/mentions.js';
import { code, escape } from '../../../src/text.js';

const names = ['summary', 'daily show', 'setup key'].map((name) => ({ name }));
const mention = mentionsOf(
  names,
  new Map(Object.entries({ summary: '3', daily: '1', setup: '2' })),
);

test.each([
  ['run `/setup key`.', 'run </setup key:2>.'],
  ['/daily show now', '</daily show:1> now'],
  ['`/daily show id:14`', '</daily show:1> `id:14`'],
  ['**/summary**', '**</summary:3>**'],
])('a command in a text is tappable: %s', (before, after) => {
  expect(mention(before)).toBe(after);
});

test.each([
  '/daily',
  'https://pool.example/summary',
  '```\n/summary\n```',
  '`see /summary`',
  '</summary:3>',
  '12 TH/s',
  '/summary-ish',
])('other text stays as it is: %s', (text) => {
  expect(mention(text)).toBe(text);
});

test.each([escape, code])('no command is made of text from outside', (shown) => {
  for (const outside of ['/summary', 'run /summary', 'a\n/summary'])
    expect(mention(shown(outside))).toBe(shown(outside));
});
