import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { useScene } from './bot.js';

const scene = useScene();
const REPLY = { type: 4, data: { content: 'Here' } };
const post = () => scene.send('POST', `/channels/${scene.channelId}/messages`, { content: 'x' });
const posted = () => scene.discord.messages(scene.channelId).length;

test.each([
  ['429', 429, undefined],
  ['500', 500, 0],
  ['403', 403, 50001],
  ['404', 404, 10003],
] as const)('%s answers the next request alone, without effect', async (fault, status, code) => {
  scene.discord.faults.nextRequests.push(fault);
  expect(await post()).toMatchObject({ status, json: code === undefined ? {} : { code } });
  expect(posted()).toBe(0);
  expect(await post()).toMatchObject({ status: 200 });
  expect(scene.discord.refusals).toEqual([]);
  expect(scene.discord.requests.map((each) => each.status)).toEqual([status, 200]);
});

test('a 429 says when to come back', async () => {
  scene.discord.faults.nextRequests.push('429');
  const response = await fetch(`${scene.discord.apiUrl}/v10/users/@me`, {
    headers: { authorization: `Bot ${scene.discord.token}` },
  });
  expect(response.headers.get('retry-after')).toBe('1');
  expect(response.headers.get('x-ratelimit-scope')).toBe('user');
  expect(await response.json()).toMatchObject({ retry_after: 0.3, global: false });
});

test('a reset has no effect, a lost answer has', async () => {
  scene.discord.faults.nextRequests.push('reset', 'lost-answer');
  await expect(post()).rejects.toThrow('fetch failed');
  expect(posted()).toBe(0);
  await expect(post()).rejects.toThrow('fetch failed');
  expect(posted()).toBe(1);
  expect(scene.discord.requests.map((each) => each.status)).toEqual([0, 200]);
});

test('a request that hangs has no effect and no answer', async () => {
  scene.discord.faults.nextRequests.push('hang');
  const answer = post().then(
    () => 'answered',
    () => 'cut',
  );
  expect(await Promise.race([answer, sleep(100, 'waiting')])).toBe('waiting');
  expect(posted()).toBe(0);
  await scene.discord.close();
  expect(await answer).toBe('cut');
});

test('what a channel answers nothing to has its effect all the same, by its method alone', async () => {
  const { faults } = scene.discord;
  faults.ofChannels.set(`POST ${scene.channelId}`, 'no-answer');
  const answer = post().then(
    () => 'answered',
    () => 'cut',
  );
  await expect.poll(posted).toBe(1);
  expect(await scene.send('GET', `/channels/${scene.channelId}/messages`)).toMatchObject({
    status: 200,
  });
  faults.ofChannels.clear();
  expect(await post()).toMatchObject({ status: 200 });
  expect(await Promise.race([answer, sleep(100, 'waiting')])).toBe('waiting');
  await scene.discord.close();
  expect(await answer).toBe('cut');
});

test('callbacks meet their own faults, and a lost one still counts as acknowledged', async () => {
  const { respond, hook, outcome } = await scene.taken((me) => me.command('summary'));
  scene.discord.faults.nextCallbacks.push('500', 'lost-answer');
  expect(await respond(REPLY)).toMatchObject({ status: 500 });
  await expect(respond(REPLY)).rejects.toThrow('fetch failed');
  expect(await respond(REPLY)).toMatchObject({ json: { code: 40060 } });
  expect((await outcome).message?.content).toBe('Here');
  expect(await hook('GET', '/messages/@original')).toMatchObject({ status: 200 });
});

test('an interaction can be gone, or answered by somebody else', async () => {
  const { respond } = await scene.taken((me) => me.command('summary'));
  scene.discord.faults.nextCallbacks.push('gone', 'taken');
  expect(await respond(REPLY)).toMatchObject({ status: 404, json: { code: 10062 } });
  expect(await respond(REPLY)).toMatchObject({ status: 400, json: { code: 40060 } });
  expect(await respond(REPLY)).toMatchObject({ status: 204 });
});

test('the gateway can be out of reach for a while', async () => {
  scene.discord.faults.gatewayBotFailures = 2;
  const statuses: number[] = [];
  for (let tries = 0; tries < 3; tries += 1) {
    statuses.push((await scene.send('GET', '/gateway/bot')).status);
  }
  expect(statuses).toEqual([500, 500, 200]);
});

test('requests a second are limited, interactions aside', async () => {
  expect(scene.discord.faults.requestsPerSecond).toBe(50);
  // So low that however slow the machine is, 50 requests exceed it.
  scene.discord.faults.requestsPerSecond = 4;
  const { respond, hook } = await scene.taken((me) => me.command('summary'));
  await respond(REPLY);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => scene.send('GET', '/users/@me')),
  );
  const refused = answers.find((each) => each.status === 429);
  expect(refused?.json).toMatchObject({ global: true, retry_after: expect.any(Number) });
  expect(await hook('PATCH', '/messages/@original', { content: 'y' })).toMatchObject({
    status: 200,
  });
});

test('the limit can be switched off', async () => {
  scene.discord.faults.requestsPerSecond = Infinity;
  const answers = await Promise.all(
    Array.from({ length: 150 }, () => scene.send('GET', '/users/@me')),
  );
  expect(new Set(answers.map((each) => each.status))).toEqual(new Set([200]));
});

test('answers carry the headers of their route', async () => {
  const response = await fetch(`${scene.discord.apiUrl}/v10/users/@me`, {
    headers: { authorization: `Bot ${scene.discord.token}` },
  });
  expect(response.headers.get('x-ratelimit-limit')).toBe('50');
  expect(response.headers.get('x-ratelimit-remaining')).toBe('49');
  expect(response.headers.get('x-ratelimit-bucket')).toMatch(/^[0-9a-f]{32}$/);
});

test('discord.js waits and succeeds', async () => {
  const client = await scene.connect();
  scene.discord.faults.nextRequests.push('429', '500');
  await client.rest.post(`/channels/${scene.channelId}/messages`, { body: { content: 'x' } });
  expect(posted()).toBe(1);
});
