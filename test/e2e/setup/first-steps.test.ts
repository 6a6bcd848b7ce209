import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoopbackGuild } from '../../../sandbox/discord/loopback-discord.js';
import { idOf, shown } from '../shown.js';
import { ask, settledOf, startWorld, type World } from '../world.js';

/** What people see who have just invited the bot. */

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.start();
});
afterAll(async () => {
  expect(world.discord.refusals).toEqual([]);
  await world.close();
});

const justNow = () => new Date().toISOString();
const channelsOf = (guild: LoopbackGuild) => [...guild.channels.values()];
const messagesIn = (guild: LoopbackGuild) =>
  channelsOf(guild).flatMap(({ id }) => world.discord.messages(id));

describe('a server that the bot just joined', () => {
  test('is told once how to begin, where the bot may write, also after a start', async () => {
    const names = ['hidden', 'open', 'other'];
    const guild = world.discord.addGuild({ name: 'New', channels: names, joinedAt: justNow() });
    const [hidden, open] = channelsOf(guild);
    await expect.poll(() => messagesIn(guild)).toHaveLength(1);
    const [welcome] = world.discord.messages(hidden?.id ?? '');
    expect(shown(welcome ?? expect.unreachable())).toContain('# Pitboss is here');
    expect(world.discord.messages(open?.id ?? '')).toEqual([]);
    await world.bot.stop();
    await world.start();
    await ask(world.as('viewer'), 'help');
    expect(messagesIn(guild)).toHaveLength(1);
  });

  test('the button is for admins alone', async () => {
    const guild = world.discord.addGuild({ name: 'Newer', joinedAt: justNow() });
    await expect.poll(() => messagesIn(guild)).toHaveLength(1);
    const [welcome = expect.unreachable()] = messagesIn(guild);
    const [viewer, admin] = [{ name: 'Vera' }, { name: 'Adam', manageGuild: true }].map((who) =>
      world.discord.as(guild.addPerson(who), welcome.channelId),
    );
    const pressed = await viewer?.click(welcome, idOf(welcome, 'Connect'));
    expect(shown(await (pressed ?? expect.unreachable()).settled())).toMatch(/Manage Server/);
    const form = await admin?.click(welcome, idOf(welcome, 'Connect'));
    expect(form?.modal).not.toBeNull();
  });

  test('in the first channel where it may', async () => {
    await world.bot.stop();
    const names = ['hidden', 'open'];
    const guild = world.discord.addGuild({ name: 'New too', channels: names, joinedAt: justNow() });
    const [hidden, open] = channelsOf(guild);
    hidden?.missing.add('SendMessages');
    await world.start();
    await expect.poll(() => world.discord.messages(open?.id ?? '')).toHaveLength(1);
    expect(world.discord.messages(hidden?.id ?? '')).toEqual([]);
  });

  test('long ago is told nothing', async () => {
    const long = new Date(Date.now() - 3_600_000).toISOString();
    const guild = world.discord.addGuild({ name: 'Old', joinedAt: long });
    const later = world.discord.addGuild({ name: 'Later', joinedAt: justNow() });
    await expect.poll(() => messagesIn(later)).toHaveLength(1);
    expect(messagesIn(guild)).toEqual([]);
  });
});

describe('no workspace connected', () => {
  test('an admin gets a button for it, others are told whom to ask', async () => {
    const there = world.neighbour();
    const refused = await ask(there.as('admin'), 'summary');
    expect(shown(refused)).toContain('[Connect…]');
    expect(shown(await ask(there.as('viewer'), 'summary'))).not.toContain('[Connect…]');
    const help = shown(await ask(there.as('admin'), 'help'));
    expect(help).toMatch(/\*\*Next:\*\* connect[^]*\[Connect…\]/);
    const theirs = shown(await ask(there.as('viewer'), 'help'));
    expect(theirs).toContain('**Next:** no pool workspace is connected yet');
    expect(theirs).not.toContain('[Connect…]');

    const form = await there.as('admin').click(refused, idOf(refused, 'Connect'));
    const saved = await settledOf(there.as('admin').submit(form, { key: there.key }));
    expect(shown(saved)).toContain('# Connected');
    expect(shown(await ask(there.as('admin'), 'help'))).toContain('`/setup roles`');
    expect(shown(await ask(there.as('viewer'), 'help'))).toContain('**Start with**');
  });
});
