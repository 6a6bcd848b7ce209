import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startDiscord } from '../../sandbox/discord/server.js';
import type {
  LoopbackDiscord,
  LoopbackGuild,
  Person,
  RestFault,
  ShownMessage,
} from '../../sandbox/discord/types.js';
import { createMovableClock } from '../../sandbox/movable-clock.js';
import { systemClock, type Clock } from '../../src/clock.js';
import { createChannels, type Channels } from '../../src/discord/channels.js';
import { connectDiscord, type Discord } from '../../src/discord/client.js';
import { toMessage } from '../../src/discord/message.js';
import type { Responses } from '../../src/discord/responses.js';

let loopback: LoopbackDiscord;
let guild: LoopbackGuild;
let vera: Person;
let discord: Discord;
let channels: Channels;
const events: string[] = [];
let answer: (responses: Responses) => Promise<unknown>;

const connect = (token: string, apiUrl: string, clock: Clock = systemClock) =>
  connectDiscord({
    token,
    apiUrl,
    clock,
    log: { warn: () => undefined, error: () => undefined },
    onInteraction: (_payload, responses) => void answer(responses),
    onGuildJoined: (id, channelId) => void events.push(`joined ${id} ${channelId}`),
    onGuildRemoved: (id) => void events.push(`removed ${id}`),
    onFatal: (sentence) => void events.push(sentence),
  });

beforeAll(async () => {
  loopback = await startDiscord();
  guild = loopback.addGuild({ name: 'Northwind' });
  vera = guild.addPerson('Vera');
  discord = await connect(loopback.token, loopback.apiUrl);
  channels = createChannels(discord.client, (text) => text);
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
  it('is ready, and knows the servers that the bot is in', async () => {
    expect(discord.isReady()).toBe(null);
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
      message: expect.stringContaining('Discord does not accept DISCORD_TOKEN'),
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

  it('that is lost for five minutes ends the process', async () => {
    const clock = createMovableClock({ ticking: false });
    const gone = await startDiscord();
    const bot = await connect(gone.token, gone.apiUrl, clock);
    await gone.stop();
    await expect.poll(() => bot.isReady()).toBe('not connected to Discord');
    await clock.advance(5 * 60_000);
    expect(events).toEqual([]);
    await clock.advance(20_000);
    expect(events).toEqual(['Discord could not be reached for five minutes.']);
    void bot.stop();
  });

  it('that is not there ends the start in words', async () => {
    const nowhere = connect('any', 'http://127.0.0.1:9');
    await expect(nowhere).rejects.toThrow('Discord does not answer at http://127.0.0.1:9:');
  });
});

describe('a channel', () => {
  const card = { cards: [{ title: 'Daily summary' }] };

  it('takes a post once for a nonce, edits it, and lists it', async () => {
    const channel = guild.addChannel('posts');
    const posted = await channels.post(channel.id, card, { nonce: 'daily:1' });
    expect(await channels.post(channel.id, card, { nonce: 'daily:1' })).toEqual(posted);
    await channels.edit(posted, { content: 'edited' });
    expect(channel.messages()).toMatchObject([{ content: 'edited', embeds: [] }]);
    const reply = await channels.post(channel.id, card, { replyTo: posted.messageId });
    expect(await channels.recent(channel.id)).toMatchObject([
      { messageId: reply.messageId },
      { messageId: posted.messageId, nonce: 'daily:1' },
    ]);
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
    const hidden = guild.addChannel('hidden', { deny: ['ViewChannel'] });
    expect(await channels.missingPermissions(hidden.id)).toContain('View Channel');
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
    files: [{ name: 'figures.csv', data: 'day' }],
    rows: [
      [{ label: 'Refresh', id: 'refresh' }],
      { select: 'show', placeholder: 'Show', options: [{ label: 'One', value: '1' }] },
    ],
  });
  const text = (content: string) => toMessage({ content });
  /** Discord's fault at each of the first tries of a first response. */
  const callbacksFail = (...faults: RestFault[]) => {
    guild.fault = ({ path }) => (path.includes('callback') ? faults.shift() : undefined);
  };

  beforeAll(async () => {
    const site = { type: 3, name: 'site', description: 'Site', autocomplete: true } as const;
    const list = { type: 1, name: 'list', description: 'Miners' } as const;
    const options = [{ ...list, options: [site] }];
    await discord.registerCommands([{ name: 'miners', description: 'Miners', options }]);
  });

  it('is answered at once, with files, and then edited', async () => {
    let more = async (): Promise<unknown> => undefined;
    answer = async (responses) => {
      more = () => responses.show(text('more'), 'private');
      await responses.show(card, 'private');
    };
    const { message, first } = await vera.run('miners list');
    expect(first).toBe('reply');
    expect(message?.privateTo).toBe(vera.id);
    expect(message?.contents['figures.csv']?.toString()).toBe('day');
    await more();
    expect(guild.general.messages(vera).at(-1)?.content).toBe('more');
  });

  it('is deferred, then edited, and its place is known', async () => {
    let place = {};
    answer = async (responses) => {
      await responses.defer('everyone');
      await responses.defer('everyone');
      await responses.show(card, 'everyone');
      place = await responses.place();
    };
    const outcome = await vera.run('miners list');
    expect(outcome.first).toBe('defer');
    const messageId = shownOf(outcome).id;
    await expect.poll(() => place).toEqual({ channelId: guild.general.id, messageId });
  });

  it('that fails is answered privately in place of a public waiting', async () => {
    const sofia = guild.addPerson('Sofia');
    const before = guild.general.messages(sofia).length;
    answer = async (responses) => {
      await responses.defer('everyone');
      await responses.fail(text('Managers only'), 'everyone');
    };
    await vera.run('miners list');
    await expect.poll(() => guild.general.messages(vera).at(-1)?.content).toBe('Managers only');
    expect(guild.general.messages(sofia)).toHaveLength(before);
  });

  it('that fails at a click leaves the message', async () => {
    answer = (responses) => responses.show(card, 'everyone');
    const message = shownOf(await vera.run('miners list'));
    answer = async (responses) => {
      await responses.defer('update');
      await responses.fail(text('Too late'), 'update');
    };
    await vera.click(message, 'Refresh');
    await expect.poll(() => guild.general.messages(vera).at(-1)?.content).toBe('Too late');
    expect(guild.general.messages().at(-1)).toMatchObject({ embeds: [{ title: 'Figures' }] });
  });

  it.each([
    ['got lost', 'reset-after'],
    ['was an error', 503],
  ] as const)('is acknowledged though the receipt %s', async (_, fault) => {
    callbacksFail(fault);
    const taken: string[] = [];
    answer = async (responses) => {
      taken.push(await responses.defer('everyone'));
      await responses.show(text('done'), 'everyone');
    };
    expect(shownOf(await vera.run('miners list')).content).toBe('done');
    expect(taken).toEqual(['taken']);
  });

  it('is answered once where Discord delivers it twice', async () => {
    guild.deliversTwice = true;
    const taken: string[] = [];
    answer = async (responses) => {
      const deferred = await responses.defer('everyone');
      taken.push(deferred);
      if (deferred === 'taken') await responses.show(text('done'), 'everyone');
    };
    await vera.run('miners list');
    await expect.poll(() => taken.toSorted()).toEqual(['already', 'taken']);
    guild.deliversTwice = false;
  });

  it('may be answered again where Discord did not take the first answer', async () => {
    callbacksFail('reset', 'reset');
    answer = (responses) =>
      responses
        .show(text('figures'), 'everyone')
        .catch(() => responses.fail(text('failed'), 'everyone'));
    expect(shownOf(await vera.run('miners list')).content).toBe('failed');
  });
});

function shownOf({ message }: { readonly message: ShownMessage | null }): ShownMessage {
  if (!message) throw new Error('There was no answer');
  return message;
}
