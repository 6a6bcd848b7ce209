import { beforeAll, expect, test } from 'vitest';
import type { ShownMessage } from '../../sandbox/discord/types.js';
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
  ['help on a command', 'help', { command: ' /Summary ' }],
])('a viewer reads: %s', async (name, command, { id, ...options }) => {
  const given = { ...options, ...(id && (await idOf(id))) };
  const { message, first } = await server.viewer.run(command, given);
  expect(first).toBe('reply');
  await expectGolden(message, name);
});

test.each<[string, 'manager' | 'admin', string, Record<string, string>]>([
  ['help for a manager', 'manager', 'help', {}],
  ['help on a private command', 'manager', 'help', { command: 'subaccount move' }],
  ['help for an admin', 'admin', 'help', {}],
  ['settings', 'admin', 'setup show', {}],
  ['check', 'admin', 'setup check', {}],
])('the card “%s” is what the %s reads', async (name, ...[who, command, options]) => {
  const { message } = await server[who].run(command, options);
  await expectGolden(message, name);
});

test.each(['setup key', 'nonsense'])('help on /%s is refused to a manager', async (command) => {
  const { message } = await server.manager.run('help', { command });
  expect(shown(server, message)).toBe(
    `▌amber No such command\n\`${command}\` isn’t a command you can use. /help shows all.`,
  );
});

async function expectGolden(message: ShownMessage | null, name: string): Promise<void> {
  const file = `goldens/${name.replaceAll(' ', '-')}.txt`;
  await expect(shown(server, message)).toMatchFileSnapshot(file);
  expect(server.discord.refusals).toEqual([]);
}

async function idOf(which: string): Promise<{ id: string }> {
  if (which === 'running') return { id: String(server.workspace.actions[0]?.['id']) };
  const [choice] = await server.viewer.complete('derivatives contract', 'id', '');
  return { id: choice?.value ?? '' };
}
