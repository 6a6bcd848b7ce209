import { z } from 'zod';
import { expect, test } from 'vitest';
import { defineCommand, type Context } from '../../commands/context.js';
import { help } from '../../commands/help.js';
import type { Access, Member } from '../../src/discord/command.js';
import { choice, flag, text } from '../../src/discord/options.js';
import { UserError } from '../../src/errors.js';
import { DEFAULT_SETTINGS } from '../../src/guilds/settings.js';
import { replyText } from '../support/reply-text.js';

const command = (name: string, access: Access) =>
  defineCommand({
    name,
    description: `What ${name} does.`,
    access,
    audience: access === 'viewer' ? 'choose' : 'private',
    options: z.object({
      currency: choice('Currency mined', ['BTC', 'ZEC']).optional(),
      reason: text('Why'),
      all: flag('All of them').optional(),
    }),
    examples: ['', 'currency:BTC reason:because'],
    run: async () => ({}),
  });

const COMMANDS = [
  command('summary', 'viewer'),
  command('subaccount list', 'viewer'),
  command('subaccount move', 'manager'),
  command('subaccount create', 'manager'),
  command('revenue', 'viewer'),
  command('changes confirm', 'manager'),
  command('setup key', 'admin'),
  command('setup roles', 'admin'),
];

const VIEWER: Member = { id: '1', name: 'Vera', roleIds: [], permissions: 0n };
const MANAGER: Member = { ...VIEWER, roleIds: ['manager'] };
const ADMIN: Member = { ...VIEWER, permissions: 1n << 5n };

function context(member: Member, isConnected = true): Context {
  const roles = { ...DEFAULT_SETTINGS.roles, manager: ['manager'] };
  const guilds = { find: async () => ({ key: isConnected ? {} : null }) };
  const settings = { ...DEFAULT_SETTINGS, roles };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- help uses nothing else
  return { guildId: '1', member, settings, guilds, commands: COMMANDS } as unknown as Context;
}

async function run(context: Context, typed?: string): Promise<string[]> {
  const answer = await help.commands[0]?.run(
    typed === undefined ? {} : { command: typed },
    context,
  );
  return answer === undefined ? [] : replyText(answer).split('\n');
}

test('people see what they may use, a family a line, with what managers have in bold', async () => {
  expect((await run(context(VIEWER))).slice(1)).toEqual([
    'Start with `/summary`',
    '/summary · /revenue',
    '/subaccount list',
    '-# /help command: explains one',
  ]);
  expect((await run(context(MANAGER))).slice(2)).toEqual([
    '/summary · /revenue',
    '/subaccount list · **move · create**',
    '/changes **confirm**',
    '-# **Bold**: managers. /help command: explains one',
  ]);
});

test('while no key is connected, the first line says who connects one', async () => {
  expect((await run(context(ADMIN, false)))[1]).toBe('Next: `/setup key`');
  expect((await run(context(MANAGER, false)))[1]).toBe('Ask an admin to run `/setup key`');
  expect(await run(context(ADMIN))).toContain('/setup key · roles');
});

test('a command is explained with its options and examples', async () => {
  expect(await run(context(VIEWER), ' /Summary ')).toEqual([
    'open | /summary',
    'What summary does.',
    '`currency`: Currency mined · BTC, ZEC',
    '`reason` (required): Why',
    '`all`: All of them',
    '`private`: Show the answer only to me',
    'Such as `/summary`',
    'Such as `/summary currency:BTC reason:because`',
  ]);
  expect((await run(context(MANAGER), 'subaccount move')).slice(0, 3)).toEqual([
    'open | /subaccount move',
    'What subaccount move does.',
    'Managers only · only you see the answer',
  ]);
});

test('a command that the person may not use is as unknown as one that does not exist', async () => {
  for (const name of ['setup key', 'nonsense', '']) {
    await expect(run(context(MANAGER), name)).rejects.toThrow(UserError);
  }
});
