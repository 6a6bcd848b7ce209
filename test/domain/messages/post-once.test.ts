import { expect, test } from 'vitest';
import { ChannelRefused } from '../../../src/domain/errors/channel-refused.js';
import type { Channels } from '../../../src/domain/messages/channels-port.js';
import { LEAVES_WITHIN_MS } from '../../../src/domain/messages/nonce.js';
import { postOnce, type OncePost } from '../../../src/domain/messages/post-once.js';

const CHANNEL = '900000000000000001';
const refused = new ChannelRefused({ channelId: CHANNEL, reason: 'gone' });

/** One attempt, and what was called in which order. */
async function attempt(
  change: Partial<OncePost> = {},
  channel: Partial<Pick<Channels, 'post' | 'find'>> = {},
  standsStillMs = 0,
) {
  const calls: string[] = [];
  const clock = { at: 7, now: () => clock.at };
  const outcome = await postOnce(
    {
      clock,
      channels: {
        find: async () => (calls.push('find'), null),
        post: async (_, __, nonce) => (calls.push(`post ${nonce}`), { messageId: '5' }),
        ...channel,
      },
    },
    {
      channelId: CHANNEL,
      customIdPrefix: 'kind:1:',
      nonce: 'n',
      maybeSince: undefined,
      compose: async () => (calls.push('compose'), { content: 'x' }),
      begin: async () => {
        clock.at += standsStillMs;
        return calls.push('begin') > 0;
      },
      posted: async (id, at) => calls.push(`posted ${id} ${at}`),
      ...change,
    },
  );
  return { outcome: outcome.kind, calls };
}

const fails = (error: unknown) => async (): Promise<never> => {
  throw error;
};

test('it is noted before it leaves, and not looked for where it never left', async () => {
  const { outcome, calls } = await attempt();
  expect(outcome).toBe('posted');
  expect(calls).toEqual(['compose', 'begin', 'post n', 'posted 5 7']);
});

test('it doesn’t leave where the process stood still just before', async () => {
  expect(await attempt({}, {}, LEAVES_WITHIN_MS)).toMatchObject({ outcome: 'posted' });
  const { outcome, calls } = await attempt({}, {}, LEAVES_WITHIN_MS + 60_000);
  expect(outcome).toBe('unclear');
  expect(calls).toEqual(['compose', 'begin']);
});

test('what may stand is looked for first, and not sent where it was found', async () => {
  const { outcome, calls } = await attempt({ maybeSince: 3 }, { find: async () => '4' });
  expect(outcome).toBe('posted');
  expect(calls).toEqual(['posted 4 3']);
  expect((await attempt({ maybeSince: 3 })).calls[0]).toBe('find');
});

test('it leaves where the bot may not look for it', async () => {
  const forbidden = new ChannelRefused({ channelId: CHANNEL, reason: 'forbidden' });
  const { outcome, calls } = await attempt({ maybeSince: 3 }, { find: fails(forbidden) });
  expect(outcome).toBe('posted');
  expect(calls).toEqual(['compose', 'begin', 'post n', 'posted 5 7']);
});

test('it doesn’t leave where it isn’t wanted any more, or another process has it', async () => {
  expect(await attempt({ compose: async () => null })).toEqual({ outcome: 'dropped', calls: [] });
  const { outcome, calls } = await attempt({ begin: async () => false });
  expect([outcome, calls]).toEqual(['dropped', ['compose']]);
  await expect(attempt({ begin: fails(new Error('the store is away')) })).rejects.toThrow('away');
});

test('says whether it was refused, unclear, or never sent', async () => {
  const lost = new Error('socket hang up');
  const outcomes = [
    await attempt({}, { post: fails(refused) }),
    await attempt({ maybeSince: 3 }, { find: fails(refused) }),
    await attempt({}, { post: fails(lost) }),
    await attempt({ maybeSince: 3 }, { find: fails(lost) }),
    await attempt({ posted: fails(lost) }),
    await attempt({ compose: fails(refused) }),
  ];
  expect(outcomes.map(({ outcome }) => outcome)).toEqual([
    'refused',
    'refused',
    'unclear',
    'unclear',
    'unclear',
    'before',
  ]);
});
