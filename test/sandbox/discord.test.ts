import { once } from 'node:events';
import { Client, MessageFlags, Routes } from 'discord.js';
import type { ChatInputCommandInteraction, Interaction } from 'discord.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startDiscord } from '../../sandbox/discord/server.js';
import type {
  LoopbackChannel,
  LoopbackDiscord,
  LoopbackGuild,
  Person,
} from '../../sandbox/discord/types.js';

let discord: LoopbackDiscord;
let client: Client<true>;
let guild: LoopbackGuild;
let person: Person;
let now = Date.UTC(2026, 10, 29);
/** What the bot does with the interaction of this test. */
let bot: (interaction: Interaction) => Promise<unknown>;
let failures: unknown[] = [];

const OPTIONS = [
  { type: 3, name: 'site', description: 'A site', required: true, autocomplete: true },
  { type: 5, name: 'private', description: 'Only you see it' },
  { type: 7, name: 'channel', description: 'A channel', channel_types: [0, 11] },
  { type: 8, name: 'role', description: 'A role' },
];
const LIST = { type: 1, name: 'list', description: 'List the miners', options: OPTIONS };
const COMMANDS = [{ name: 'miners', description: 'Miners', options: [LIST] }];

async function connect(): Promise<Client<true>> {
  const made = new Client({ intents: ['Guilds'], rest: { api: discord.apiUrl, retries: 0 } });
  made.on('interactionCreate', (interaction) => {
    bot(interaction).catch((error: unknown) => failures.push(error));
  });
  const ready = new Promise<Client<true>>((resolve) => made.once('clientReady', resolve));
  await made.login(discord.token);
  return ready;
}

function onCommand(work: (command: ChatInputCommandInteraction) => Promise<unknown>): void {
  bot = (interaction) =>
    interaction.isChatInputCommand() ? work(interaction) : Promise.resolve(undefined);
}

function codes(): unknown[] {
  return failures.map((error) => (error instanceof Error && 'code' in error ? error.code : error));
}

const post = (channel: LoopbackChannel, body: object) =>
  client.rest.post(Routes.channelMessages(channel.id), { body });

const SITE = { site: 'Pecos Flats' };
const list = (options: Readonly<Record<string, string | number | boolean>> = {}) =>
  person.run('miners list', { ...SITE, ...options });

beforeAll(async () => {
  discord = await startDiscord({ now: () => now });
  guild = discord.addGuild({ name: 'Northgrid' });
  person = guild.addPerson('Mara', { admin: true });
  client = await connect();
  await client.application.commands.set(COMMANDS);
});

afterAll(async () => {
  await client.destroy();
  await discord.stop();
});

afterEach(() => {
  failures = [];
});

it('a resumed session is told what it missed', async () => {
  onCommand((command) => command.reply('Still here'));
  const resumed = once(client, 'shardResume');
  discord.closeGateway();
  expect((await list()).message?.content).toBe('Still here');
  await expect(resumed).resolves.toEqual([0, expect.any(Number)]);
});

describe('a person', () => {
  it('runs a command with options as the client sends them', async () => {
    const role = guild.addRole('Operators');
    let read: unknown;
    onCommand((command) => {
      const { options, memberPermissions } = command;
      read = {
        site: options.getString('site'),
        private: options.getBoolean('private'),
        channel: options.getChannel('channel')?.name,
        role: options.getRole('role')?.id,
        admin: memberPermissions?.has('ManageGuild'),
      };
      return command.reply({ content: 'For you', flags: MessageFlags.Ephemeral });
    });
    const outcome = await list({ private: true, channel: '#general', role: 'Operators' });
    const given = { ...SITE, private: true, channel: 'general', role: role.id };
    expect(read).toEqual({ ...given, admin: true });
    expect(outcome.first).toBe('reply');
    expect(outcome.message?.privateTo).toBe(person.id);
    expect(guild.general.messages().map(({ id }) => id)).not.toContain(outcome.message?.id);
    expect(guild.general.messages(person).at(-1)?.content).toBe('For you');
  });

  it('cannot send what the client would not let them send', async () => {
    await expect(person.run('fleet')).rejects.toThrow('no command');
    await expect(person.run('miners list')).rejects.toThrow('needs site');
    await expect(list({ coin: 'BTC' })).rejects.toThrow('no option coin');
    await expect(list({ channel: 'attic' })).rejects.toThrow('does not take attic');
  });
});

describe('an interaction', () => {
  it('is unknown three seconds later', async () => {
    onCommand((command) => {
      now += 3_001;
      return command.reply('Late');
    });
    const outcome = await list();
    expect(outcome).toMatchObject({ first: 'none', message: null });
    await expect.poll(codes).toEqual([10062]);
  });

  it('takes edits for fifteen minutes', async () => {
    onCommand(async (command) => {
      await command.reply('Now');
      now += 16 * 60_000;
      await command.editReply('Later');
    });
    await list();
    await expect.poll(codes).toEqual([50027]);
  });
});

describe('a payload that Discord would refuse', () => {
  const big = { description: 'x'.repeat(4_000) };
  const row = (custom_id?: string) => {
    return { type: 1, components: [{ type: 2, style: 1, label: 'Open', custom_id }] };
  };
  it.each([
    ['nothing in it', {}, 50006],
    ['content over 2,000 characters', { content: 'x'.repeat(2_001) }, 50035],
    ['embeds over 6,000 characters', { embeds: [big, big] }, 50035],
    ['a title over 256 characters', { embeds: [{ title: 'x'.repeat(257) }] }, 50035],
    ['six rows', { components: [1, 2, 3, 4, 5, 6].map((n) => row(`${n}`)) }, 50035],
    ['a custom id used twice', { components: [row('same'), row('same')] }, 50035],
    ['a button without a custom id', { components: [row()] }, 50035],
    ['a picture that is not there', { embeds: [{ image: { url: 'attachment://a.png' } }] }, 50035],
    ['half a character', { content: '\ud83d' }, 50109],
  ])('with %s is refused and noted', async (_what, body, code) => {
    const noted = discord.refusals.length;
    await expect(post(guild.general, body)).rejects.toMatchObject({ code });
    const request = `POST ${Routes.channelMessages(guild.general.id)}`;
    expect(discord.refusals[noted]).toContain(`${request}: ${code}`);
  });

  it('with a required option after an optional one is refused', async () => {
    const option = { name: 'a', description: 'A', type: 3 };
    const options = [option, { ...option, name: 'b', required: true }];
    const bad = [{ name: 'miners', description: 'Miners', options }];
    await expect(client.application.commands.set(bad)).rejects.toThrow('required option');
    expect(discord.commands).toMatchObject(COMMANDS);
  });
});

describe('a channel', () => {
  it('lets the bot post in a thread by Send Messages in Threads of its parent', async () => {
    const open = guild.addChannel('open-threads', { deny: ['SendMessages'] });
    const closed = guild.addChannel('no-threads', { deny: ['SendMessagesInThreads'] });
    await expect(post(open, { content: 'x' })).rejects.toMatchObject({ code: 50013 });
    const [inOpen, inClosed] = [guild.addThread('a', open), guild.addThread('b', closed)];
    await post(inOpen, { content: 'Posted' });
    await expect(post(inClosed, { content: 'x' })).rejects.toMatchObject({ code: 50013 });
    expect(inOpen.messages()).toHaveLength(1);
    expect(await client.rest.get(Routes.channel(inOpen.id))).toMatchObject({ type: 11 });
  });

  it('drops embeds without Embed Links, and is closed without View Channel', async () => {
    const channel = guild.addChannel('plain', { deny: ['EmbedLinks'] });
    const embeds = [{ title: 'Card' }];
    await post(channel, { content: 'Words', embeds });
    await expect(post(channel, { embeds })).rejects.toMatchObject({ code: 50006 });
    expect(channel.messages()).toMatchObject([{ content: 'Words', embeds: [] }]);
    channel.setPermissions({ deny: ['ViewChannel'] });
    await expect(post(channel, { content: 'x' })).rejects.toMatchObject({ code: 50001 });
    await expect(client.rest.get(Routes.channel('123456789012345678'))).rejects.toMatchObject({
      code: 10003,
    });
  });

  it('posts a message with the same nonce once within minutes', async () => {
    const channel = guild.addChannel('alerts');
    const body = { content: 'Fired', nonce: 'alert-1', enforce_nonce: true };
    const [first, again] = [await post(channel, body), await post(channel, body)];
    expect(again).toEqual(first);
    now += 6 * 60_000;
    await post(channel, body);
    expect(channel.messages()).toHaveLength(2);
  });

  it('notifies only whom the allowed mentions name', async () => {
    const [ops, hidden] = [guild.addRole('Ops', { mentionable: true }), guild.addRole('Board')];
    const content = `<@&${ops.id}> <@&${hidden.id}> <@${person.id}> @everyone`;
    const roles = [ops.id, hidden.id];
    const sent = await post(guild.general, { content, allowed_mentions: { parse: [], roles } });
    expect(sent).toMatchObject({ mention_roles: [ops.id], mentions: [], mention_everyone: false });
  });
});
