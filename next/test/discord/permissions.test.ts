import { PermissionFlagsBits as Bits } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import {
  channelPermissions,
  guildPermissions,
  missingNames,
  type BotInGuild,
} from '../../src/discord/permissions.js';

const ALL_NEEDED =
  Bits.ViewChannel |
  Bits.SendMessages |
  Bits.EmbedLinks |
  Bits.AttachFiles |
  Bits.ReadMessageHistory;

const bot = (everyone: bigint, own = 0n): BotInGuild => ({
  guildId: 'guild',
  botId: 'bot',
  roleIds: ['pitboss'],
  roles: [
    { id: 'guild', permissions: `${everyone}` },
    { id: 'pitboss', permissions: `${own}` },
    { id: 'others', permissions: `${Bits.Administrator}` },
  ],
});
const rule = (id: string, { allow = 0n, deny = 0n }) => ({
  id,
  type: id === 'bot' ? 1 : 0,
  allow: `${allow}`,
  deny: `${deny}`,
});
const send = (allows: boolean) =>
  allows ? { allow: Bits.SendMessages } : { deny: Bits.SendMessages };

describe('what the bot lacks in a channel', () => {
  it('is nothing where its roles allow all', () => {
    expect(missingNames(channelPermissions(bot(ALL_NEEDED), []), false)).toEqual([]);
    expect(missingNames(channelPermissions(bot(0n, ALL_NEEDED), []), false)).toEqual([]);
  });

  it('has the names that Discord writes', () => {
    expect(missingNames(0n, false)).toEqual([
      'View Channel',
      'Send Messages',
      'Embed Links',
      'Attach Files',
      'Read Message History',
    ]);
  });

  it('is nothing for an administrator, whatever the channel denies', () => {
    const overwrites = [rule('guild', { deny: ALL_NEEDED })];
    expect(channelPermissions(bot(0n, Bits.Administrator), overwrites) & ALL_NEEDED).toBe(
      ALL_NEEDED,
    );
  });

  it.each([
    ['@everyone is denied', [rule('guild', send(false))], true],
    [
      'its role is allowed over @everyone',
      [rule('guild', send(false)), rule('pitboss', send(true))],
      false,
    ],
    ['it is denied over its role', [rule('bot', send(false)), rule('pitboss', send(true))], true],
    ['another role is denied', [rule('others', send(false))], false],
  ] as const)('is Send Messages or not: %s', (_, overwrites, isMissing) => {
    const missing = missingNames(channelPermissions(bot(ALL_NEEDED), overwrites), false);
    expect(missing).toEqual(isMissing ? ['Send Messages'] : []);
  });
});

describe('in a thread', () => {
  it('Send Messages has no effect', () => {
    const may = (ALL_NEEDED & ~Bits.SendMessages) | Bits.SendMessagesInThreads;
    expect(missingNames(may, true)).toEqual([]);
  });

  it('Send Messages in Threads is needed in its place', () => {
    expect(missingNames(ALL_NEEDED, true)).toEqual(['Send Messages in Threads']);
  });
});

it('permissions of roles that the bot does not have count for nothing', () => {
  expect(guildPermissions(bot(0n))).toBe(0n);
});
