import { afterEach, expect, test, vi } from 'vitest';
import { useScene } from './bot.js';

let ahead = 0;
const scene = useScene({ now: () => Date.now() + ahead });
const summary = () => scene.taken((actor) => actor.command('summary'));
const REPLY = { type: 4, data: { content: 'Here' } };
const EPHEMERAL = 64;

afterEach(() => vi.restoreAllMocks());

test('a first response within three seconds is taken, a later one is not', async () => {
  const { respond, outcome } = await summary();
  const late = performance.now() + 3_001;
  vi.spyOn(performance, 'now').mockReturnValue(late);
  expect(await respond(REPLY)).toMatchObject({ status: 404, json: { code: 10062 } });
  scene.discord.as(scene.person, scene.channelId).say('Hello?');
  expect(await outcome).toMatchObject({ failed: true, message: null, firstResponseMs: null });
  await expect((await outcome).settled()).rejects.toThrow('did not respond');
});

test('a clock that is turned meanwhile makes no answer late', async () => {
  const { respond, outcome } = await summary();
  ahead += 60_000;
  expect(await respond(REPLY)).toMatchObject({ status: 204 });
  expect(await outcome).toMatchObject({ failed: false });
  expect((await outcome).firstResponseMs).toBeLessThan(3_000);
});

test('nothing else can be said before the first response, or with another token', async () => {
  const { hook, payload } = await summary();
  expect(await hook('POST', '', { content: 'x' })).toMatchObject({ json: { code: 10015 } });
  expect(await hook('GET', '/messages/@original')).toMatchObject({ json: { code: 10015 } });
  const stranger = `/interactions/${payload.id}/abc/callback`;
  expect(await scene.send('POST', stranger, REPLY)).toMatchObject({ json: { code: 10062 } });
});

test('one interaction is acknowledged once', async () => {
  const { respond } = await summary();
  expect(await respond(REPLY)).toMatchObject({ status: 204 });
  expect(await respond(REPLY)).toMatchObject({ status: 400, json: { code: 40060 } });
  expect(await respond({ type: 9, data: FORM })).toMatchObject({ json: { code: 40060 } });
  expect(scene.discord.messages(scene.channelId)).toHaveLength(1);
  // Only a difference is a fault: a client that heard no answer may send the same again.
  expect(scene.discord.refusals).toHaveLength(1);
  expect(scene.discord.refusals[0]).toMatch(/^POST \/interactions\/\d+\/…\/callback: 40060 /);
});

test('with_response tells of the message', async () => {
  const { respond, payload } = await summary();
  expect(await respond(REPLY, '?with_response=true')).toMatchObject({
    status: 200,
    json: {
      interaction: { id: payload.id, type: 2, response_message_ephemeral: false },
      resource: { type: 4, message: { content: 'Here', flags: 0 } },
    },
  });
});

test('a token lives for fifteen minutes', async () => {
  const { respond, hook } = await summary();
  await respond(REPLY);
  ahead += 14 * 60_000;
  expect(await hook('PATCH', '/messages/@original', { content: 'Still' })).toMatchObject({
    status: 200,
  });
  ahead += 61_000;
  expect(await hook('PATCH', '/messages/@original', { content: 'Too late' })).toMatchObject({
    status: 401,
    json: { code: 50027 },
  });
  expect(scene.discord.messages(scene.channelId)[0]?.content).toBe('Still');
});

test('the first response fixes who sees it, and the first follow-up fills what is thinking', async () => {
  const { respond, hook, outcome } = await summary();
  await respond({ type: 5, data: { flags: EPHEMERAL } });
  expect((await outcome).message).toMatchObject({ thinking: true, ephemeralFor: scene.person.id });
  await hook('POST', '', { content: 'First', flags: 0 });
  await hook('POST', '', { content: 'Second' });
  const { message, followUps } = await outcome;
  expect(message).toMatchObject({ content: 'First', ephemeralFor: scene.person.id });
  expect(followUps).toMatchObject([{ content: 'Second', ephemeralFor: null }]);
});

test('a public answer does not become private by an edit', async () => {
  const { respond, hook, outcome } = await summary();
  await respond(REPLY);
  await hook('PATCH', '/messages/@original', { content: 'x', flags: EPHEMERAL });
  expect((await outcome).message).toMatchObject({ content: 'x', ephemeralFor: null, edited: true });
});

test('only the flag 64 is valid on a deferred reply', async () => {
  const { respond } = await summary();
  expect(await respond({ type: 5, data: { flags: 4 } })).toMatchObject({
    status: 400,
    json: { code: 50035, errors: { data: { flags: { _errors: [{}] } } } },
  });
  expect(await respond({ type: 5, data: { flags: EPHEMERAL } })).toMatchObject({ status: 204 });
});

test.each([1, 6, 7, 8])('a command is not answered with type %i', async (type) => {
  const { respond } = await summary();
  expect(await respond({ type, data: { choices: [] } })).toMatchObject({ json: { code: 50035 } });
});

test.each([4, 5, 6, 7, 9])('a completion is not answered with type %i', async (type) => {
  const taken = await scene.taken(async (actor) => {
    await actor.complete('summary', { subaccount: 'a' }, 'subaccount');
    throw new Error('Not an outcome');
  });
  expect(await taken.respond({ type, data: FORM })).toMatchObject({ json: { code: 50035 } });
});

test('a private answer is edited with its token alone', async () => {
  const { respond, hook } = await summary();
  await respond({ type: 4, data: { content: 'Psst', flags: EPHEMERAL } });
  const { json } = await hook('GET', '/messages/@original');
  const route = `/channels/${scene.channelId}/messages/${String(json['id'])}`;
  for (const method of ['GET', 'PATCH', 'DELETE']) {
    const body = method === 'PATCH' ? { content: 'x' } : undefined;
    expect(await scene.send(method, route, body)).toMatchObject({ json: { code: 10008 } });
  }
});

test('an answer can be deleted', async () => {
  const { respond, hook, outcome } = await summary();
  await respond(REPLY);
  expect(await hook('DELETE', '/messages/@original')).toMatchObject({ status: 204 });
  expect((await outcome).message).toMatchObject({ deleted: true });
  expect(scene.discord.messages(scene.channelId)).toEqual([]);
  expect(await hook('GET', '/messages/@original')).toMatchObject({ json: { code: 10008 } });
});

test('the payload is what Discord documents', async () => {
  const { payload } = await scene.taken((actor) =>
    actor.command('setup roles', {
      role: scene.guild.addRole('Managers').id,
      channel: scene.channelId,
    }),
  );
  expect(payload).toMatchObject({
    type: 2,
    guild_id: scene.guild.id,
    channel: { id: scene.channelId, type: 0 },
    member: { user: { id: scene.person.id }, roles: [] },
    context: 0,
    authorizing_integration_owners: { '0': scene.guild.id },
    attachment_size_limit: 10 * 1024 * 1024,
    data: { name: 'setup', options: [{ type: 1, name: 'roles', options: [{}, {}] }] },
  });
  const permissions = BigInt(payload.member?.permissions ?? '0');
  expect(permissions & 32n).toBe(32n);
});

const FORM = {
  custom_id: 'key',
  title: 'Key',
  components: [{ type: 18, label: 'Key', component: { type: 4, custom_id: 'value', style: 1 } }],
};
