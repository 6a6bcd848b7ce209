import { randomUUID } from 'node:crypto';
import { cp, rm } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ChannelFault, LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { idOf, shown } from '../shown.js';
import { ask, startWorld, type World } from '../world.js';
import { auditedWorld, changeWorld, confirm, told, type ChangeWorld } from './change-world.js';

/**
 * What is answered and not shown: without Embed Links, Discord drops what a message says; something
 * in between may answer in its place.
 */

let house: World;
let world: ChangeWorld;
beforeAll(async () => {
  house = await startWorld();
  await house.start();
});
beforeEach(async () => {
  world = await changeWorld(house);
});
afterAll(() => house.close());

const missing = () => world.guild.channels.get(world.channelId)?.missing ?? new Set<string>();
const freeze = () => ask(world.as('manager'), 'changes freeze', { reason: 'look at it' });
const unfreeze = () => ask(world.as('admin'), 'changes unfreeze', { reason: 'seen' });

test('a card is told in words, confirms nothing, and is a card again once the bot may', async () => {
  const card = await world.askToMove();
  const before = world.now(card).embeds[0]?.description ?? '';
  missing().add('EmbedLinks');
  await freeze();
  const { subaccount } = world.elsewhere();
  await expect.poll(() => world.now(card).content).toContain('because the bot lacks Embed Links');
  expect(world.now(card).content).toContain(subaccount);
  await unfreeze();
  await expect.poll(() => JSON.stringify(world.now(card).components)).toContain('Confirm');
  const outcome = await confirm(world, 'manager', world.now(card));
  await outcome.settled();
  expect(told(outcome)).toContain('This card is in plain words');
  expect(world.writes()).toEqual([]);

  missing().delete('EmbedLinks');
  await expect.poll(() => world.now(card).embeds[0]?.description).toBe(before);
  expect(world.now(card).content).toBe('');
  await confirm(world, 'manager', card);
  await expect.poll(() => world.card(card)).toContain('the pool answered');
  expect(world.writes()).toHaveLength(1);
}, 120_000);

test('a card whose embeds a moderator took away is a card again, and confirms', async () => {
  const card = await world.askToMove();
  world.discord.suppressEmbeds(card.id);
  await freeze();
  await unfreeze();
  await expect.poll(() => world.now(card).embeds).toHaveLength(1);
  expect(world.now(card).content).toBe('');
  await confirm(world, 'manager', card);
  await expect.poll(() => world.card(card)).toContain('the pool answered');
  expect(world.writes()).toHaveLength(1);
});

/** A message as Discord's API answers it, as it stands now. */
function asAnswered({ id, channelId, content, embeds, components }: LoopbackMessage) {
  return { id, channel_id: channelId, content, embeds, components };
}

test.each<[string, (card: LoopbackMessage) => ChannelFault]>([
  ['by a page', () => 'page'],
  ['with the id of the message alone', ({ id }) => ({ instead: { id } })],
  ['with a past state of it', (card) => ({ instead: asAnswered(card) })],
])(
  'a card whose edit was answered %s is drawn again',
  async (_, fault) => {
    const card = await world.askToMove();
    const { ofChannels } = world.discord.faults;
    const edits = `PATCH ${world.channelId}`;
    ofChannels.set(edits, fault(world.now(card)));
    await freeze();
    expect(JSON.stringify(world.now(card).components)).toContain('Confirm');
    ofChannels.delete(edits);
    await expect.poll(() => JSON.stringify(world.now(card).components)).not.toContain('Confirm');
  },
  60_000,
);

test('what takes the place of a drifted change says in words what changed, and is a card later', async () => {
  const card = await world.askToMove();
  const { subaccounts, sites } = world.pool.workspaceOf(world.key);
  const [moved] = subaccounts;
  const elsewhere = sites.find(({ id }) => ![moved?.siteId, targetOf(card)].includes(id));
  if (moved === undefined || elsewhere === undefined) throw new Error('nowhere else');
  moved.siteId = elsewhere.id;
  missing().add('EmbedLinks');
  await confirm(world, 'manager', card);
  const renewed = () =>
    world.discord.messages(world.channelId).find(({ id, content, embeds }) => {
      const text = content + JSON.stringify(embeds);
      return id !== card.id && text.includes('Waiting for confirmation');
    });
  await expect.poll(() => JSON.stringify(renewed())).toContain(elsewhere.name);
  expect(world.writes()).toEqual([]);
  missing().delete('EmbedLinks');
  await expect.poll(() => renewed()?.embeds.length ?? 0, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(JSON.stringify(renewed()?.components)).toContain('Confirm');
}, 120_000);

const targetOf = (card: Parameters<typeof shown>[0]) =>
  world.pool.workspaceOf(world.key).sites.find(({ name }) => shown(card).includes(`→ **${name}`))
    ?.id;

test('an audit channel gets each entry in words, and its final message when it is replaced', async () => {
  const { world: there, audit } = await auditedWorld(house);
  there.guild.channels.get(audit)?.missing.add('EmbedLinks');
  await ask(there.as('manager'), 'changes freeze', { reason: 'look at it' });
  const words = () =>
    there.discord
      .messages(audit)
      .map(({ content }) => content)
      .join('\n');
  await expect.poll(words).toMatch(/froze all changes.*look at it/);
  await ask(there.as('admin'), 'setup defaults', { audit: there.channelId });
  await expect.poll(words).toMatch(/audit channel <#\d+> → <#\d+>/);
}, 120_000);

test('an audit post that was answered with something else is posted again, and nothing silenced without it', async () => {
  const { world: there, audit } = await auditedWorld(house);
  const { ofChannels } = there.discord.faults;
  const act = (path: string, options: Record<string, string>) =>
    ask(there.as('admin'), path, options);
  const words = () => JSON.stringify(there.discord.messages(audit));
  const post = `POST ${audit}`;
  await act('changes freeze', { reason: 'first' });
  await expect.poll(words).toContain('first');
  const [first] = there.discord.messages(audit);
  if (first === undefined) throw new Error('no post');
  const answers = [{ id: randomUUID() }, asAnswered(first)];
  for (const [index, instead] of answers.entries()) {
    ofChannels.set(post, { instead });
    await act('changes unfreeze', { reason: `seen ${index}` });
    const silenced = await act('alerts silence', { rule: 'elsewhere', for: '2h' });
    expect(shown(silenced)).toContain('nothing was changed. Try again');
    expect(words()).not.toContain(`seen ${index}`);
    ofChannels.delete(post);
    await expect.poll(words).toContain(`seen ${index}`);
    await act('changes freeze', { reason: 'again' });
  }
}, 120_000);

test('an audit post in plain words tells that an older copy was put back', async () => {
  const own = await startWorld();
  try {
    await own.start();
    const { world: there, audit } = await auditedWorld(own);
    const card = await there.askToMove();
    const data = own.env['DATA_DIR'] ?? '';
    await own.bot.stop();
    await cp(data, `${data}-before`, { recursive: true });
    await own.start();
    there.guild.channels.get(audit)?.missing.add('EmbedLinks');
    // So that the card can't tell.
    own.discord.faults.ofChannels.set(`PATCH ${there.channelId}`, 'hang');
    void confirm(there, 'second', card).catch(() => undefined);
    const posts = () => there.discord.messages(audit).map(({ content }) => content);
    await expect.poll(() => posts().join('\n'), { timeout: 40_000 }).toContain('got the pool’s');
    expect(posts().at(-1)).toMatch(
      /lacks Embed Links in this channel\.\n-# entry \d+ · [\da-f]{8}$/,
    );
    own.bot.kill();
    await expect.poll(() => own.bot.state).toBe('dead');
    own.discord.faults.ofChannels.clear();
    await rm(data, { recursive: true });
    await cp(`${data}-before`, data, { recursive: true });
    await own.start();
    await expect
      .poll(async () => (await there.trail()).map(({ step }) => step), { timeout: 40_000 })
      .toContain('behind');
    await there.as('second').forge(card, `change-confirm:${idOf(card, 'Cancel').split(':')[1]}`);
    expect(there.writes()).toHaveLength(1);
  } finally {
    await own.close();
  }
}, 180_000);
