import { EventEmitter, once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { MessageFlags, type ChatInputCommandInteraction } from 'discord.js';
import { expect, test } from 'vitest';
import { useScene } from './bot.js';

const scene = useScene();

test('a command is answered at once', async () => {
  const client = await scene.connect();
  client.on('interactionCreate', (interaction) => {
    if (interaction.isChatInputCommand()) void interaction.reply('42 PH/s');
  });
  const { discord, person, channelId } = scene;

  const outcome = await discord.as(person, channelId).command('summary', { currency: 'BTC' });

  expect(outcome.message).toMatchObject({
    content: '42 PH/s',
    thinking: false,
    ephemeralFor: null,
  });
  expect(discord.messages(channelId)).toEqual([outcome.message]);
  expect(discord.refusals).toEqual([]);
});

test('a deferred private answer is thinking first, then edited with a card and a file', async () => {
  const client = await scene.connect();
  const go = new EventEmitter();
  async function answer(interaction: ChatInputCommandInteraction): Promise<void> {
    await interaction.deferReply({ flags: MessageFlags.Ephemeral });
    await once(go, 'on');
    await interaction.editReply({
      embeds: [{ title: 'Summary', image: { url: 'attachment://chart.png' } }],
      files: [
        { attachment: Buffer.from('picture'), name: 'chart.png', description: 'A chart' },
        { attachment: Buffer.from('a,b'), name: 'days.csv' },
      ],
    });
  }
  client.on('interactionCreate', (interaction) => {
    if (interaction.isChatInputCommand()) void answer(interaction);
  });
  const { discord, person, channelId } = scene;

  const outcome = await discord.as(person, channelId).command('summary');
  expect(outcome.message).toMatchObject({ thinking: true, ephemeralFor: person.id });
  // Deferred and waiting: the client hears of the acceptance after the person does.
  while (go.listenerCount('on') === 0) await setImmediate();
  go.emit('on');
  const message = await outcome.settled();

  const [chart, days] = message.attachments;
  expect(message).toMatchObject({ thinking: false, edited: false, ephemeralFor: person.id });
  expect(chart).toMatchObject({ filename: 'chart.png', description: 'A chart', inEmbed: true });
  expect(message.embeds).toEqual([{ title: 'Summary', image: { url: chart?.url } }]);
  expect(await (await fetch(String(days?.url))).text()).toBe('a,b');
  expect(discord.refusals).toEqual([]);
});
