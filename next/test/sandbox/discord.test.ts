import { once } from 'node:events';
import { ButtonStyle, Client, ComponentType, LabelBuilder, MessageFlags } from 'discord.js';
import { ModalBuilder, Routes, TextInputBuilder, TextInputStyle } from 'discord.js';
import type {
  ActionRowData,
  ChatInputCommandInteraction,
  Interaction,
  MessageActionRowComponentData,
  MessageComponentInteraction,
} from 'discord.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startDiscord } from '../../sandbox/discord/server.js';
import { readMessage } from '../../sandbox/discord/text.js';
import type {
  LoopbackChannel,
  LoopbackDiscord,
  LoopbackGuild,
  Outcome,
  Person,
  ShownMessage,
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
  { type: 4, name: 'page', description: 'A page', min_value: 1 },
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

type Row = ActionRowData<MessageActionRowComponentData>;

const button = (label: string, customId = label.toLowerCase()): Row => {
  const success = { type: ComponentType.Button, style: ButtonStyle.Success } as const;
  return { type: ComponentType.ActionRow, components: [{ ...success, label, customId }] };
};

/** The command shows a row; `work` gets what somebody does with it. */
function onRow(row: Row, work: (used: MessageComponentInteraction) => Promise<unknown>): void {
  bot = async (interaction) => {
    if (interaction.isMessageComponent()) await work(interaction);
    else if (interaction.isChatInputCommand()) {
      await interaction.reply({ content: 'Which?', components: [row] });
    }
  };
}

const post = (channel: LoopbackChannel, body: object) =>
  client.rest.post(Routes.channelMessages(channel.id), { body });

function shown({ message }: Outcome): ShownMessage {
  if (!message) throw new Error('There is no message');
  return message;
}

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
  guild.fault = null;
});

describe('the gateway', () => {
  it('makes a client ready that knows its servers', () => {
    expect(client.guilds.cache.map(({ name }) => name)).toEqual(['Northgrid']);
  });

  it('replays to a resumed session what it missed', async () => {
    onCommand((command) => command.reply('Still here'));
    const resumed = once(client, 'shardResume');
    discord.closeGateway();
    expect((await list()).message?.content).toBe('Still here');
    await expect(resumed).resolves.toEqual([0, expect.any(Number)]);
  });

  it('sends a shard the events of its own servers alone', async () => {
    const second = { intents: [], shards: [1], shardCount: 2 };
    const shard = new Client({ ...second, rest: { api: discord.apiUrl } });
    const seen: (string | null)[] = [];
    shard.on('interactionCreate', ({ guildId }) => seen.push(guildId));
    await shard.login(discord.token);
    onCommand((command) => command.reply('Seen'));
    const guilds = [discord.addGuild({ name: 'One' }), discord.addGuild({ name: 'Two' })];
    for (const each of guilds) await each.addPerson('Ada').run('miners list', SITE);
    await shard.destroy();
    expect(seen).toHaveLength(1);
  });
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
    await expect(person.run('miners')).rejects.toThrow('needs a subcommand');
    await expect(person.run('miners list')).rejects.toThrow('needs site');
    await expect(list({ coin: 'BTC' })).rejects.toThrow('no option coin');
    await expect(list({ channel: 'attic' })).rejects.toThrow('does not take attic');
    await expect(list({ page: '2' })).rejects.toThrow('does not take 2');
  });

  it('clicks a button, which edits its message', async () => {
    onRow(button('Confirm', 'confirm:9'), (used) =>
      used.update({ content: 'Done', components: [] }),
    );
    const message = shown(await list());
    await expect(person.click(message, 'Delete')).rejects.toThrow('no button Delete: Confirm');
    const clicked = await person.click(message, 'Confirm');
    expect(clicked.first).toBe('update');
    expect(clicked.message).toMatchObject({ id: message.id, content: 'Done' });
    await expect(person.click(message, 'confirm:9')).rejects.toThrow('no button');
  });

  it('gets a private answer to a click, which others cannot click', async () => {
    onRow(button('Confirm'), async (used) => {
      await used.deferUpdate();
      const flags = MessageFlags.Ephemeral;
      await used.followUp({ content: 'Not you', components: [button('Why')], flags });
    });
    const refused = await guild.addPerson('Nico').click(shown(await list()), 'Confirm');
    expect(refused).toMatchObject({ first: 'defer-update', message: { content: 'Not you' } });
    await expect(person.click(shown(refused), 'Why')).rejects.toThrow("can't see");
  });

  it('fills in a form; what they leave out keeps its value', async () => {
    const input = (id: string, value: string) =>
      new TextInputBuilder().setCustomId(id).setStyle(TextInputStyle.Short).setValue(value);
    const label = (name: string, value: string) =>
      new LabelBuilder().setLabel(name).setTextInputComponent(input(name.toLowerCase(), value));
    bot = async (interaction) => {
      if (interaction.isChatInputCommand()) {
        const labels = [label('Name', 'pecos-air'), label('Reason', 'none')];
        const form = new ModalBuilder().setCustomId('create').setTitle('New');
        await interaction.showModal(form.addLabelComponents(labels));
      } else if (interaction.isModalSubmit()) {
        const typed = ['name', 'reason'].map((id) => interaction.fields.getTextInputValue(id));
        await interaction.reply(typed.join(', '));
      }
    };
    const opened = await list();
    expect(opened).toMatchObject({ first: 'form', message: null, form: { title: 'New' } });
    await expect(person.submit(opened, { name: '' })).rejects.toThrow('name is required');
    await expect(person.submit(opened, { coin: 'BTC' })).rejects.toThrow('no field coin');
    const { message } = await person.submit(opened, { Reason: 'a new hall' });
    expect(message?.content).toBe('pecos-air, a new hall');
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
  const fields = [{ name: 'A', value: ' ' }];
  const big = { description: 'x'.repeat(4_000) };
  const row = (custom_id?: string) => {
    return { type: 1, components: [{ type: 2, style: 1, label: 'Open', custom_id }] };
  };
  it.each([
    ['nothing in it', {}, 50006],
    ['content over 2,000 characters', { content: 'x'.repeat(2_001) }, 50035],
    ['embeds over 6,000 characters', { embeds: [big, big] }, 50035],
    ['an empty field value', { embeds: [{ fields }] }, 50035],
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

  it('with a bad command name or a required option after an optional one is refused', async () => {
    const option = { name: 'a', description: 'A', type: 3 };
    const options = [option, { ...option, name: 'b', required: true }];
    const bad = [{ name: 'Miners', description: 'Upper case', options }];
    await expect(client.application.commands.set(bad)).rejects.toThrow(
      /upper case.*required option/,
    );
    expect(discord.commands).toHaveLength(1);
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

describe('files and cards', () => {
  it('keep their bytes and read as text', async () => {
    const card = {
      title: 'Pool summary · BTC',
      color: 0xe69f00,
      description: 'Since <t:1793000000:R>',
      footer: { text: 'Read from the pool' },
      timestamp: '2026-11-29T00:00:00.000Z',
      image: { url: 'attachment://hashrate.png' },
    };
    onCommand((command) =>
      command.reply({
        content: 'Above',
        embeds: [card],
        files: ['hashrate.png', 'summary.csv'].map((name) => {
          return { attachment: Buffer.from(`Bytes of ${name}`), name };
        }),
        components: [button('Confirm')],
      }),
    );
    const message = shown(await list());
    expect(message.contents['hashrate.png']?.toString()).toBe('Bytes of hashrate.png');
    expect(readMessage(message).split('\n')).toEqual([
      'Above',
      '▌amber Pool summary · BTC',
      'Since <t:1793000000:R>',
      '(Read from the pool · 2026-11-29T00:00:00.000Z)',
      'chart: hashrate.png',
      'file: summary.csv',
      '[+Confirm]',
    ]);
  });
});

describe('a fault of one server', () => {
  it('can take a post and lose the answer', async () => {
    const channel = guild.addChannel('lost');
    guild.fault = () => 'reset-after';
    await expect(post(channel, { content: 'x' })).rejects.toThrow();
    expect(channel.messages()).toHaveLength(1);
  });
});
