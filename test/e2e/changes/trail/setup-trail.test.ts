import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditedWorld, confirm, loosen, openStoreOf, type ChangeWorld } from '../change-world.js';
import { idOf, shown } from '../../shown.js';
import { ask, settledOf, startWorld, type World } from '../../world.js';

/** Settings made through the real process reach the trail and the audit channel. */

let house: World;
let world: ChangeWorld;
let audit: string;
beforeAll(async () => {
  house = await startWorld();
  await house.start();
});
beforeEach(async () => {
  ({ world, audit } = await auditedWorld(house));
});
afterAll(() => house.close());

const heard = (channelId = audit) =>
  world.discord
    .messages(channelId)
    .map((message) => JSON.stringify(message.embeds))
    .join('\n');

test('key, roles and defaults: one entry each, and never the key', async () => {
  // The same key again isn't recorded; a different one is.
  expect(shown(await world.connect())).toContain('# Already connected');
  const { key } = world.pool.addWorkspace();
  await world.connect(key);
  await ask(world.as('admin'), 'setup roles', { approver: world.people.manager.roleIds[0] ?? '' });
  const entries = await world.wholeTrail();
  expect(entries.map((each) => each.step === 'set' && each.details.by)).toEqual([
    'key',
    'roles',
    'defaults',
    'key',
    'roles',
  ]);
  expect(entries.map(({ actor }) => actor)).toEqual(
    Array.from({ length: 5 }, () => ({ id: world.people.admin.id, name: 'Adam' })),
  );
  const [managers] = world.people.manager.roleIds;
  await expect.poll(heard).toContain(`approver roles none → <@&${managers}>`);
  expect(heard()).toContain(`ending in \`${key.slice(-4)}\``);
  for (const each of [world.key, key])
    expect(`${heard()}${JSON.stringify(entries)}`).not.toContain(each);
  expect(shown(await ask(world.as('admin'), 'setup check'))).toContain(
    'Audit trail intact (5 entries).',
  );
});

test('the audit channel moves: both are told', async () => {
  await loosen(world, 'setup defaults', { audit: world.channelId });
  const words = `audit channel <#${audit}> → <#${world.channelId}>`;
  await expect.poll(heard).toContain(words);
  await expect.poll(() => heard(world.channelId)).toContain(words);
});

test('disconnect: the channel that was told is told so, and the trail stays', async () => {
  const question = await ask(world.as('admin'), 'setup disconnect');
  await settledOf(world.as('admin').click(question, idOf(question, 'Delete')));
  await expect.poll(heard).toContain('disconnected the server');
  expect((await world.wholeTrail()).at(-1)).toMatchObject({
    step: 'set',
    actor: { name: 'Adam' },
    details: { by: 'disconnect' },
  });
  await world.connect();
  await ask(world.as('admin'), 'setup defaults', { currency: 'ZEC' });
  expect(await world.wholeTrail()).toHaveLength(6);
  expect(shown(await ask(world.as('admin'), 'changes export'))).toContain(
    'Audit trail intact (6 entries).',
  );
});

test('the bot is removed: the trail stays and says so', async () => {
  world.discord.removeBot(world.guild.id);
  await expect
    .poll(async () => (await world.wholeTrail()).at(-1))
    .toMatchObject({
      actor: 'pitboss',
      details: { by: 'bot-removed' },
    });
});

describe('behind the bot’s back', () => {
  test('a setting written into the store is found at the next start', async () => {
    const store = await openStoreOf(house);
    const settings = store.namespace<Record<string, unknown>>('guild-settings');
    const now = await settings.get(world.guild.id);
    await settings.set(world.guild.id, {
      ...now,
      approval: { payments: 'self', others: 'self' },
    });
    await store.close();
    await house.bot.stop();
    await house.start();
    await expect
      .poll(heard, { timeout: 10_000 })
      .toContain('payment changes need a second person → may be confirmed by the requester');
    expect(heard()).toContain('found settings that were changed without an entry');
  });
});

test('a text that Discord blocks in one entry keeps back no other', async () => {
  const { blockedTexts } = world.discord.faults;
  blockedTexts.add('http://harmful.example');
  await ask(world.as('viewer'), 'changes freeze', { reason: 'http://harmful.example/x' });
  const rogue = world.guild.addRole('Rogue').id;
  await ask(world.as('admin'), 'setup roles', { approver: rogue });
  const card = await world.askToMove();
  await confirm(world, 'second', card);
  await expect.poll(() => heard()).toContain('got the pool’s answer');
  blockedTexts.clear();
  expect(heard()).toContain('Discord blocks the rest of this line');
  expect(heard()).toContain('set who may do what');
  const entries = await world.wholeTrail();
  for (const { seq } of entries.filter((each) => each.seq > 3))
    expect(heard()).toContain(`entry ${seq} · `);
  const answer = shown(await ask(world.as('admin'), 'setup check'));
  expect(answer).not.toContain('it lacks entries');
});
