import { describe, expect, it } from 'vitest';
import { checkCommands } from '../../sandbox/discord/validate.js';
import { commands, groups } from '../../commands/index.js';
import { code, escape } from '../../src/text.js';
import { commandsJson, mentionsOf } from '../../src/discord/registration.js';

const json = commandsJson(commands, groups);

it('commands are registered as Discord accepts them, for servers only', () => {
  for (const command of checkCommands(json))
    expect(command).toMatchObject({ contexts: [0], integration_types: [0] });
});

it('options are registered as their schemas say, with `private` where people choose', () => {
  const options = json.find(({ name }) => name === 'summary')?.options;
  const btc: unknown = expect.objectContaining({ name: 'BTC', value: 'BTC' });
  expect(options).toMatchObject([
    { type: 3, name: 'currency', required: false, choices: expect.arrayContaining([btc]) },
    { type: 3, name: 'subaccounts', autocomplete: true, min_length: 1, max_length: 1_000 },
    { type: 3, name: 'site', autocomplete: true },
    { type: 5, name: 'private', description: 'Show the answer only to me' },
  ]);
});

it('an option offers the channels that the bot can post in', () => {
  const types = [...JSON.stringify(json).matchAll(/"channel_types":(\[.*?\])/g)];
  expect(new Set(types.map(([, found]) => found))).toEqual(new Set(['[0,5,10,11,12]']));
});

describe('commands in a text', () => {
  const mention = mentionsOf(
    [{ name: 'summary' }, { name: 'daily show' }, { name: 'setup key' }],
    new Map([
      ['summary', '3'],
      ['daily', '1'],
      ['setup', '2'],
    ]),
  );

  it.each([
    ['run `/setup key`.', 'run </setup key:2>.'],
    ['Start with /summary', 'Start with </summary:3>'],
    ['/daily show now', '</daily show:1> now'],
    ['`/daily show id:14`', '</daily show:1> `id:14`'],
    ['**/summary**', '**</summary:3>**'],
  ])('are tappable: %s', (before, after) => {
    expect(mention(before)).toBe(after);
  });

  it.each([
    '/unknown',
    '/daily',
    'https://pool.example/summary',
    '```\n/summary\n```',
    '`see /summary`',
    '</summary:3>',
    '12 TH/s',
    '/summary-ish',
  ])('stay as they are: %s', (text) => {
    expect(mention(text)).toBe(text);
  });

  it.each([escape, code])('are not made of text from outside', (shown) => {
    for (const outside of ['/summary', 'run /summary', 'a\n/summary'])
      expect(mention(shown(outside))).toBe(shown(outside));
  });
});
