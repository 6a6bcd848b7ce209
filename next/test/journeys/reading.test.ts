import { expect, test } from 'vitest';
import { readMessage } from '../../sandbox/discord/text.js';
import { newServer } from '../support/world.js';

/** Each reading command on the standard workspace, as a viewer sees it. */
test.each([
  ['summary', {}],
  ['summary', { currency: 'LTC_DOGE' }],
  ['summary', { site: 'Cedar Ridge' }],
  ['revenue', {}],
  ['revenue', { currency: 'DOGE', from: 'last 7 days' }],
  ['dev-fee', {}],
  ['balances', {}],
  ['balances', { currency: 'USD' }],
  ['derivatives contracts', {}],
  ['derivatives payments', {}],
  ['derivatives positions', {}],
  ['miners list', { health: 'failing', sort: 'max_temperature', order: 'desc' }],
  ['subaccount list', {}],
  ['payment-settings list', {}],
  ['help', {}],
])('a viewer runs /%s %j', async (command, options) => {
  const { viewer, discord } = await newServer({ size: 'standard' });
  const { message } = await viewer.run(command, options);
  console.log(message && readMessage(message));
  expect(discord.refusals).toEqual([]);
});

test.each([['setup show'], ['setup check'], ['help']])('an admin runs /%s', async (command) => {
  const { admin, discord } = await newServer({ size: 'standard' });
  const { message } = await admin.run(command);
  console.log(message && readMessage(message));
  expect(discord.refusals).toEqual([]);
});
