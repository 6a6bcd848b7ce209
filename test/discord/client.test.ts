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
import { toMessage } from '../../src/discord/render-reply.js';
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
  it('knows the servers that the bot is in', async () => {
    const added = loopback.addGuild({ name: 'Southwind' });
    await expect.poll(() => events).toEqual([`joined ${added.id} ${added.general.id}`]);
    expect(discord.isMember(added.id)).toBe(true);
    loopback.removeBot(added.id);
    await expect.poll(() => events[1]).toBe(`removed ${added.id}`);
    expect(discord.isMember(added.id)).toBe(false);
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

  it('that is gone says so', async () => {
    await expect(channels.post('100000000000000009', card)).rejects.toMatchObject({ kind: 'gone' });
  });

  it('that the bot cannot see says so', async () => {
    const hidden = guild.addChannel('hidden', { deny: ['ViewChannel'] });
    expect(await channels.whyCannotPost(hidden.id)).toBe('Pitboss lacks View Channel');
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
  const text = (content: string) => toMessage({ content });
  /** Discord's fault at each of the first tries of a first response. */
  const callbacksFail = (...faults: RestFault[]) => {
    guild.fault = ({ path }) => (path.includes('callback') ? faults.shift() : undefined);
  };

  beforeAll(async () => {
    await discord.registerCommands([{ name: 'miners', description: 'Miners' }]);
  });

  it('that fails is answered privately in place of a public waiting', async () => {
    const sofia = guild.addPerson('Sofia');
    const before = guild.general.messages(sofia).length;
    answer = async (responses) => {
      await responses.defer('everyone');
      await responses.fail(text('Managers only'), 'everyone');
    };
    await vera.run('miners');
    await expect.poll(() => guild.general.messages(vera).at(-1)?.content).toBe('Managers only');
    expect(guild.general.messages(sofia)).toHaveLength(before);
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
    expect(shownOf(await vera.run('miners')).content).toBe('done');
    expect(taken).toEqual(['taken']);
  });

  it('may be answered again where Discord did not take the first answer', async () => {
    callbacksFail('reset', 'reset');
    answer = (responses) =>
      responses
        .show(text('figures'), 'everyone')
        .catch(() => responses.fail(text('failed'), 'everyone'));
    expect(shownOf(await vera.run('miners')).content).toBe('failed');
  });
});

function shownOf({ message }: { readonly message: ShownMessage | null }): ShownMessage {
  if (!message) throw new Error('There was no answer');
  return message;
}
