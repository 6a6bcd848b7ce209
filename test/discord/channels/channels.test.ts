import { REST } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { toResult } from '../../../src/domain/errors/result.js';
import type { Reply } from '../../../src/domain/messages/reply.js';
import { wholeMessage } from '../../../src/discord/messages/message-body.js';
import { createChannels } from '../../../src/discord/channels/channels.js';

const OWN = '900000000000000001';
/** A bot that the data belonged to before. */
const FORMER = '900000000000000003';
/** An id one second after the start of Discord's clock, and that start. */
const ID = String(1000n << 22n);
const BEGINNING = 1_420_070_400_000;

const message = (more: object) => ({
  id: ID,
  channel_id: '1',
  content: '',
  author: { id: OWN },
  edited_timestamp: null,
  embeds: [{ title: 'x', footer: { text: 'entry 41 · 9f3ac2e1' } }],
  ...more,
});

function channelsOf(status: number, body: unknown) {
  const rest = new REST({
    makeRequest: async () =>
      new Response(JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json' },
      }),
  }).setToken('none');
  return createChannels({ rest, botId: async () => OWN, formerBots: new Set([FORMER]) });
}

test('a message of the bot’s own tells its footer, and since when, by Discord’s clock', async () => {
  const footer = 'entry 41 · 9f3ac2e1';
  expect(await channelsOf(200, message({})).look('1', ID)).toEqual({
    footer,
    hasNoButtons: true,
    drawnAt: BEGINNING + 1000,
  });
  const withButtons = message({ components: [{ type: 1, components: [] }] });
  expect(await channelsOf(200, withButtons).look('1', ID)).not.toHaveProperty('hasNoButtons');
  const edited = message({ edited_timestamp: '2026-11-22T04:00:00.123000+00:00' });
  expect(await channelsOf(200, edited).look('1', ID)).toEqual({
    footer,
    hasNoButtons: true,
    drawnAt: Date.UTC(2026, 10, 22, 4, 0, 0, 123),
    editedAt: Date.UTC(2026, 10, 22, 4, 0, 0, 123),
  });
});

test('what a webhook or another bot wrote in its likeness tells nothing', async () => {
  const forged = message({ author: { id: '900000000000000002' } });
  expect(await channelsOf(200, forged).look('1', ID)).toMatchObject({ footer: null });
  expect(await channelsOf(200, [forged, message({}), forged]).newest('1')).toHaveLength(1);
});

test('what a bot wrote that the data belonged to before tells as much', async () => {
  const former = message({ author: { id: FORMER } });
  const told = { footer: 'entry 41 · 9f3ac2e1', isFormerBots: true };
  expect(await channelsOf(200, former).look('1', ID)).toMatchObject(told);
  expect(await channelsOf(200, [former]).newest('1')).toMatchObject([told]);
});

test('gone, refused, and what Discord cannot tell are told apart', async () => {
  expect(
    await channelsOf(404, { code: 10_008, message: 'Unknown Message' }).look('1', ID),
  ).toBeNull();
  await expect(
    channelsOf(403, { code: 50_001, message: 'Missing Access' }).look('1', ID),
  ).rejects.toMatchObject({ name: 'ChannelRefused', reason: 'forbidden' });
  await expect(
    channelsOf(403, { code: 50_001, message: 'Missing Access' }).newest('1'),
  ).rejects.toMatchObject({ name: 'ChannelRefused', reason: 'forbidden' });
  for (const [status, code] of [
    [400, 0],
    [403, 0],
    // Discord's own, for what Cloudflare blocked.
    [403, 40_333],
    [410, 10_003],
    // Of a message, and a list was asked for.
    [404, 10_008],
  ])
    await expect(
      channelsOf(status ?? 0, { code, message: 'Bad' }).newest('1'),
    ).rejects.not.toMatchObject({ name: 'ChannelRefused' });
});

test.each([{}, '<html>', null, message({ id: '7' })])(
  'an edit that is answered with %j is not taken for done',
  async (answer) => {
    const reply: Reply = { content: 'x' };
    await expect(channelsOf(200, answer).edit('1', ID, reply)).rejects.toThrow();
    await channelsOf(200, message({})).edit('1', ID, reply);
  },
);

test('a message that cannot be read does not hide the others', async () => {
  const odd = { id: ID, channel_id: '1', author: null };
  expect(await channelsOf(200, [odd, message({})]).newest('1')).toHaveLength(1);
});

test('a page of what stands between is neither “gone” nor “may not look”', async () => {
  for (const status of [403, 404]) {
    const page = channelsOf(status, '<html>not here</html>');
    await expect(page.look('1', ID)).rejects.not.toMatchObject({ name: 'ChannelRefused' });
    await expect(page.newest('1')).rejects.not.toMatchObject({ name: 'ChannelRefused' });
  }
});

test('a post whose answer shows another message, or none, is one of which nobody knows where it stands', async () => {
  const rest = (answer: unknown) => Object({ post: async () => answer });
  const post = (answer: unknown) =>
    createChannels({ rest: rest(answer), botId: async () => OWN }).post('1', { content: 'x' }, 'n');
  const taken = message({ nonce: 'n' });
  expect(await post(taken)).toEqual({ messageId: ID });
  for (const answer of [{}, null, { id: '9' }, 'gone', { ...taken, nonce: 'm' }])
    await expect(post(answer)).rejects.toThrow();
});

test('a post that is refused as an unknown message is no missing channel: its nonce is that of a deleted one', async () => {
  const unknown = { code: 10_008, message: 'Unknown Message' };
  const posted = channelsOf(404, unknown).post('1', { content: 'x' }, 'n');
  await expect(posted).rejects.not.toMatchObject({ name: 'ChannelRefused' });
  const edited = channelsOf(404, unknown).edit('1', ID, { content: 'x' });
  await expect(edited).rejects.toMatchObject({ name: 'ChannelRefused', reason: 'gone' });
});

test('a message of a bot that the data belonged to before can’t be edited, as one that is gone', async () => {
  const anothers = { code: 50_005, message: 'Cannot edit a message authored by another user' };
  const edited = channelsOf(403, anothers).edit('1', ID, { content: 'x' });
  await expect(edited).rejects.toMatchObject({ name: 'ChannelRefused', reason: 'gone' });
});

test('messages of another channel tell nothing of this one', async () => {
  const elsewhere = message({ channel_id: '2' });
  await expect(channelsOf(200, [message({}), elsewhere]).newest('1')).rejects.toThrow();
  await expect(channelsOf(200, [elsewhere]).find('1', 'x', { sinceMs: 0 })).rejects.toThrow();
  await expect(channelsOf(200, elsewhere).look('1', ID)).rejects.toThrow();
});

describe('a post', () => {
  /** What is posted, in order; the first answers are refusals. */
  async function posted(reply: Reply, refusals: readonly object[] = [], more: object = {}) {
    const bodies: unknown[] = [];
    const left = [...refusals];
    const rest = new REST({
      makeRequest: async (_url, { body }) => {
        const sent = JSON.parse(
          Buffer.from(z.union([z.string(), z.instanceof(Buffer)]).parse(body)).toString(),
        );
        bodies.push(sent);
        const refusal = left.shift();
        return new Response(
          JSON.stringify(
            refusal ?? { id: '9', channel_id: '1', content: '', embeds: [], ...sent, ...more },
          ),
          {
            status: refusal === undefined ? 200 : 403,
            headers: { 'content-type': 'application/json' },
          },
        );
      },
    }).setToken('none');
    const channels = createChannels({ rest, botId: async () => OWN });
    const done = await toResult(channels.post('1', reply, 'nonce'));
    return { bodies, done };
  }

  test('pings the one role that it is told to, and nothing else that it names', async () => {
    const content = '<@&7> <@&8> <@9> @everyone';
    const { bodies } = await posted({ content, pings: '7' });
    expect(bodies).toMatchObject([{ content, allowed_mentions: { parse: [], roles: ['7'] } }]);
    const plain = await posted({ content });
    expect(plain.bodies).toMatchObject([{ allowed_mentions: { parse: [] } }]);
    expect(plain.bodies[0]).not.toHaveProperty('message_reference');
  });

  test('replies, where it may not read what it replies to as a post like others', async () => {
    const reply = { content: 'x', repliesTo: '5' };
    const reference = { message_id: '5', fail_if_not_exists: false };
    expect((await posted(reply)).bodies).toMatchObject([{ message_reference: reference }]);
    const noHistory = { code: 160_002, message: 'Cannot reply without permission …' };
    const { bodies, done } = await posted(reply, [noHistory]);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).not.toHaveProperty('message_reference');
    expect(bodies[1]).toMatchObject({ nonce: 'nonce', enforce_nonce: true });
    expect(done).toEqual({ ok: true, value: { messageId: '9' } });
    const refused = await posted(reply, [{ code: 50_013, message: 'Missing Permissions' }]);
    expect([refused.bodies.length, refused.done.ok]).toEqual([1, false]);
  });

  test('whose embeds Discord drops says their words, and pings nobody again', async () => {
    const fields = [{ name: 'Site', value: 'North' }];
    const embeds = [{ title: 'Firing', description: 'x'.repeat(3_000), fields }];
    const { bodies, done } = await posted({ content: '<@&7>', embeds, pings: '7' }, [], {
      embeds: [],
    });
    expect(done).toEqual({ ok: true, value: { messageId: '9', isPlain: true } });
    expect(bodies).toHaveLength(2);
    const words = z.object({ content: z.string() }).parse(bodies[1]).content;
    expect(words).toMatch(/^<@&7>\n\*\*Firing\*\*\nx+/);
    expect(words).toContain('lacks Embed Links');
    expect(words.length).toBeLessThanOrEqual(2_000);
    expect(bodies[1]).toMatchObject({ allowed_mentions: { parse: [] } });
    expect((await posted({ embeds }, [], { embeds: [{}] })).bodies).toHaveLength(1);
    expect((await posted({ embeds })).bodies).toHaveLength(1);
  });

  test.each([
    [50_006, 'Cannot send an empty message'],
    [50_013, 'Missing Permissions'],
  ])('that Discord refuses for its embeds (%i) says their words', async (code, why) => {
    const refusal = { code, message: why };
    const embeds = [{ title: 'Firing', footer: { text: 'entry 41 · 9f3ac2e1' } }];
    const { bodies, done } = await posted({ embeds }, [refusal]);
    expect(done).toEqual({ ok: true, value: { messageId: '9', isPlain: true } });
    expect(bodies[1]).toMatchObject({ embeds: [], nonce: 'nonce', enforce_nonce: true });
    const words = z.object({ content: z.string() }).parse(bodies[1]).content;
    expect(words).toMatch(/^\*\*Firing\*\*\n[^]*\n-# entry 41 · 9f3ac2e1$/);
    const refused = await posted({ embeds }, [refusal, refusal]);
    expect([refused.bodies.length, refused.done.ok]).toEqual([2, false]);
    expect((await posted({ content: 'x' }, [refusal])).bodies).toHaveLength(1);
  });

  test('that is edited pings nobody', () => {
    const reply = { content: '<@&7>', pings: '7', repliesTo: '5' };
    expect(wholeMessage(reply, { commandIds: new Map() }).json).toMatchObject({
      allowed_mentions: { parse: [] },
    });
  });
});
