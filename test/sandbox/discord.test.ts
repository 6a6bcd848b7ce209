import { Client, Routes, type ChatInputCommandInteraction } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDiscord } from '../../sandbox/discord/server.js';
import type { LoopbackDiscord, LoopbackGuild, Person } from '../../sandbox/discord/types.js';

const OPTIONS = [
  { type: 3, name: 'site', description: 'A site', required: true },
  { type: 7, name: 'channel', description: 'A channel', channel_types: [0, 11] },
];
const LIST = { type: 1, name: 'list', description: 'List the miners', options: OPTIONS };
const COMMANDS = [{ name: 'miners', description: 'Miners', options: [LIST] }];

let discord: LoopbackDiscord;
let client: Client<true>;
let guild: LoopbackGuild;
let person: Person;
let now = Date.UTC(2026, 10, 29);
/** What the bot does with the command of this test. */
let bot: (command: ChatInputCommandInteraction) => Promise<unknown>;
let failure: unknown;

beforeAll(async () => {
  discord = await startDiscord({ now: () => now });
  guild = discord.addGuild({ name: 'Northgrid' });
  person = guild.addPerson('Mara', { admin: true });
  const made = new Client({ intents: ['Guilds'], rest: { api: discord.apiUrl, retries: 0 } });
  made.on('interactionCreate', (interaction) => {
    if (!interaction.isChatInputCommand()) return;
    bot(interaction).catch((error: unknown) => (failure = error));
  });
  const ready = new Promise<Client<true>>((resolve) => made.once('clientReady', resolve));
  await made.login(discord.token);
  client = await ready;
  await client.application.commands.set(COMMANDS);
});
afterAll(async () => {
  await client.destroy();
  await discord.stop();
});

const list = (options: Readonly<Record<string, string>> = {}) =>
  person.run('miners list', { site: 'Pecos Flats', ...options });

it('a person cannot send what the client would not let them send', async () => {
  await expect(person.run('fleet')).rejects.toThrow('no command');
  await expect(person.run('miners list')).rejects.toThrow('needs site');
  await expect(list({ coin: 'BTC' })).rejects.toThrow('no option coin');
  await expect(list({ channel: 'attic' })).rejects.toThrow('does not take attic');
});

describe('an interaction', () => {
  it('is unknown three seconds later', async () => {
    bot = (command) => {
      now += 3_001;
      return command.reply('Late');
    };
    expect(await list()).toMatchObject({ first: 'none', message: null });
    await expect.poll(() => failure).toMatchObject({ code: 10062 });
  });

  it('takes edits for fifteen minutes', async () => {
    bot = async (command) => {
      await command.reply('Now');
      now += 16 * 60_000;
      await command.editReply('Later');
    };
    await list();
    await expect.poll(() => failure).toMatchObject({ code: 50027 });
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
    const route = Routes.channelMessages(guild.general.id);
    await expect(client.rest.post(route, { body })).rejects.toMatchObject({ code });
    expect(discord.refusals[noted]).toContain(`POST ${route}: ${code}`);
  });

  it('with a required option after an optional one is refused', async () => {
    const option = { name: 'a', description: 'A', type: 3 };
    const options = [option, { ...option, name: 'b', required: true }];
    const bad = [{ name: 'miners', description: 'Miners', options }];
    await expect(client.application.commands.set(bad)).rejects.toThrow('required option');
    expect(discord.commands).toMatchObject(COMMANDS);
  });
});
