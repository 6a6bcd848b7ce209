import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { checkCommands } from '../../sandbox/discord/validate.js';
import { definitions } from '../../src/discord/command.js';
import { channel, choice, flag, role, text } from '../../src/discord/options.js';
import { code, escape } from '../../src/text.js';
import { commandsJson, mentionsOf } from '../../src/discord/registration.js';

const run = () => Promise.resolve({ content: 'done' });
const about = { access: 'viewer', run } as const;
const { defineCommand } = definitions<never>();

const summary = defineCommand({
  ...about,
  name: 'summary',
  description: 'Hashrate and balance',
  options: z.object({
    currency: choice('Currency mined', ['BTC', 'ZEC']).optional(),
    unit: choice('Unit', ['TH/s', 'PH/s']).default('PH/s'),
    site: text('Site').optional(),
    verbose: flag('Everything').optional(),
  }),
  autocomplete: { site: async () => [] },
});
const roles = defineCommand({
  ...about,
  name: 'setup roles',
  description: 'Who may do what',
  audience: 'private',
  options: z.object({
    channel: channel('Where').optional(),
    manager: role('Managers'),
  }),
});
const commands = [summary, roles];
const json = commandsJson(commands, { setup: 'Connect and configure' });

describe('commands are registered', () => {
  it('as Discord accepts them, for servers only', () => {
    expect(checkCommands(json)).toHaveLength(2);
    for (const command of json) {
      expect(command).toMatchObject({ contexts: [0], integration_types: [0] });
    }
  });

  it('with options as their schemas say, and `private` where the audience is chosen', () => {
    expect(json[0]?.options).toMatchObject([
      {
        type: 3,
        name: 'currency',
        choices: [
          { name: 'BTC', value: 'BTC' },
          { name: 'ZEC', value: 'ZEC' },
        ],
      },
      { type: 3, name: 'unit', required: false },
      { type: 3, name: 'site', autocomplete: true, min_length: 1, max_length: 100 },
      { type: 5, name: 'verbose' },
      { type: 5, name: 'private', description: 'Show the answer only to me' },
    ]);
  });

  it('with subcommands in their group and required options first', () => {
    expect(json[1]).toMatchObject({
      name: 'setup',
      description: 'Connect and configure',
      options: [
        {
          type: 1,
          name: 'roles',
          options: [
            { type: 8, name: 'manager', required: true },
            { type: 7, name: 'channel', channel_types: [0, 5, 10, 11, 12] },
          ],
        },
      ],
    });
  });
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
