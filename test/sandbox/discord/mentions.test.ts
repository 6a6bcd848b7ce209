import { expect, test } from 'vitest';
import { useScene } from './bot.js';

const scene = useScene();

async function pinged(body: (all: string) => object): Promise<readonly string[] | undefined> {
  const role = scene.guild.addRole('Managers').id;
  const all = `@everyone <@${scene.person.id}> <@&${role}> <@123456789012345678>`;
  await scene.send('POST', `/channels/${scene.channelId}/messages`, body(all));
  const names = new Map([
    [scene.person.id, 'person'],
    [role, 'role'],
  ]);
  const message = scene.discord.messages(scene.channelId)[0];
  return message?.pinged.map((id) => names.get(id) ?? id);
}

test.each([
  [undefined, ['person', 'role', 'everyone']],
  [{ parse: [] }, []],
  [{}, []],
  [{ parse: ['users'] }, ['person']],
  [{ parse: ['roles'] }, ['role']],
  [{ parse: ['everyone'] }, ['everyone']],
])('content with allowed mentions %j pings %j', async (allowed, expected) => {
  const mentions = allowed && { allowed_mentions: allowed };
  expect(await pinged((content) => ({ content, ...mentions }))).toEqual(expected);
});

test('those named one by one are pinged', async () => {
  const users = [scene.person.id];
  expect(await pinged((content) => ({ content, allowed_mentions: { users } }))).toEqual(['person']);
});

test('embeds ping nobody', async () => {
  expect(
    await pinged((description) => ({ embeds: [{ description, title: description }] })),
  ).toEqual([]);
});

test('an edit pings nobody, the answer after "thinking" does', async () => {
  const { respond, hook, outcome } = await scene.taken((me) => me.command('summary'));
  await respond({ type: 5 });
  await hook('PATCH', '/messages/@original', { content: '@here' });
  expect((await outcome).message?.pinged).toEqual(['everyone']);
  await hook('PATCH', '/messages/@original', { content: `<@${scene.person.id}>` });
  expect((await outcome).message?.pinged).toEqual(['everyone']);
});

test('a private answer pings nobody who cannot see it', async () => {
  const other = scene.guild.addPerson({ name: 'Bob' });
  const { respond, outcome } = await scene.taken((me) => me.command('summary'));
  const content = `@everyone <@${other.id}> <@${scene.person.id}>`;
  await respond({ type: 4, data: { content, flags: 64 } });
  expect((await outcome).message?.pinged).toEqual([scene.person.id]);
});
