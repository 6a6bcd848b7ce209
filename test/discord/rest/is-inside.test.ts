import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LoopbackDiscord } from '../../../sandbox/discord/loopback-discord.js';
import { startLoopbackDiscord } from '../../../sandbox/discord/server.js';
import { createDiscordRest, type DiscordRest } from '../../../src/discord/discord-rest.js';
import { startFront, type Front, type Instead } from '../../support/proxy.js';

/** A server's key is deleted by this answer, so only Discord's own counts. */

let loopback: LoopbackDiscord;
let front: Front;
let rest: DiscordRest;
beforeAll(async () => {
  loopback = await startLoopbackDiscord();
  front = await startFront(loopback.apiUrl);
  rest = createDiscordRest({
    token: loopback.token,
    apiUrl: `${front.url}/api`,
    log: pino({ enabled: false }),
    onTokenRefused: () => undefined,
  });
});
afterAll(async () => {
  rest.close();
  await front.close();
  await loopback.close();
});

test('Discord tells whether the bot is in a server', async () => {
  const guild = loopback.addGuild({ name: 'Mine' });
  expect(await rest.isInside(guild.id)).toBe(true);
  loopback.removeBot(guild.id);
  expect(await rest.isInside(guild.id)).toBe(false);
  loopback.returnBot(guild.id);
  expect(await rest.isInside(guild.id)).toBe(true);
});

const page = (status: number): Instead => ({ status, body: '<html>', type: 'text/html' });
const noGuild = { message: 'Unknown Guild', code: 0 };

test.each<[string, Instead]>([
  ['a page with 404', page(404)],
  ['a page with 403', page(403)],
  ['a page with 502', page(502)],
  ['a page with 200', page(200)],
  ['404 without Discord’s code', { status: 404, body: JSON.stringify(noGuild) }],
  ['another server', { status: 200, body: '{"id":"100000000000000009"}' }],
  ['an empty object', { status: 200, body: '{}' }],
])('%s tells nothing, in or out', async (_what, answer) => {
  const guild = loopback.addGuild({ name: 'Mine' });
  front.habits.instead = () => answer;
  await expect(rest.isInside(guild.id)).rejects.toThrow();
  front.habits.instead = () => null;
});
