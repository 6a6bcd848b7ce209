import { REST } from 'discord.js';
import { expect, test } from 'vitest';
import { createLookup } from '../../../src/discord/channels/message-lookup.js';

const OWN = '900000000000000001';
/** The first moment of Discord's clock, and a second later. */
const ID = String(1000n << 22n);
const BEGINNING = 1_420_070_400_000;

const message = (more: object) => ({
  id: ID,
  author: { id: OWN },
  edited_timestamp: null,
  embeds: [{ title: 'x', footer: { text: 'entry 41 · 9f3ac2e1' } }],
  ...more,
});

function lookupOf(status: number, body: unknown) {
  const rest = new REST({
    makeRequest: async () =>
      new Response(JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json' },
      }),
  }).setToken('none');
  return createLookup(rest, async () => OWN);
}

test('a message of the bot’s own tells its footer, and since when, by Discord’s clock', async () => {
  const footer = 'entry 41 · 9f3ac2e1';
  expect(await lookupOf(200, message({})).look('1', ID)).toEqual({
    footer,
    drawnAt: BEGINNING + 1000,
  });
  const edited = message({ edited_timestamp: '2026-11-22T04:00:00.123000+00:00' });
  expect(await lookupOf(200, edited).look('1', ID)).toEqual({
    footer,
    drawnAt: Date.UTC(2026, 10, 22, 4, 0, 0, 123),
  });
});

test('what a webhook or another bot wrote in its likeness tells nothing', async () => {
  const forged = message({ author: { id: '900000000000000002' } });
  expect(await lookupOf(200, forged).look('1', ID)).toMatchObject({ footer: null });
  expect(await lookupOf(200, [forged, message({}), forged]).newest('1')).toHaveLength(1);
});

test('gone, refused, and what Discord cannot tell are told apart', async () => {
  expect(
    await lookupOf(404, { code: 10_008, message: 'Unknown Message' }).look('1', ID),
  ).toBeNull();
  await expect(
    lookupOf(403, { code: 50_001, message: 'Missing Access' }).look('1', ID),
  ).rejects.toMatchObject({ name: 'ChannelRefused', reason: 'forbidden' });
  await expect(
    lookupOf(403, { code: 50_001, message: 'Missing Access' }).newest('1'),
  ).rejects.toMatchObject({ name: 'ChannelRefused', reason: 'forbidden' });
  await expect(lookupOf(400, { code: 0, message: 'Bad' }).look('1', ID)).rejects.toThrow('Bad');
});

test('a message that cannot be read does not hide the others', async () => {
  const odd = { id: ID, author: null };
  expect(await lookupOf(200, [odd, message({}), 'x']).newest('1')).toHaveLength(1);
});

test('a page of what stands between is neither “gone” nor “may not look”', async () => {
  for (const status of [403, 404]) {
    const page = lookupOf(status, '<html>not here</html>');
    await expect(page.look('1', ID)).rejects.not.toMatchObject({ name: 'ChannelRefused' });
    await expect(page.newest('1')).rejects.not.toMatchObject({ name: 'ChannelRefused' });
  }
});
