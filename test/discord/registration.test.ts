import { expect, it } from 'vitest';
import { checkCommands } from '../../sandbox/discord/validate.js';
import { commands, groups } from '../../commands/index.js';
import { commandsJson } from '../../src/discord/registration.js';

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
