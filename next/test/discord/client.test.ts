import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDiscord } from '../../sandbox/discord/server.js';
import type { LoopbackDiscord, LoopbackGuild, ShownMessage } from '../../sandbox/discord/types.js';
import { systemClock, type Clock } from '../../src/clock.js';
import { connectDiscord, type Discord } from '../../src/discord/client.js';
import { createChannels } from '../../src/discord/rest-channels.js';
import type { Channels } from '../../src/discord/channels.js';
import type { Incoming } from '../../src/discord/incoming.js';
import { standingClock } from './support.js';
import { toMessage } from '../../src/discord/message.js';

let loopback: LoopbackDiscord;
let guild: LoopbackGuild;
let discord: Discord;
let channels: Channels;
const events: string[] = [];
let answer: (incoming: Incoming) => Promise<unknown> = () => Promise.resolve();

const connect = (token: string, apiUrl: string, clock: Clock = systemClock) =>
  connectDiscord({
    token,
    apiUrl,
    clock,
    log: { warn: () => undefined, error: () => undefined },
    onInteraction: (incoming) => void answer(incoming),
    onGuildJoined: ({ id, channelId }) => void events.push(`joined ${id} ${channelId}`),
    onGuildRemoved: (id) => void events.push(`removed ${id}`),
    onFatal: (sentence) => void events.push(sentence),
  });

beforeAll(async () => {
  loopback = await startDiscord();
  guild = loopback.addGuild({ name: 'Northwind' });
  discord = await connect(loopback.token, loopback.apiUrl);
  channels = createChannels({ client: discord.client, mention: (text) => text });
});

afterAll(async () => {
  await discord.stop();
  await loopback.stop();
});

beforeEach(() => {
  events.length = 0;
  guild.fault = null;
});

afterEach(() => {
  expect(loopback.refusals).toEqual([]);
});

describe('the connection', () => {
  it('is ready, and knows the servers that the bot is in', () => {
    expect(discord.isReady()).toBe(null);
    expect(discord.isMember(guild.id)).toBe(true);
    expect(discord.isMember('100000000000000009')).toBe(false);
  });

  it('tells when the bot is added and removed', async () => {
    const added = loopback.addGuild({ name: 'Southwind' });
    await expect.poll(() => events).toEqual([`joined ${added.id} ${added.general.id}`]);
    expect(discord.isMember(added.id)).toBe(true);
    loopback.removeBot(added.id);
    await expect.poll(() => events[1]).toBe(`removed ${added.id}`);
    expect(discord.isMember(added.id)).toBe(false);
  });

  it('with a wrong token is refused in words', async () => {
    await expect(connect('wrong', loopback.apiUrl)).rejects.toMatchObject({
      name: 'FatalError',
      message: 'Discord does not accept DISCORD_TOKEN.',
    });
  });

  it('that Discord closes for good ends the process', async () => {
    const other = await startDiscord();
    const second = await connect(other.token, other.apiUrl);
    other.closeGateway(4004);
    await expect.poll(() => events).toEqual(['Discord no longer accepts DISCORD_TOKEN.']);
    expect(second.isReady()).toBe('not connected to Discord');
    await second.stop();
    await other.stop();
  });

  it('that does not come back within five minutes ends the process', async () => {
    const clock = standingClock();
    const other = await startDiscord();
    const second = await connect(other.token, other.apiUrl, clock);
    await clock.pass(10_000);
    await other.stop();
    await expect.poll(() => second.isReady()).not.toBe(null);
    await clock.pass(10_000);
    expect(events).toEqual([]);
    await clock.pass(5 * 60_000);
    expect(events).toEqual(['Discord could not be reached for five minutes.']);
    await second.stop();
  });

  it('is tried for five minutes at start', async () => {
    const clock = standingClock();
    const gone = await startDiscord();
    await gone.stop();
    const outcome = connect(gone.token, gone.apiUrl, clock).catch((error: unknown) => error);
    await clock.pass(5 * 60_000);
    expect(await outcome).toMatchObject({
      name: 'FatalError',
      message: 'Discord could not be reached for five minutes.',
    });
  });

  it('registers commands and gets their ids', async () => {
    const commands = [{ name: 'summary', description: 'Hashrate', options: [] }];
    expect(await discord.registerCommands(commands)).toMatchObject([
      { name: 'summary', id: expect.stringMatching(/^\d+$/) },
    ]);
  });
});

describe('a channel', () => {
  const card = { cards: [{ title: 'Daily summary' }] };

  it('takes a post once for a nonce, edits it, and lists it', async () => {
    const channel = guild.addChannel('posts');
    const posted = await channels.post(channel.id, card, { nonce: 'daily:1' });
    expect(await channels.post(channel.id, card, { nonce: 'daily:1' })).toEqual(posted);
    await channels.edit(posted, { content: 'edited' });
    const [message, ...others] = channel.messages();
    expect(others).toEqual([]);
    expect(message).toMatchObject({ content: 'edited', embeds: [] });
    const reply = await channels.post(channel.id, card, { replyTo: posted.messageId });
    expect((await channels.recent(channel.id)).map(({ messageId }) => messageId)).toEqual([
      reply.messageId,
      posted.messageId,
    ]);
    expect((await channels.recent(channel.id))[1]?.nonce).toBe('daily:1');
  });

  it('that is gone says so', async () => {
    await expect(channels.post('100000000000000009', card)).rejects.toMatchObject({ kind: 'gone' });
  });

  it('that refuses a post names the permission that is missing', async () => {
    const channel = guild.addChannel('read-only', { deny: ['SendMessages', 'EmbedLinks'] });
    await expect(channels.post(channel.id, card)).rejects.toMatchObject({
      kind: 'forbidden',
      sentence: 'Pitboss lacks Send Messages, Embed Links',
    });
  });

  it('may be posted in by its own permissions, a thread by those of its parent', async () => {
    const parent = guild.addChannel('announcements', { deny: ['SendMessages'] });
    const thread = guild.addThread('talk', parent);
    expect(await channels.missingPermissions(guild.general.id)).toEqual([]);
    expect(await channels.missingPermissions(parent.id)).toEqual(['Send Messages']);
    expect(await channels.missingPermissions(thread.id)).toEqual([]);
    parent.setPermissions({ deny: ['SendMessagesInThreads'] });
    expect(await channels.missingPermissions(thread.id)).toEqual(['Send Messages in Threads']);
  });

  it('that the bot cannot see lacks View Channel', async () => {
    const channel = guild.addChannel('hidden', { deny: ['ViewChannel'] });
    expect(await channels.missingPermissions(channel.id)).toContain('View Channel');
  });

  it('fails in a way that may pass while Discord fails', async () => {
    guild.fault = () => 503;
    await expect(channels.post(guild.general.id, card)).rejects.toMatchObject({ kind: 'failed' });
  });

  it('notifies a role only if that may be mentioned', async () => {
    const silent = guild.addRole('Silent');
    const called = guild.addRole('On call', { mentionable: true });
    expect(await channels.canPing(guild.id, called.id)).toBe(true);
    expect(await channels.canPing(guild.id, silent.id)).toBe(false);
  });
});

describe('an interaction', () => {
  const card = toMessage({
    cards: [{ title: 'Figures' }],
    rows: [
      [{ label: 'Refresh', id: 'refresh' }],
      { select: 'show', placeholder: 'Show', options: [{ label: 'One', value: '1' }] },
    ],
  });
  const seen: Incoming[] = [];
  const answering = (next: (incoming: Incoming) => Promise<unknown>) => {
    seen.length = 0;
    answer = (incoming) => {
      seen.push(incoming);
      return next(incoming);
    };
  };

  beforeAll(async () => {
    const string = { type: 3, description: 'Site', autocomplete: true } as const;
    const list = { type: 1, name: 'list', description: 'Miners' } as const;
    await discord.registerCommands([
      {
        name: 'miners',
        description: 'Miners',
        options: [{ ...list, options: [{ ...string, name: 'site' }] }],
      },
    ]);
  });

  it('is read as the command, its options and who asks where', async () => {
    const role = guild.addRole('Managers');
    const vera = guild.addPerson('Vera', { admin: true, roles: [role.id] });
    answering((incoming) => incoming.reply(card, true));
    const { message, first } = await vera.run('miners list', { site: 'North Ridge' });
    expect(first).toBe('reply');
    expect(message).toMatchObject({ privateTo: vera.id, embeds: [{ title: 'Figures' }] });
    expect(seen).toMatchObject([
      {
        asked: { kind: 'command', name: 'miners list', options: { site: 'North Ridge' } },
        hasMessage: false,
        caller: {
          guildId: guild.id,
          channelId: guild.general.id,
          messageId: null,
          member: { id: vera.id, name: 'Vera', roleIds: [role.id] },
        },
      },
    ]);
    expect((seen[0]?.caller.member.permissions ?? 0n) & (1n << 5n)).toBe(1n << 5n);
    answering((incoming) => incoming.update(card));
    await vera.click(shownOf(message), 'Refresh');
    expect(seen[0]).toMatchObject({ hasMessage: true, caller: { messageId: null } });
  });

  it('is read as what was clicked, chosen and typed', async () => {
    const vera = guild.addPerson('Vera');
    answering((incoming) => incoming.reply(card, false));
    const { message } = await vera.run('miners list');
    answering((incoming) => incoming.update(card));
    await vera.choose(shownOf(message), ['1']);
    expect(seen[0]).toMatchObject({
      asked: { kind: 'click', customId: 'show', selected: ['1'] },
      hasMessage: true,
      caller: { messageId: message?.id },
    });
    const field = { name: 'key', label: 'API key', required: true };
    answering((incoming) => incoming.openForm({ form: 'connect', title: 'Key', fields: [field] }));
    const opened = await vera.click(shownOf(message), 'Refresh');
    answering((incoming) => incoming.reply(toMessage({ content: 'connected' }), true));
    await vera.submit(opened, { key: 'secret' });
    expect(seen[0]?.asked).toMatchObject({ customId: 'connect', fields: { key: 'secret' } });
  });

  it('is deferred, then edited, and its place is known', async () => {
    const vera = guild.addPerson('Vera');
    let place = {};
    answering(async (incoming) => {
      expect(await incoming.defer(false)).toBe('taken');
      expect(await incoming.defer(false)).toBe('already');
      await incoming.edit(card);
      place = await incoming.find();
    });
    const { message, first } = await vera.run('miners list');
    expect(first).toBe('defer');
    await expect.poll(() => place).toEqual({ channelId: guild.general.id, messageId: message?.id });
  });

  it('is answered privately in place of a public waiting', async () => {
    const vera = guild.addPerson('Vera');
    const sofia = guild.addPerson('Sofia');
    const before = guild.general.messages(sofia).length;
    answering(async (incoming) => {
      await incoming.defer(false);
      await incoming.withdraw();
      await incoming.followUp(toMessage({ content: 'Managers only' }), true);
    });
    await vera.run('miners list');
    await expect.poll(() => guild.general.messages(vera).at(-1)?.content).toBe('Managers only');
    expect(guild.general.messages(sofia)).toHaveLength(before);
  });

  it('while somebody types is read as the option and what was typed', async () => {
    const vera = guild.addPerson('Vera');
    answering((incoming) => incoming.offer([{ label: 'North Ridge', value: 'north' }]));
    expect(await vera.complete('miners list', 'site', 'nor')).toEqual([
      { name: 'North Ridge', value: 'north' },
    ]);
    expect(seen[0]?.asked).toEqual({
      kind: 'completion',
      name: 'miners list',
      option: 'site',
      options: { site: 'nor' },
    });
  });
});

function shownOf(message: ShownMessage | null): ShownMessage {
  if (!message) throw new Error('There was no answer');
  return message;
}
