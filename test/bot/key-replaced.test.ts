import { createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { action } from '../../commands/fleet-action/fleet-action.js';
import { minersExport } from '../../commands/miners/export.js';
import { createContexts } from '../../src/bot/context.js';
import { createFollow, type FollowParts } from '../../src/fleet/follow/follow.js';
import { createFollowStore } from '../../src/fleet/follow/follow-store.js';
import { poll } from '../../src/fleet/follow/poll.js';
import { createExportNotes } from '../../src/fleet/miner-exports/export-notes.js';
import { createRunningExports } from '../../src/fleet/miner-exports/running-exports.js';
import { createGuilds } from '../../src/guilds/create-guilds.js';
import type { PoolClient } from '../../src/pool-api/client.js';
import { createFakePool } from '../alerts/fakes/fake-pool.js';
import { createClock } from '../daily/fakes/daily-harness.js';
import { createSharedStore } from '../daily/fakes/shared-store.js';

/** Commands whose key is replaced or deleted between being opened and being used. */

const GUILD = '100';
const KEYS = { one: 'key-of-one', two: 'key-of-two' };
type Between = 'nothing' | 'another key' | 'no key';

function createServer() {
  const clock = createClock(Date.UTC(2026, 5, 1));
  const store = createSharedStore(clock);
  const masterKey = createSecretKey(Buffer.alloc(32, 1));
  const guilds = createGuilds({ store, clock, masterKey, previousMasterKey: undefined });
  /** Which key each request came with. */
  const asked: string[] = [];
  const edits: unknown[] = [];
  /** Happens while the pool answers. */
  const answering = { meanwhile: async (): Promise<unknown> => undefined };

  function poolWithKey(key: string): PoolClient {
    const { client } = createFakePool(clock);
    const pool: PoolClient = {
      ...client,
      fresh: () => pool,
      async listMiners(...about) {
        asked.push(key);
        return client.listMiners(...about);
      },
      async getFleetAction() {
        asked.push(key);
        await answering.meanwhile();
        const counts = { total_miners: 10, success_miners: 1, error_miners: 0 };
        const value = { id: 'a-1', status: key === KEYS.one ? 'ONE' : 'TWO', ...counts };
        const whole = { refusedSubaccounts: [], filledInAllSubaccounts: false };
        return Object({ value, readAt: clock.now(), ...whole });
      },
    };
    return pool;
  }

  const exports = createRunningExports(createExportNotes(store));
  const followParts: FollowParts = {
    store,
    clock,
    guilds,
    channels: {
      edit: async (_channel, _message, reply) => void edits.push(reply),
      post: async () => ({ messageId: 'end' }),
    },
    async openPool(guildId) {
      const opened = await guilds.openKey(guildId);
      return { pool: poolWithKey(opened?.key ?? ''), connectedAt: opened?.connectedAt ?? 0 };
    },
    onError: (_what, error) => expect.unreachable(String(error)),
  };
  const follow = createFollow(followParts);

  async function replaceKey(between: Between): Promise<void> {
    clock.at += 1;
    if (between === 'another key') await guilds.saveKey(GUILD, KEYS.two, '1');
    if (between === 'no key') await guilds.forgetKey(GUILD);
    if (between !== 'nothing') await exports.cancelAll(GUILD, '1');
  }

  /** The context of a command before which this happens, once its key is opened. */
  async function contextBefore(between: Between) {
    await guilds.saveKey(GUILD, KEYS.one, '1');
    const parts = {
      store,
      guilds,
      exports,
      follow,
      clock,
      commands: [],
      alerts: {},
      daily: {},
      changes: { settings: { inForce: (guildId: string) => guilds.settings(guildId) } },
      deployment: { poolWithKey },
      pools: { holdsKey: () => false, withoutKey: (_key: string, text: string) => text },
    };
    const member = { userId: 'u', displayName: 'n', roleIds: [], permissions: 0n };
    const caller = { guildId: GUILD, member, isPrivate: false };
    // What these commands don't use is left out.
    const contexts = createContexts(Object(parts));
    const context = await contexts(Object(caller));
    await replaceKey(between);
    return context;
  }

  return {
    clock,
    store,
    asked,
    edits,
    answering,
    follow,
    followParts,
    contextBefore,
    replaceKey,
  };
}

async function readAll(states: object): Promise<void> {
  if (!(Symbol.asyncIterator in states)) throw new Error('one message');
  const shown: AsyncIterable<unknown> = Object(states);
  const each = shown[Symbol.asyncIterator]();
  while ((await each.next()).done !== true);
}

test('an export reads its server’s fleet', async () => {
  const { asked, contextBefore } = createServer();
  await readAll(await minersExport.run({}, await contextBefore('nothing')));
  expect(new Set(asked)).toEqual(new Set([KEYS.one]));
});

test.each(['another key', 'no key'] as const)(
  'an export that finds %s as it begins reads nothing of the former workspace',
  async (between) => {
    const { asked, contextBefore } = createServer();
    const states = await minersExport.run({}, await contextBefore(between));
    await expect(readAll(states)).rejects.toThrow('API key was replaced or deleted');
    expect(asked).toEqual([]);
  },
);

test.each([
  ['nothing', 'a-1'],
  ['another key', 'API key was deleted or replaced'],
] as const)(
  'a following that finds %s as it begins shows no other action',
  async (between, text) => {
    const { clock, store, follow, followParts, edits, contextBefore } = createServer();
    const context = await contextBefore(between);
    const command = action.subcommands.find(({ name }) => name === 'follow');
    const reply = await command?.run({ id: 'a-1', for: '1 hour' }, context);
    if (reply === undefined || !('onPosted' in reply)) throw new Error('no message');
    await reply.onPosted?.({ channelId: 'c', messageId: 'm' });
    const follows = createFollowStore(store);
    const [{ id } = { id: '' }] = await follows.all();
    clock.at += 61_000;
    await poll(id, { ...followParts, follows });
    await follow.close();
    expect(JSON.stringify(edits)).not.toContain('TWO');
    expect(JSON.stringify(edits)).toContain(text);
  },
);

test.each(['another key', 'no key'] as const)(
  'an id that the pool gives while %s is connected is not kept for suggestions',
  async (between) => {
    const { store, answering, contextBefore, replaceKey } = createServer();
    const context = await contextBefore('nothing');
    answering.meanwhile = () => replaceKey(between);
    const command = action.subcommands.find(({ name }) => name === 'status');
    await command?.run({ id: 'a-1' }, context);
    expect(await store.namespace('recent-ids').get(GUILD)).toBeUndefined();
  },
);
