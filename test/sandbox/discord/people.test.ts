import { expect, test } from 'vitest';
import type { Interaction } from 'discord.js';
import { useScene } from './bot.js';

const scene = useScene();
const actor = () => scene.discord.as(scene.person, scene.channelId);

async function answering(handle: (interaction: Interaction) => Promise<unknown>): Promise<void> {
  const client = await scene.connect();
  client.on('interactionCreate', (interaction) => void handle(interaction));
}

test.each([
  ['pool', {}, 'There is no command /pool'],
  ['setup', {}, '/setup needs a subcommand: key, roles'],
  ['setup keys', {}, 'there is no subcommand keys'],
  ['setup roles', {}, 'needs the option role'],
  ['setup roles', { role: '1' }, 'names no role'],
  ['summary', { coin: 'BTC' }, 'has no option coin'],
  ['summary', { currency: 'DOGE' }, 'is none of BTC, LTC'],
  ['summary', { days: 1.5 }, 'is not a whole number'],
  ['summary', { days: 0 }, 'is less than 1'],
  ['summary', { days: 31 }, 'is more than 30'],
  ['summary', { private: 'maybe' }, 'is neither true nor false'],
  ['summary', { subaccount: '' }, 'is empty'],
])('/%s %j cannot be sent', async (path, options, why) => {
  await scene.connect();
  await expect(actor().command(path, options)).rejects.toThrow(why);
});

test('options arrive with the types they were declared with', async () => {
  const { payload } = await scene.taken((me) =>
    me.command('summary', { currency: 'LTC', days: '30', private: 'true', subaccount: 'a' }),
  );
  expect(payload.data).toMatchObject({
    options: [
      { name: 'currency', type: 3, value: 'LTC' },
      { name: 'subaccount', type: 3, value: 'a' },
      { name: 'days', type: 4, value: 30 },
      { name: 'private', type: 5, value: true },
    ],
  });
});

test('completion offers what the bot answers, with the typed text and the other options', async () => {
  await answering(async (interaction) => {
    if (!interaction.isAutocomplete()) return;
    const typed = interaction.options.getFocused();
    const coin = interaction.options.getString('currency') ?? '';
    await interaction.respond([{ name: `${typed}-${coin}`, value: typed }]);
  });
  const choices = await actor().complete(
    'summary',
    { subaccount: 'no', currency: 'BTC' },
    'subaccount',
  );
  expect(choices).toEqual([{ name: 'no-BTC', value: 'no' }]);
  await expect(actor().complete('summary', {}, 'currency')).rejects.toThrow('has no autocomplete');
});

const ROWS = [
  {
    type: 1,
    components: [
      { type: 2, style: 1, label: 'Go', custom_id: 'go' },
      { type: 2, style: 1, label: 'No', custom_id: 'no', disabled: true },
    ],
  },
  {
    type: 1,
    components: [
      {
        type: 3,
        custom_id: 'pick',
        min_values: 1,
        max_values: 2,
        options: ['a', 'b', 'c'].map((value) => ({ label: value, value })),
      },
    ],
  },
];

test('buttons and selects answer only to what is on the message as it stands', async () => {
  await answering(async (interaction) => {
    if (interaction.isChatInputCommand())
      await interaction.reply({ content: '1', components: ROWS });
    if (interaction.isButton()) await interaction.update(`pressed ${interaction.customId}`);
    if (interaction.isStringSelectMenu()) {
      await interaction.update({ content: interaction.values.join('+'), components: [] });
    }
  });
  const message = await (await actor().command('summary')).settled();

  await expect(actor().click(message, 'no')).rejects.toThrow('no is disabled');
  await expect(actor().click(message, 'gone')).rejects.toThrow('has no component gone');
  await expect(actor().click(message, 'pick')).rejects.toThrow('pick isn’t a button');
  await expect(actor().select(message, 'go', ['a'])).rejects.toThrow('go isn’t a select');
  await expect(actor().select(message, 'pick', [])).rejects.toThrow('takes 1 to 2 values, not 0');
  await expect(actor().select(message, 'pick', ['d'])).rejects.toThrow('does not offer d');
  await expect(actor().select(message, 'pick', ['a', 'b', 'c'])).rejects.toThrow('not 3');

  expect((await actor().click(message, 'go')).message?.content).toBe('pressed go');
  expect((await actor().select(message, 'pick', ['a', 'c'])).message?.content).toBe('a+c');
  await expect(actor().click(message, 'go')).rejects.toThrow('has no component go');
  expect((await actor().forge(message, 'go')).message?.content).toBe('pressed go');
});

test('a private message is seen and used by its person alone', async () => {
  await answering(async (interaction) => {
    if (interaction.isChatInputCommand()) {
      await interaction.reply({ content: '1', components: ROWS, flags: 64 });
    }
  });
  const message = await (await actor().command('summary')).settled();
  const other = scene.discord.as(scene.guild.addPerson({ name: 'Bob' }), scene.channelId);
  await expect(other.click(message, 'go')).rejects.toThrow('Bob cannot see this message');
});

test('a click that defers is settled by its edit, or by what was said instead', async () => {
  await answering(async (interaction) => {
    if (interaction.isChatInputCommand())
      await interaction.reply({ content: '1', components: ROWS });
    if (!interaction.isButton()) return;
    await interaction.deferUpdate();
    if (interaction.message.content === '1') await interaction.editReply('2');
    else await interaction.followUp({ content: 'No', flags: 64 });
  });
  const message = await (await actor().command('summary')).settled();
  const edited = await (await actor().click(message, 'go')).settled();
  expect(edited).toMatchObject({ id: message.id, content: '2', edited: true });
  const said = await (await actor().click(message, 'go')).settled();
  expect(said).toMatchObject({ content: 'No', ephemeralFor: scene.person.id });
});

const FORM = {
  custom_id: 'form',
  title: 'Form',
  components: [
    { type: 10, content: 'Read this first' },
    {
      type: 18,
      label: 'Key',
      component: { type: 4, custom_id: 'key', style: 1, min_length: 3, max_length: 5 },
    },
    {
      type: 18,
      label: 'Note',
      component: { type: 4, custom_id: 'note', style: 2, required: false, value: 'As before' },
    },
    {
      type: 18,
      label: 'Days',
      component: {
        type: 3,
        custom_id: 'days',
        min_values: 1,
        max_values: 2,
        options: ['MONDAY', 'FRIDAY'].map((day) => ({ label: day, value: day })),
      },
    },
    {
      type: 1,
      components: [{ type: 4, custom_id: 'old', style: 1, label: 'Old', required: false }],
    },
  ],
};

test('a form is filled as the client lets it be filled', async () => {
  const { outcome, respond } = await scene.taken((me) => me.command('setup key'));
  expect(await respond({ type: 9, data: FORM })).toMatchObject({ status: 204 });
  const opened = await outcome;
  const days = ['FRIDAY'];
  const submit = (fields: Record<string, string | string[]>) => actor().submit(opened, fields);

  expect(opened).toMatchObject({ modal: { custom_id: 'form' }, message: null });
  await expect(opened.settled()).rejects.toThrow('A form was opened');
  await expect(submit({ days })).rejects.toThrow('The field key must be filled');
  await expect(submit({ key: 'ab', days })).rejects.toThrow('needs at least 3 characters');
  await expect(submit({ key: 'abcdef', days })).rejects.toThrow('takes at most 5 characters');
  await expect(submit({ key: 'abc' })).rejects.toThrow('days takes 1 to 2 values, not 0');
  await expect(submit({ key: 'abc', days: ['1'] })).rejects.toThrow('does not offer 1');
  await expect(submit({ key: 'abc', days, x: '1' })).rejects.toThrow('has no field x');
  const bob = scene.discord.as(scene.guild.addPerson({ name: 'Bob' }), scene.channelId);
  await expect(bob.submit(opened, { key: 'abc', days })).rejects.toThrow('for somebody else');

  const { payload } = await scene.taken(() => submit({ key: 'abc', days }));
  expect(payload).toMatchObject({
    type: 5,
    data: {
      custom_id: 'form',
      components: [
        { type: 10 },
        { type: 18, component: { type: 4, custom_id: 'key', value: 'abc' } },
        { type: 18, component: { custom_id: 'note', value: 'As before' } },
        { type: 18, component: { type: 3, custom_id: 'days', values: days } },
        { type: 1, components: [{ type: 4, custom_id: 'old', value: '' }] },
      ],
    },
  });
  expect(payload).not.toHaveProperty('message');
});

test('the submit of a form that a button opened can update the message of the button', async () => {
  await answering(async (interaction) => {
    if (interaction.isChatInputCommand())
      await interaction.reply({ content: '1', components: ROWS });
    if (interaction.isButton()) {
      await interaction.showModal({
        custom_id: 'form',
        title: 'Form',
        components: [
          { type: 18, label: 'Key', component: { type: 4, custom_id: 'key', style: 1 } },
        ],
      });
    }
    if (interaction.isModalSubmit() && interaction.isFromMessage()) {
      await interaction.update(interaction.fields.getTextInputValue('key'));
    }
  });
  const message = await (await actor().command('summary')).settled();
  const opened = await actor().click(message, 'go');
  const outcome = await actor().submit(opened, { key: 'filled' });
  expect(outcome.message).toMatchObject({ id: message.id, content: 'filled', edited: true });
});

test('a bot that was removed is spoken to no more', async () => {
  await scene.connect();
  const me = actor();
  scene.discord.removeBot(scene.guild.id);
  expect(() => actor()).toThrow('is not in Mine');
  await expect(me.command('summary')).rejects.toThrow('is not in Mine');
});
