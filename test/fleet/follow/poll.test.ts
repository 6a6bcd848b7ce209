import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ChannelRefused } from '../../../src/domain/errors/channel-refused.js';
import type { KeyInfo } from '../../../src/domain/guild/guild-settings.js';
import { PoolBroken } from '../../../src/domain/errors/pool-errors.js';
import {
  pauseAfter,
  UNPOSTED_MS,
  type FollowRecord,
} from '../../../src/fleet/follow/follow-record.js';
import { createFollowStore, type FollowStore } from '../../../src/fleet/follow/follow-store.js';
import { poll, type PollParts } from '../../../src/fleet/follow/poll.js';
import type { FleetAction } from '../../../src/pool-api/resources.js';
import { openEmbeddedStore } from '../../../src/store/sqlite/sqlite.js';
import type { Store } from '../../../src/store/store.js';
import { summarizeAction } from '../../../src/views/fleet/fleet-action-figures.js';
import type { Reply } from '../../../src/domain/messages/reply.js';

const MINUTE = 60_000;
const CONNECTED = 7;
const ID = 'following-1';
const NONE = { refusedSubaccounts: [], filledInAllSubaccounts: false };
const PLACE = { channelId: 'channel', messageId: 'message' };

let folder: string;
let store: Store;
let follows: FollowStore;
let now: number;
let edits: Reply[];
let posts: Reply[];
/** Edits, whatever came of them. */
let tries: number;
let action: FleetAction | Error;
let channel: 'there' | 'gone' | 'forbidden' | 'away';
let posting: 'there' | 'away';
let troubles: string[];
let key: KeyInfo | null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pitboss-follow-'));
  store = await openEmbeddedStore(folder, { now: () => now });
  follows = createFollowStore(store);
  now = Date.UTC(2026, 10, 20);
  edits = [];
  posts = [];
  tries = 0;
  troubles = [];
  key = { lastFour: '', connectedAt: CONNECTED, connectedBy: 'someone' };
  channel = 'there';
  posting = 'there';
  action = counted(0);
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

describe('a look at a followed fleet action', () => {
  test('edits the message when figures have changed, and not otherwise', async () => {
    await begin();
    await later();
    expect(edits).toHaveLength(1);
    await later();
    expect(edits).toHaveLength(1);
    action = counted(3);
    await later();
    expect(edits).toHaveLength(2);
    expect(text()).toContain('3 of 10');
  });

  test('shows a sign of life each minute though nothing changes', async () => {
    await begin();
    for (let looks = 0; looks < 36; looks++) await later();
    expect(edits.length).toBeGreaterThanOrEqual(3);
    expect(edits.length).toBeLessThanOrEqual(4);
  });

  test('still edits after 15 minutes, and after hours, each time later', async () => {
    await begin({ until: now + 24 * 60 * MINUTE });
    for (const minutes of [16, 90, 20 * 60]) {
      now += minutes * MINUTE - (now % MINUTE);
      action = counted(minutes % 9);
      await expect(poll(ID, parts())).resolves.toBeGreaterThan(now);
      expect(text()).toContain(`${minutes % 9} of 10`);
    }
    expect([0, 16, 90].map((minutes) => pauseAfter(minutes * MINUTE))).toEqual([5e3, 15e3, 60e3]);
  });

  test('ends when success and error reach the total, whatever the status says', async () => {
    await begin();
    action = { ...counted(8), error_miners: 2, status: 'ODD_STATUS' };
    now += pauseAfter(0);
    expect(await poll(ID, parts())).toBeNull();
    expect(text()).toMatch(/ODD\\_STATUS[^]*no miner is left to wait for/);
    // Stop is gone; failures stay a tap away.
    expect(edits.at(-1)?.components).toMatchObject([{ components: [{ label: 'Failed miners' }] }]);
    expect(edits.at(-1)?.components?.[0]?.components).toHaveLength(1);
    expect(await follows.all()).toEqual([]);
  });

  test('says below the message that it is over, once, and with the failed miners a tap away', async () => {
    await begin();
    posting = 'away';
    action = { ...counted(8), error_miners: 2 };
    await later();
    expect(await follows.all()).toHaveLength(1);
    posting = 'there';
    expect(await later()).toBeNull();
    expect(await follows.all()).toEqual([]);
    expect(posts).toHaveLength(1);
    expect(posts[0]).toMatchObject({
      content: '🏁 **Fleet action Reboot has finished.** Succeeded: 8 · Failed: 2.',
      repliesTo: PLACE.messageId,
      components: [{ components: [{ label: 'Failed miners', custom_id: 'failed-miners:a-1' }] }],
    });
  });

  test.each([
    ['no total', { total_miners: null }],
    ['a total of nothing', { total_miners: 0, success_miners: 0, error_miners: 0 }],
    ['words for counts', { total_miners: 'many', success_miners: 'many' }],
  ])('goes on with %s', async (_, fields) => {
    await begin();
    action = { ...counted(10), ...fields };
    expect(await later()).toBeGreaterThan(now);
  });

  test('ends at its time', async () => {
    await begin({ until: now + 15 * MINUTE });
    now += 15 * MINUTE;
    expect(await poll(ID, parts())).toBeNull();
    expect(text()).toContain('the time is up');
  });

  test('says since when the pool fails, keeps the figures, and goes on', async () => {
    await begin();
    action = counted(4);
    await later();
    action = new PoolBroken({ operation: 'getFleetAction', status: 500, outcome: 'unknown' });
    const since = Math.floor((now + pauseAfter(0)) / 1000);
    await later();
    await later();
    expect(text()).toContain(`No answer since <t:${since}:t>`);
    expect(text()).toContain('4 of 10');
    action = counted(5);
    await later();
    expect(text()).toContain('5 of 10');
    expect(text()).not.toContain('No answer');
  });

  test.each([
    ['another key was connected', { lastFour: '', connectedAt: CONNECTED + 1, connectedBy: 'x' }],
    ['the key was deleted', null],
  ])('ends where %s, and asks no other workspace for its id', async (_, present) => {
    await begin();
    action = counted(4);
    await later();
    key = present;
    action = counted(9);
    expect(await later()).toBeNull();
    expect(text()).toMatch(/4 of 10[^]*API key was deleted or replaced/);
    expect(await follows.all()).toEqual([]);
  });

  test('goes on with one of an earlier version, which didn’t note its key', async () => {
    const { connectedAt: _, ...former } = plain();
    await follows.add({ ...former, place: PLACE });
    action = counted(4);
    expect(await later()).toBeGreaterThan(now);
    expect(text()).toContain('4 of 10');
  });

  test('ends with its message', async () => {
    await begin();
    channel = 'gone';
    now += pauseAfter(0);
    expect(await poll(ID, parts())).toBeNull();
    expect(await follows.all()).toEqual([]);
  });

  test.each(['forbidden', 'away'] as const)('outlives a channel that is %s', async (how) => {
    await begin();
    channel = how;
    await later();
    expect(troubles).toHaveLength(1);
    channel = 'there';
    action = counted(10);
    await later();
    expect(text()).toContain('no miner is left to wait for');
  });

  test('tries a channel that refuses it less and less often, and is lively again after', async () => {
    const start = now;
    await begin({ until: now + 6 * 60 * MINUTE });
    channel = 'forbidden';
    action = counted(1);
    while (now < start + 60 * MINUTE) await later();
    expect(tries).toBeGreaterThanOrEqual(4);
    expect(tries).toBeLessThanOrEqual(15);
    channel = 'there';
    action = counted(3);
    expect((await follows.get(ID))?.nextPollAt).toBeLessThanOrEqual(now + 15 * MINUTE);
    expect(await later()).toBe(now + pauseAfter(now - start));
    expect(text()).toContain('3 of 10');
    expect(await follows.get(ID)).not.toHaveProperty('refusals');
  });

  test('an ending that could not be shown is shown later', async () => {
    await begin();
    action = counted(10);
    channel = 'away';
    expect(await later()).toBeGreaterThan(now);
    channel = 'there';
    expect(await later()).toBeNull();
    expect(text()).toContain('no miner is left to wait for');
  });

  test('of two processes at once one reads and edits', async () => {
    await begin();
    now += pauseAfter(0);
    await Promise.all([poll(ID, parts()), poll(ID, parts()), poll(ID, parts())]);
    expect(edits).toHaveLength(1);
  });

  test('what a killed process had taken is looked at again within seconds', async () => {
    await begin();
    now += pauseAfter(0);
    void poll(ID, { ...parts(), openPool: () => new Promise(() => undefined) });
    await expect.poll(async () => (await follows.get(ID))?.nextPollAt).toBeGreaterThan(now);
    now += 15_000;
    await poll(ID, parts());
    expect(edits).toHaveLength(1);
  });

  test('a stop during a look is not lost', async () => {
    await begin();
    now += pauseAfter(0);
    const again = await poll(ID, {
      ...parts(),
      openPool: async (guildId) => {
        const taken = await follows.get(ID);
        if (taken) await follows.swap(taken, { ...taken, stoppedBy: 'u1', nextPollAt: now });
        return parts().openPool(guildId);
      },
    });
    expect(again).toBe(now);
    expect(await poll(ID, parts())).toBeNull();
    expect(text()).toContain('stopped by <@u1>');
  });

  test('one in the form of an earlier version is dropped', async () => {
    await store.namespace('followings').set('old', { ...plain(), figures: undefined, embed: {} });
    expect(await follows.get('old')).toBeUndefined();
    expect(await follows.all()).toEqual([]);
    expect(await store.namespace('followings').get('old')).toBeUndefined();
  });

  test('one whose message never stood is dropped', async () => {
    await follows.add({ ...plain(), nextPollAt: now + UNPOSTED_MS });
    now += UNPOSTED_MS;
    expect(await poll(ID, parts())).toBeNull();
    expect(edits).toEqual([]);
    expect(await follows.all()).toEqual([]);
  });
});

async function begin({ place = PLACE, ...more }: Partial<FollowRecord> = {}): Promise<void> {
  await follows.add({ ...plain(), place, ...more });
}

function plain(): FollowRecord {
  return {
    id: ID,
    guildId: 'guild',
    actionId: 'a-1',
    requesterId: 'someone',
    connectedAt: CONNECTED,
    startedAt: now,
    until: now + 60 * MINUTE,
    nextPollAt: now + pauseAfter(0),
    shownAt: now,
    figures: summarizeAction({ value: { ...counted(0), status: 'POSTED' }, readAt: 0, ...NONE }),
  };
}

/** Takes the next look when it is due. */
async function later(): Promise<number | null> {
  now = Math.max(now, (await follows.get(ID))?.nextPollAt ?? now);
  return poll(ID, parts());
}

function parts(): PollParts {
  return {
    follows,
    clock: { now: () => now },
    onError: (what) => troubles.push(what),
    guilds: { keyInfo: async () => key },
    channels: {
      async edit(channelId, messageId, reply) {
        expect({ channelId, messageId }).toEqual(PLACE);
        tries++;
        if (channel === 'away') throw new Error('Discord is away');
        if (channel !== 'there') throw new ChannelRefused({ channelId, reason: channel });
        edits.push(reply);
      },
      async post(channelId, reply, nonce) {
        expect([channelId, nonce]).toEqual([PLACE.channelId, `end-${ID}`]);
        if (posting !== 'there') throw new Error('Discord is away');
        posts.push(reply);
        return { messageId: 'reply' };
      },
    },
    openPool: async () => ({
      connectedAt: key?.connectedAt ?? 0,
      pool: Object({
        async getFleetAction() {
          if (action instanceof Error) throw action;
          return { value: action, readAt: now, ...NONE };
        },
      }),
    }),
  };
}

function counted(succeeded: number): FleetAction {
  return Object({
    id: 'a-1',
    action_type: 'Reboot',
    status: 'PROCESSING',
    total_miners: 10,
    success_miners: succeeded,
    error_miners: 0,
    miners_summary: null,
  });
}

function text(): string {
  return JSON.stringify(edits.at(-1)).replaceAll('\\\\', '\\');
}
