import { beforeAll, expect, test } from 'vitest';
import { newServer, shown, type Server } from '../support/world.js';

let server: Server;

beforeAll(async () => {
  server = await newServer({ size: 'standard', ownWorld: true });
});

/** What people see of each reading command on the standard workspace. */
test.each<[string, string, Record<string, string>]>([
  ['summary', 'summary', {}],
  ['summary of another coin', 'summary', { currency: 'LTC_DOGE' }],
  ['summary of a site', 'summary', { site: 'Cedar Ridge' }],
  ['revenue', 'revenue', {}],
  ['revenue of a week', 'revenue', { currency: 'DOGE', from: 'last 7 days' }],
  ['dev fee', 'dev-fee', {}],
  ['balances', 'balances', {}],
  ['balances in dollars', 'balances', { currency: 'USD' }],
  ['contracts', 'derivatives contracts', {}],
  ['contract', 'derivatives contract', { id: 'listed' }],
  ['derivatives payments', 'derivatives payments', {}],
  ['positions', 'derivatives positions', {}],
  ['failing miners', 'miners list', { health: 'failing', sort: 'max_temperature', order: 'desc' }],
  ['fleet action', 'action status', { id: 'running' }],
  ['subaccounts', 'subaccount list', {}],
  ['payment settings', 'payment-settings list', {}],
  ['help for a viewer', 'help', {}],
])('a viewer reads: %s', async (name, command, { id, ...options }) => {
  const { viewer, discord } = server;
  const { message, first } = await viewer.run(command, { ...options, ...(id && (await idOf(id))) });
  expect(first).toBe('reply');
  await expect(shown(server, message)).toMatchFileSnapshot(
    `goldens/${name.replaceAll(' ', '-')}.txt`,
  );
  expect(discord.refusals).toEqual([]);
});

test.each([
  ['settings', 'setup show'],
  ['check', 'setup check'],
  ['help for an admin', 'help'],
])('an admin reads: %s', async (name, command) => {
  const { admin, discord } = server;
  const { message } = await admin.run(command);
  await expect(shown(server, message)).toMatchFileSnapshot(
    `goldens/${name.replaceAll(' ', '-')}.txt`,
  );
  expect(discord.refusals).toEqual([]);
});

async function idOf(which: string): Promise<{ id: string }> {
  if (which === 'running') return { id: String(server.workspace.actions[0]?.['id']) };
  const [choice] = await server.viewer.complete('derivatives contract', 'id', '');
  return { id: choice?.value ?? '' };
}
