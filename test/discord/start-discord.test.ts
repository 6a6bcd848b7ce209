import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { Keyv } from 'keyv';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { startLoopbackDiscord } from '../../sandbox/discord/server.js';
import type { LoopbackDiscord } from '../../sandbox/discord/loopback-discord.js';
import { defineAction, defineCommand, type Context } from '../../src/command.js';
import {
  startDiscord,
  type Discord,
  type DiscordOptions,
} from '../../src/discord/start-discord.js';
import {
  createDiscordRest,
  type DiscordRest,
  type DiscordRestOptions,
} from '../../src/discord/discord-rest.js';
import { encodeCustomId } from '../../src/domain/custom-id.js';
import { StoreUnavailable } from '../../src/domain/errors/store-errors.js';
import { startFront, type Front, type Instead } from '../support/proxy.js';
import { guildSettings } from '../../src/domain/guild/guild-settings.js';

/** The unmodified discord.js, against a Discord that refuses what the real one refuses. */
let loopback: LoopbackDiscord;
let discord: Discord | undefined;
let removed: string[];
let fatal: string[];
let lines: string[];
let spaces: Map<string, Keyv<unknown>>;
let claims: Set<string>;
let presses: number;
let reports: number;
let rest: DiscordRest | undefined;
/** For a machine that is busy with other things. */
const WITHIN = 15_000;
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) });

const ping = defineCommand({
  name: 'ping',
  description: 'Answers',
  access: 'viewer',
  audience: 'choose',
  examples: ['ping'],
  options: z.object({ word: z.string().max(20).default('pong').describe('What to say') }),
  autocomplete: { word: async (typed) => [{ name: `${typed}!`, value: typed }] },
  run: ({ word }) => ({
    content: `${word} @everyone`,
    components: [
      {
        type: 1,
        components: [
          { type: 2, style: 1, label: 'Again', custom_id: encodeCustomId('again', word) },
        ],
      },
    ],
  }),
});

const report = defineCommand({
  ...ping,
  name: 'report',
  autocomplete: {},
  options: z.object({}),
  async run() {
    reports += 1;
    await new Promise((resolve) => setTimeout(resolve, 400));
    return {
      embeds: [{ title: 'x'.repeat(300) }],
      files: [{ name: 'a.csv', data: Buffer.from('a') }],
    };
  },
});

const again = defineAction({
  kind: 'again',
  access: 'viewer',
  writes: true,
  args: z.tuple([z.string()]),
  fields: z.object({}),
  answers: 'update',
  run({ args: [word] }) {
    presses += 1;
    return { content: `${word} again` };
  },
});

function openRest(given: Partial<DiscordRestOptions> = {}): DiscordRest {
  rest?.close();
  rest = createDiscordRest({
    token: loopback.token,
    apiUrl: loopback.apiUrl,
    log,
    onTokenRefused: (reason) => fatal.push(reason),
    // A twentieth of the real gaps.
    pauseToAsk: (ms, signal) => delay(ms / 20, undefined, { signal }),
    ...given,
  });
  return rest;
}

function options(): DiscordOptions {
  const settings = guildSettings.parse({});
  return {
    token: loopback.token,
    apiUrl: loopback.apiUrl,
    rest: openRest(),
    commands: [ping, report],
    actions: [again],
    store: {
      namespace: (name: string) => {
        const space = spaces.get(name) ?? new Keyv<unknown>();
        spaces.set(name, space);
        return space;
      },
      async claim(key) {
        if (claims.has(key)) return false;
        claims.add(key);
        return true;
      },
    },
    // The router only reads a context's settings.
    contextFor: async (caller): Promise<Context> =>
      Object({ ...caller, settings, holdsKey: () => false }),
    admit: async () => undefined,
    onTurnedAway: async () => undefined,
    explainFailure: () => null,
    onError: () => undefined,
    metrics: { interaction: () => undefined },
    log,
    version: '0.0.0',
    waits: { firstGapMs: 100, turnMs: 550 },
    onGuildAvailable: () => undefined,
    onGuildRemoved: (id) => removed.push(id),
    onFatal: (reason) => fatal.push(reason),
  };
}

beforeEach(async () => {
  loopback = await startLoopbackDiscord();
  [removed, fatal, lines, spaces, claims, presses, reports] = [
    [],
    [],
    [],
    new Map(),
    new Set(),
    0,
    0,
  ];
});

afterEach(async () => {
  await discord?.stop();
  rest?.close();
  discord = undefined;
  await loopback.close();
});

async function started() {
  const guild = loopback.addGuild({ name: 'Mine', channels: ['ops'] });
  const person = guild.addPerson({ name: 'Ada' });
  const [channel] = [...guild.channels.values()];
  if (channel === undefined) throw new Error('no channel');
  const own = options();
  discord = startDiscord(own);
  await loopback.ready();
  await discord.registered;
  return { guild, channel, discord, rest: own.rest, ada: loopback.as(person, channel.id) };
}

describe('over a real connection', () => {
  test('a command is answered, completed and clicked, and pings nobody', async () => {
    const { ada } = await started();
    const outcome = await ada.command('ping', { word: 'hi' });
    const message = await outcome.settled();
    expect([message.content, message.pinged, message.ephemeralFor]).toEqual([
      'hi @everyone',
      [],
      null,
    ]);
    expect(await ada.complete('ping', { word: 'yo' }, 'word')).toEqual([
      { name: 'yo!', value: 'yo' },
    ]);
    await ada.click(message, 'again:hi');
    await vi.waitFor(
      async () => expect((await outcome.settled()).content).toBe('hi again'),
      WITHIN,
    );
    expect(loopback.refusals).toEqual([]);
  });

  test('a slow one is deferred, then edited, within every limit', async () => {
    const { ada } = await started();
    const outcome = await ada.command('report', { private: true });
    const message = await outcome.settled((now) => now.attachments.length === 1);
    expect(message.ephemeralFor).not.toBeNull();
    expect(loopback.refusals).toEqual([]);
  });

  test('two deliveries of a click have one effect', async () => {
    const { ada } = await started();
    const message = await (await ada.command('ping')).settled();
    loopback.faults.deliveries = 2;
    const outcome = await ada.click(message, 'again:pong');
    await outcome.settled((now) => now.content === 'pong again');
    expect(presses).toBe(1);
    expect(loopback.refusals).toEqual([]);
  });

  test.each(['429', '500', 'reset', 'lost-answer'] as const)(
    'an answer gets through a %s',
    async (fault) => {
      const { ada } = await started();
      loopback.faults.nextCallbacks.push(fault);
      const outcome = await ada.command('ping', { word: 'hi' });
      expect((await outcome.settled()).content).toBe('hi @everyone');
    },
  );

  test('interactions go on after the connection was lost', async () => {
    const { ada, discord: running } = await started();
    loopback.closeGateway(4000);
    // Checked often, or it has recovered before anyone looks.
    await vi.waitFor(() => expect(running.health().ok).toBe(false), {
      timeout: WITHIN,
      interval: 5,
    });
    await vi.waitFor(() => expect(running.health().ok).toBe(true), WITHIN);
    expect((await (await ada.command('ping')).settled()).content).toBe('pong @everyone');
  });
});

describe('commands', () => {
  const startIn = async (guildId?: string) => {
    await discord?.stop();
    discord = startDiscord({ ...options(), ...(guildId === undefined ? {} : { guildId }) });
    await discord.registered;
  };

  test('show once, whether they are registered everywhere, in one guild, or in another', async () => {
    const { guild } = await started();
    const other = loopback.addGuild({ name: 'Other' });
    const everywhere = () => loopback.commands().length;
    const seenIn = ({ id }: { id: string }) => loopback.commands(id).length;
    const messages = () => [everywhere(), seenIn(guild), seenIn(other)];
    expect(messages()).toEqual([2, 2, 2]);
    await startIn(guild.id);
    expect(messages()).toEqual([0, 2, 0]);
    await startIn(other.id);
    expect(messages()).toEqual([0, 0, 2]);
    await startIn();
    expect(messages()).toEqual([2, 2, 2]);
  });

  test('go everywhere also when the one guild has thrown the bot out', async () => {
    const { guild } = await started();
    await startIn(guild.id);
    loopback.removeBot(guild.id);
    await startIn();
    expect(loopback.commands()).toHaveLength(2);
  });
});

describe('guilds', () => {
  test('that remove the bot are noticed; those whose servers are down are not removed', async () => {
    const { guild, discord: running } = await started();
    const other = loopback.addGuild({ name: 'Other' });
    await vi.waitFor(async () => expect(await running.hasLeft(other.id)).toBe(false), WITHIN);
    loopback.removeBot(guild.id);
    await vi.waitFor(() => expect(removed).toEqual([guild.id]), WITHIN);
    expect(await running.hasLeft(guild.id)).toBe(true);
    expect(await running.hasLeft(other.id)).toBe(false);
  });

  test('that were left while the bot was down are told apart', async () => {
    const left = loopback.addGuild({ name: 'Left' });
    loopback.removeBot(left.id);
    const { guild, discord: running } = await started();
    expect([await running.hasLeft(left.id), await running.hasLeft(guild.id)]).toEqual([
      true,
      false,
    ]);
  });

  test('in their hundreds hold nothing up', async () => {
    for (let i = 0; i < 300; i++) loopback.addGuild({ name: `Guild ${i}`, channels: ['a', 'b'] });
    const { ada, discord: running } = await started();
    expect((await (await ada.command('ping')).settled()).content).toBe('pong @everyone');
    expect(running.health()).toMatchObject({ ok: true, shards: [{ id: 0, status: 'Ready' }] });
  });
});

describe('a store that is away at the first READY', () => {
  test('is asked again, and what was clicked meanwhile is answered', async () => {
    const guild = loopback.addGuild({ name: 'Mine', channels: ['ops'] });
    const ada = loopback.as(guild.addPerson({ name: 'Ada' }), [...guild.channels.keys()][0] ?? '');
    await started();
    await discord?.stop();
    let asks = 0;
    discord = startDiscord({
      ...options(),
      async admit() {
        asks += 1;
        if (asks < 2) throw new StoreUnavailable('locked', 'SQLITE_BUSY');
      },
    });
    await loopback.ready();
    expect((await (await ada.command('ping')).settled()).content).toBe('pong @everyone');
    expect([asks, fatal]).toEqual([2, []]);
  });

  test('for too long: what waited is dropped, with a line, and the rest is answered', async () => {
    const { ada } = await started();
    await discord?.stop();
    let admit = (): void => undefined;
    const admitted = new Promise<void>((resolve) => (admit = resolve));
    discord = startDiscord({ ...options(), admit: () => admitted });
    await loopback.ready();
    const outcome = await ada.command('ping');
    expect(outcome.failed).toBe(true);
    await vi.waitFor(() => expect(lines.join('')).toContain('was not ready in time'), WITHIN);
    admit();
    expect((await (await ada.command('ping')).settled()).content).toBe('pong @everyone');
    expect(outcome.message).toBeNull();
    expect(loopback.refusals).toEqual([]);
  });
});

/** Through the front door: `test/e2e/discord/one-401.test.ts`. */
describe('one answer in place of Discord’s', () => {
  let front: Front;
  beforeEach(async () => {
    front = await startFront(loopback.apiUrl);
  });
  afterEach(() => front.close());

  const page = (status: number) => ({ status, body: `<html>${status}</html>`, type: 'text/html' });
  const unauthorized = { status: 401, body: '{"message":"401: Unauthorized","code":0}' };

  /** Starts, and answers the first request whose path matches in Discord's place. */
  async function startedDespite(path: RegExp, answer: Instead): Promise<void> {
    const answers = [answer];
    front.habits.instead = ({ url = '' }) => (path.test(url) ? (answers.shift() ?? null) : null);
    const apiUrl = `${front.url}/api`;
    discord = startDiscord({ ...options(), apiUrl, rest: openRest({ apiUrl }) });
    await loopback.ready(20_000);
    expect(await discord.registered).toBe('registered');
    expect(answers).toEqual([]);
    expect(fatal).toEqual([]);
  }

  test.each([
    ['401', unauthorized],
    ['401 with a page', page(401)],
    ['403 with a page', page(403)],
    ['404 with a page', page(404)],
    ['502 with a page', page(502)],
    ['200 with a page', page(200)],
    ['200 with a page that is called JSON', { status: 200, body: '<html>' }],
    ['200 without an address', { status: 200, body: '{"url":"somewhere","shards":1}' }],
  ])('%s at start: the bot connects all the same', async (_what, answer) => {
    await startedDespite(/gateway\/bot/, answer);
    expect(loopback.connections.live).toBe(1);
  });

  test.each([
    ['401', unauthorized],
    ['403 with a page', page(403)],
    ['400 with a page', page(400)],
  ])('%s on the registration: the commands are registered', async (_what, answer) => {
    await startedDespite(/\/commands/, answer);
    expect(loopback.commands().map(({ name }) => name)).toEqual(['ping', 'report']);
  });
});

describe('start and end', () => {
  test('waits for a Discord that is not there yet', async () => {
    loopback.faults.gatewayBotFailures = 6;
    const { ada } = await started();
    expect((await (await ada.command('ping')).settled()).content).toBe('pong @everyone');
  });

  test('a token that is not accepted is fatal, and named', async () => {
    const token = 'wrong';
    discord = startDiscord({ ...options(), token, rest: openRest({ token }) });
    await vi.waitFor(() => expect(fatal[0]).toContain('DISCORD_TOKEN'), WITHIN);
  });

  test('a token that is taken back while the bot runs is fatal, once', async () => {
    const front = await startFront(loopback.apiUrl);
    const guild = loopback.addGuild({ name: 'Mine', channels: ['ops'] });
    const [channel] = [...guild.channels.values()];
    const apiUrl = `${front.url}/api`;
    const given = options();
    const behind = openRest({ apiUrl });
    discord = startDiscord({ ...given, apiUrl, rest: behind });
    await discord.registered;
    expect(fatal).toEqual([]);
    front.habits.instead = () => ({ status: 401, body: '{"message":"401","code":0}' });
    await expect(behind.channels.post(channel?.id ?? '', { content: 'x' })).rejects.toThrow();
    expect(fatal).toEqual([]);
    // Asked a few more times, to tell Discord's verdict from something in between.
    await vi.waitFor(
      () => expect(fatal).toEqual(['Discord does not accept DISCORD_TOKEN']),
      WITHIN,
    );
    await front.close();
  });

  test('one 401 is not: the post after it is made', async () => {
    const { channel, rest: own } = await started();
    loopback.faults.nextRequests.push('401');
    const post = () => own.channels.post(channel.id, { content: 'x' });
    await expect(post()).rejects.toThrow('401');
    await post();
    await vi.waitFor(
      () => expect(lines.join('')).toContain('no proof that Discord refuses'),
      WITHIN,
    );
    expect(loopback.messages(channel.id)).toHaveLength(1);
    expect(fatal).toEqual([]);
  });

  test.each([4004, 4014])('close code %i is fatal', async (code) => {
    await started();
    loopback.closeGateway(code);
    await vi.waitFor(() => expect(fatal.join()).toContain(String(code)), WITHIN);
  });

  test('a stop lets what runs finish', async () => {
    const { ada, discord: running } = await started();
    const asked = ada.command('report');
    await vi.waitFor(() => expect(reports).toBe(1), WITHIN);
    const [outcome] = await Promise.all([asked, running.stop()]);
    expect((await outcome.settled()).attachments).toHaveLength(1);
  });

  test('a stop ends the waiting for a Discord that is not there', async () => {
    loopback.faults.gatewayBotFailures = 1000;
    discord = startDiscord(options());
    await vi.waitFor(
      () => expect(lines.join('')).toContain('no connection to Discord yet'),
      WITHIN,
    );
    await discord.stop();
    expect(fatal).toEqual([]);
  });
});

describe('commands', () => {
  test('are overwritten at each start, whatever stands there', async () => {
    await started();
    expect(loopback.commands().map(({ name }) => name)).toEqual(['ping', 'report']);
    await discord?.stop();
    discord = startDiscord({ ...options(), commands: [ping] });
    expect(await discord.registered).toBe('registered');
    expect(loopback.commands().map(({ name }) => name)).toEqual(['ping']);
  });

  test('are registered by the process that has shard 0 alone', async () => {
    await started();
    await discord?.stop();
    const puts = () => loopback.requests.filter(({ method }) => method === 'PUT').length;
    const before = puts();
    discord = startDiscord({ ...options(), commands: [ping], shards: { ids: [1], count: 2 } });
    expect(await discord.registered).toBe('other-process');
    expect(puts()).toBe(before);
  });

  test('are tried again until Discord takes them', async () => {
    loopback.faults.nextRequests.push('500', '500', '500', '500', '403');
    await started();
    expect(loopback.commands()).toHaveLength(2);
  });
});

describe('messages', () => {
  test('a post whose answer is lost is one message', async () => {
    const { channel, rest: own } = await started();
    loopback.faults.nextRequests.push('lost-answer');
    const { messageId } = await own.channels.post(channel.id, { content: 'daily' });
    const first = await own.channels.post(channel.id, { content: 'daily' }, 'n1');
    expect(await own.channels.post(channel.id, { content: 'daily' }, 'n1')).toEqual(first);
    expect(loopback.messages(channel.id)).toHaveLength(2);
    await own.channels.edit(channel.id, messageId, {
      content: '@everyone',
      files: [{ name: 'c.png', data: Buffer.from('x'), description: 'A chart' }],
    });
    expect(loopback.messages(channel.id)[0]).toMatchObject({
      content: '@everyone',
      pinged: [],
      attachments: [{ filename: 'c.png', description: 'A chart' }],
    });
    expect(loopback.refusals).toEqual([]);
  });

  test('a channel that refuses says why', async () => {
    const { channel, rest: own } = await started();
    loopback.faults.nextRequests.push('403', '404');
    await expect(own.channels.post(channel.id, { content: 'x' })).rejects.toMatchObject({
      reason: 'forbidden',
    });
    await expect(own.channels.post(channel.id, { content: 'x' })).rejects.toMatchObject({
      reason: 'gone',
    });
  });

  test('missing permissions are named', async () => {
    const { channel, rest: own } = await started();
    expect(await own.missingPermissions(channel.id)).toEqual([]);
    channel.missing.add('AttachFiles');
    expect(await own.missingPermissions(channel.id)).toEqual(['Attach Files']);
    channel.missing.add('ViewChannel');
    expect(await own.missingPermissions(channel.id)).toEqual(['View Channel']);
  });
});
