import { DiscordAPIError } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { ChannelRefused } from '../../../src/domain/errors/channel-refused.js';
import { createChannels } from '../../../src/discord/channels/channels.js';
import { firstSnowflakeAt } from '../../../src/discord/messages/snowflake-time.js';

const CHANNEL = '900000000000000009';
const BOT = '1';
const SINCE = Date.UTC(2026, 5, 1, 12);
const MINUTE = 60_000;

interface ChannelMessage {
  readonly id: string;
  readonly channel_id: string;
  readonly author: { readonly id: string };
  readonly components: readonly object[];
}

/** The nth message of that time. */
function message(at: number, n: number, customId?: string): ChannelMessage {
  const buttons = [{ type: 2, custom_id: customId }];
  return {
    id: String(firstSnowflakeAt(at) + BigInt(n)),
    channel_id: CHANNEL,
    author: { id: BOT },
    components: customId === undefined ? [] : [{ type: 1, components: buttons }],
  };
}

const chatter = (count: number, at: number) =>
  Array.from({ length: count }, (_, n) => message(at, n));

/**
 * A channel with these messages, oldest first, that lists them as Discord does. `code`: Discord's answer to a
 * single message. `mayRead.now`: while it is false, lists are empty from the second on.
 */
function channelWith(messages: readonly ChannelMessage[], code = 10_008, mayRead = { now: true }) {
  const asked: string[] = [];
  const rest = {
    get: async (route: string, { query = new URLSearchParams() } = {}) => {
      if (/messages\/\d+$/.test(route))
        throw new DiscordAPIError(
          { code, message: 'no' },
          code,
          code === 10_008 ? 404 : 403,
          'GET',
          route,
          {},
        );
      asked.push(query.toString());
      if (asked.length > 1 && !mayRead.now) return [];
      const limit = Number(query.get('limit'));
      const after = query.get('after');
      const newer = messages.filter(({ id }) => BigInt(id) > BigInt(after ?? 0));
      return (after === null ? newer.slice(-limit) : newer.slice(0, limit)).toReversed();
    },
  };
  const channels = createChannels({ rest: Object(rest), botId: async () => BOT });
  const find = (after?: string, sinceMs = SINCE) =>
    channels.find(CHANNEL, 'alert:1', { sinceMs, after });
  return { asked, find };
}

describe('a message that may have been posted', () => {
  const wanted = message(SINCE + 100, 0, 'alert:1:show');

  test.each([0, 400, 600, 20_000])('is found behind %i newer ones', async (count) => {
    const newer = chatter(count, SINCE + 60 * MINUTE);
    const older = chatter(300, SINCE - 60 * MINUTE);
    expect(await channelWith([...older, wanted, ...newer]).find()).toBe(wanted.id);
  });

  test('is found where as many messages came between', async () => {
    const between = chatter(1_500, SINCE + 50);
    const newer = chatter(200, SINCE + 60 * MINUTE);
    expect(await channelWith([...between, wanted, ...newer]).find()).toBe(wanted.id);
  });

  test.each([18, 60, 23 * 60])('is found by a clock that was %i minutes ahead', async (minutes) => {
    const early = message(SINCE - minutes * MINUTE, 0, 'alert:1:show');
    const newer = chatter(300, SINCE - minutes * MINUTE + 1_000);
    expect(
      await channelWith([...chatter(300, SINCE - 48 * 60 * MINUTE), early, ...newer]).find(),
    ).toBe(early.id);
  });

  test('is found among the newest, however wrong our clock was', async () => {
    const early = message(SINCE - 300 * MINUTE, 0, 'alert:1:show');
    expect(await channelWith([early]).find()).toBe(early.id);
  });

  test.each([0, 400])('is another than those up to one, with %i newer ones', async (count) => {
    const former = message(SINCE + 50, 0, 'alert:1:show');
    const newer = chatter(count, SINCE + 60 * MINUTE);
    const there = channelWith([former, wanted, ...newer]);
    expect(await there.find(former.id)).toBe(wanted.id);
    expect(await there.find(wanted.id)).toBeNull();
  });

  test('is looked for from where the last search ended, which found none', async () => {
    const messages = Array.from({ length: 2_000 }, (_, n) => message(SINCE + n * 3_000, 0));
    const { asked, find } = channelWith(messages);
    expect(await find()).toBeNull();
    const first = asked.length;
    expect(first).toBeGreaterThan(20);
    expect(await find()).toBeNull();
    expect(asked.length - first).toBeLessThan(9);
  });

  test('is found in an answer that was being given when a search found none', async () => {
    const messages = chatter(300, SINCE + 1);
    const { find } = channelWith(messages);
    expect(await find()).toBeNull();
    messages.splice(150, 0, message(SINCE + 1, 150, 'alert:1:show'));
    messages.push(...chatter(300, SINCE + 5 * MINUTE));
    expect(await find()).toBe(messages[150]?.id);
  });

  test('is the bot’s own, whatever another one’s has for buttons', async () => {
    const forged = { ...message(SINCE + 500, 0, 'alert:1:show'), author: { id: '2' } };
    expect(await channelWith([wanted, forged]).find()).toBe(wanted.id);
    expect(await channelWith([forged]).find()).toBeNull();
  });

  test('is not known to be there where the bot may not read, and Discord lists nothing', async () => {
    await expect(channelWith([], 50_001).find()).rejects.toBeInstanceOf(ChannelRefused);
    await expect(channelWith([], 10_008).find()).resolves.toBeNull();
  });

  test('is not known to be missing where the bot may not read any more amid the search', async () => {
    const messages = [wanted, ...chatter(400, SINCE + 60 * MINUTE)];
    const mayRead = { now: false };
    const { find } = channelWith(messages, 10_008, mayRead);
    await expect(find()).rejects.toThrow('ends before its newest');
    mayRead.now = true;
    expect(await find()).toBe(wanted.id);
  });

  test('is found from a later time on, whatever an earlier search found', async () => {
    const messages = chatter(150, SINCE);
    const { find } = channelWith(messages);
    expect(await find()).toBeNull();
    const later = SINCE + 600 * MINUTE;
    const late = message(later, 0, 'alert:1:show');
    messages.push(...chatter(6_000, SINCE + 60 * MINUTE), late, ...chatter(200, later + MINUTE));
    expect(await find(undefined, later)).toBe(late.id);
  });

  test('is not there, and no message is read twice for that', async () => {
    for (const [messages, times] of [
      [[], 1],
      [chatter(300, SINCE - 60 * MINUTE), 3],
      [chatter(300, SINCE - 25 * 60 * MINUTE), 1],
      [[...chatter(300, SINCE - 60 * MINUTE), ...chatter(600, SINCE + 1)], 10],
      [chatter(99, SINCE), 2],
    ] as const) {
      const { find, asked } = channelWith(messages);
      expect(await find()).toBeNull();
      expect(asked.length).toBeLessThanOrEqual(times + 1);
    }
  });
});
