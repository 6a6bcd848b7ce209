import { expect, test } from 'vitest';
import { callerOf } from '../../src/discord/interactions/caller.js';
import { discordResponse } from '../../src/discord/rest/discord-response.js';
import { createGuildMembership } from '../../src/discord/gateway/guild-membership.js';
import { missingFrom } from '../../src/discord/channels/permissions.js';
import { healthOf } from '../../src/discord/start-discord.js';
import { createSeenIds } from '../../src/discord/throttling/seen-ids.js';
import { command } from './interactions/interactions.js';

test('ids are remembered within a bounded memory', () => {
  const seen = createSeenIds(3);
  for (const id of ['1', '2', '3', '4', '5']) expect(seen.isFirst(id)).toBe(true);
  expect(['3', '4', '5'].map((id) => seen.isFirst(id))).toEqual([false, false, false]);
  for (const id of ['6', '7', '8', '9']) seen.isFirst(id);
  expect(seen.isFirst('1')).toBe(true);
});

test('a guild of another process’s shard is not taken for left', () => {
  const presence = createGuildMembership();
  const onShard = (shard: bigint) => String((10_000_000_000n * 4n + shard) << 22n);
  presence.shardReady([0, 4], [onShard(0n)]);
  expect(presence.of(onShard(0n))).toBe('in');
  expect(presence.of(onShard(4n))).toBe('out');
  expect(presence.of(onShard(1n))).toBe('unknown');
  expect(presence.of('not an id')).toBe('unknown');
});

test('Discord’s answers are read whatever they hold', () => {
  for (const body of [null, undefined, 'x', [], 7, { resource: 'x' }, { resource: { other: 1 } }])
    expect(discordResponse(body).resource?.message).toBeUndefined();
  const whole = { code: 10_062, resource: { message: { id: '2' } }, other: true };
  expect(discordResponse(whole)).toMatchObject({ code: 10_062 });
  expect(discordResponse(whole).resource?.message).toEqual({ id: '2' });
  expect(discordResponse({ code: 'x' })).toMatchObject({ code: undefined });
});

test('permissions follow Discord’s order: roles, then everyone, roles, the bot itself', () => {
  const view = 1 << 10;
  const send = 1 << 11;
  const readHistory = 1 << 16;
  const [guildId, botId] = ['1', '2'];
  const roles = [
    { id: guildId, permissions: String(view | send | readHistory) },
    { id: '7', permissions: String((1 << 14) | (1 << 15)) },
  ];
  const facts = { guildId, botId, botRoleIds: ['7'], roles, overwrites: [] };
  expect(missingFrom(facts)).toEqual([]);
  expect(missingFrom({ ...facts, botRoleIds: [] })).toEqual(['Embed Links', 'Attach Files']);
  const denied = { id: guildId, type: 0, allow: '0', deny: String(view | send) };
  const allowed = { id: botId, type: 1, allow: String(send), deny: '0' };
  expect(missingFrom({ ...facts, overwrites: [allowed, denied] })).toEqual(['View Channel']);
  const admin = [{ id: guildId, permissions: '8' }];
  expect(missingFrom({ ...facts, roles: admin, overwrites: [denied] })).toEqual([]);
});

test('permissions are read openly, and what is missing or illegible allows nothing', () => {
  const view = 1 << 10;
  const everything = String(view | (1 << 11) | (1 << 14) | (1 << 15) | (1 << 16));
  const [guildId, botId] = ['1', '2'];
  const roles = [{ id: guildId, permissions: everything }];
  const facts = { guildId, botId, botRoleIds: [], roles, overwrites: [] };
  expect(missingFrom(facts)).toEqual([]);
  expect(
    missingFrom({ ...facts, roles: [{ id: guildId, permissions: Number(everything) }] }),
  ).toEqual([]);
  const none = missingFrom({ ...facts, roles: [] });
  for (const permissions of [undefined, null, 'x', -1, 2 ** 60, 1.5, {}])
    expect(missingFrom({ ...facts, roles: [{ id: guildId, permissions }] })).toEqual(none);
  const by = (over: object) =>
    missingFrom({ ...facts, overwrites: [Object({ id: guildId, type: 0, ...over })] });
  expect(by({ allow: '0' })).toEqual([]);
  expect(by({ allow: 0, deny: view })).toEqual(['View Channel']);
  expect(by({ deny: {} })).toEqual(none);
  // Of a new type, for the bot's own id: neither a role nor a member overwrite.
  expect(by({ id: botId, type: 7, deny: everything })).toEqual([]);
});

test('a channel is known by its object, or by its id alone', () => {
  const whole = command('ping');
  expect(callerOf(whole)?.channelId).toBe(whole.channel?.id);
  const bare = Object({ ...whole, channel: undefined });
  expect(callerOf({ ...bare, channel_id: '300000000000000031' })?.channelId).toBe(
    '300000000000000031',
  );
  expect(callerOf(bare)).toBeNull();
});

test('a shard whose heartbeat is not acknowledged in time is not ready, whatever it says itself', () => {
  const shard = (heartbeatAgeMs: number | null) => ({ id: 0, status: 'Ready', heartbeatAgeMs });
  // Between two heartbeats, 41 s apart, with a slow answer.
  expect(healthOf([shard(null)]).ok).toBe(true);
  expect(healthOf([shard(45_000)]).ok).toBe(true);
  expect(healthOf([shard(45_000), shard(66_000)]).ok).toBe(false);
});
