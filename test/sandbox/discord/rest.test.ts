import { expect, test } from 'vitest';
import { useScene } from './bot.js';

const scene = useScene();
const messages = () => `/channels/${scene.channelId}/messages`;

test('who and where the bot is', async () => {
  const { discord, guild, person, channelId, send } = scene;
  expect((await send('GET', '/users/@me')).json).toMatchObject({
    id: discord.botId,
    bot: true,
  });
  expect((await send('GET', '/applications/@me')).json).toMatchObject({
    id: discord.applicationId,
  });
  expect((await send('GET', '/users/@me/guilds')).json).toMatchObject([
    { id: guild.id, name: 'Mine' },
  ]);
  expect((await send('GET', `/guilds/${guild.id}`)).json).toMatchObject({
    id: guild.id,
    roles: [{}, {}],
  });
  expect((await send('GET', `/guilds/${guild.id}/roles`)).json).toMatchObject([
    { id: guild.id },
    { managed: true },
  ]);
  expect((await send('GET', `/guilds/${guild.id}/members/${person.id}`)).json).toMatchObject({
    user: { id: person.id },
  });
  expect((await send('GET', `/channels/${channelId}`)).json).toMatchObject({
    id: channelId,
    permission_overwrites: [],
  });
});

test('pages of guilds follow one another, without those left', async () => {
  const second = scene.discord.addGuild({ name: 'Second' });
  const third = scene.discord.addGuild({ name: 'Third' });
  scene.discord.removeBot(second.id);
  const page = (query: string) => scene.send('GET', `/users/@me/guilds?${query}`);
  expect((await page('limit=1')).json).toMatchObject([{ id: scene.guild.id }]);
  expect((await page(`limit=1&after=${scene.guild.id}`)).json).toMatchObject([{ id: third.id }]);
  expect((await page(`after=${third.id}`)).json).toEqual([]);
});

test('pages of messages: the newest, or onwards from one, each newest first', async () => {
  const ids: unknown[] = [];
  for (const content of ['a', 'b', 'c'])
    ids.push((await scene.send('POST', messages(), { content })).json.id);
  const [first, second, third] = ids;
  const page = (query: string) => scene.send('GET', `${messages()}?${query}`);
  expect((await page('limit=2')).json).toMatchObject([{ id: third }, { id: second }]);
  const onwards = await page(`limit=2&after=${BigInt(String(first)) - 1n}`);
  expect(onwards.json).toMatchObject([{ id: second }, { id: first }]);
  expect((await page(`after=${String(third)}`)).json).toEqual([]);
});

test.each([
  ['/channels/1', 404, 10003],
  ['/guilds/1', 404, 10004],
  ['/guilds/1/roles', 404, 10004],
  ['/channels/1/messages/1', 404, 10003],
  ['/nothing', 404, 0],
  ['/applications/1/commands', 403, 50001],
])('%s is answered with %i', async (path, status, code) => {
  expect(await scene.send('GET', path)).toMatchObject({ status, json: { code } });
});

test('a wrong token is refused before anything else', async () => {
  const response = await fetch(`${scene.discord.apiUrl}/v10${messages()}`, {
    method: 'POST',
    headers: { authorization: 'Bot wrong' },
    body: '{',
  });
  expect(response.status).toBe(401);
  expect(await response.json()).toEqual({ message: '401: Unauthorized', code: 0 });
});

test('only the own messages are edited and deleted', async () => {
  const said = scene.discord.as(scene.person, scene.channelId).say('Hi');
  const route = `${messages()}/${said.id}`;
  expect(await scene.send('PATCH', route, { content: 'x' })).toMatchObject({
    status: 403,
    json: { code: 50005 },
  });
  expect(await scene.send('DELETE', route)).toMatchObject({ status: 403, json: { code: 50013 } });
  const { json } = await scene.send('POST', messages(), { content: 'mine' });
  const own = `${messages()}/${String(json['id'])}`;
  expect(await scene.send('PATCH', own, { content: 'changed' })).toMatchObject({ status: 200 });
  expect(await scene.send('GET', own)).toMatchObject({ json: { content: 'changed' } });
  expect(await scene.send('DELETE', own)).toMatchObject({ status: 204 });
  expect(await scene.send('GET', own)).toMatchObject({ status: 404, json: { code: 10008 } });
});

test('an enforced nonce posts once in five minutes and a channel', async () => {
  const body = { content: 'daily', nonce: 'd-2026-11-20', enforce_nonce: true };
  const first = await scene.send('POST', messages(), body);
  const again = await scene.send('POST', messages(), { ...body, content: 'daily again' });
  expect(again.json).toMatchObject({
    id: first.json['id'],
    content: 'daily',
    nonce: 'd-2026-11-20',
  });
  expect(scene.discord.messages(scene.channelId)).toHaveLength(1);
  const [, other] = scene.guild.channels.keys();
  await scene.send('POST', `/channels/${other}/messages`, body);
  await scene.send('POST', messages(), { content: 'x', nonce: 'd-2026-11-20' });
  expect(scene.discord.messages(String(other))).toHaveLength(1);
  expect(scene.discord.messages(scene.channelId)).toHaveLength(2);
});

test('an enforced nonce of a message that was deleted is an unknown message', async () => {
  const body = { content: 'daily', nonce: 'd', enforce_nonce: true };
  const first = await scene.send('POST', messages(), body);
  scene.discord.deleteMessage(String(first.json['id']));
  expect(await scene.send('POST', messages(), body)).toMatchObject({
    status: 404,
    json: { code: 10008 },
  });
});

test.each([
  ['ViewChannel', 50001],
  ['SendMessages', 50013],
])('without %s nothing is posted', async (permission, code) => {
  scene.guild.channels.get(scene.channelId)?.missing.add(permission);
  expect(await scene.send('POST', messages(), { content: 'x' })).toMatchObject({
    status: 403,
    json: { code },
  });
  expect(scene.discord.messages(scene.channelId)).toEqual([]);
});

test('what is missing in a channel shows in the interaction and in the channel', async () => {
  scene.guild.channels.get(scene.channelId)?.missing.add('SendMessages').add('AttachFiles');
  const { payload } = await scene.taken((me) => me.command('summary'));
  const allowed = BigInt(payload.app_permissions);
  expect(allowed & ((1n << 11n) | (1n << 15n))).toBe(0n);
  expect(allowed & (1n << 10n)).toBe(1n << 10n);
  expect((await scene.send('GET', `/channels/${scene.channelId}`)).json).toMatchObject({
    permission_overwrites: [{ type: 1, deny: String((1n << 11n) | (1n << 15n)) }],
  });
});

test('without Attach Files no file is posted, without Embed Links no embed', async () => {
  const { missing } = scene.guild.channels.get(scene.channelId) ?? { missing: new Set() };
  missing.add('AttachFiles').add('EmbedLinks');
  const form = new FormData();
  form.set('files[0]', new Blob(['x']), 'x.csv');
  expect(await scene.send('POST', messages(), form)).toMatchObject({ json: { code: 50013 } });
  expect(
    await scene.send('POST', messages(), { content: 'x', embeds: [{ title: 't' }] }),
  ).toMatchObject({
    json: { content: 'x', embeds: [] },
  });
  expect(await scene.send('POST', messages(), { embeds: [{ title: 't' }] })).toMatchObject({
    json: { code: 50006 },
  });
});

test('viewers hear of every change until they leave', async () => {
  const heard: string[] = [];
  const leave = scene.discord.onChange((change) => heard.push(change.kind));
  const { json } = await scene.send('POST', messages(), { content: 'x' });
  await scene.send('DELETE', `${messages()}/${String(json['id'])}`);
  await scene.send('PUT', `/applications/${scene.discord.applicationId}/commands`, []);
  leave();
  await scene.send('POST', messages(), { content: 'y' });
  expect(heard).toEqual(['message', 'deleted', 'commands']);
});
