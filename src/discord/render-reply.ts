import {
  ActionRowBuilder,
  ButtonBuilder,
  LabelBuilder,
  ModalBuilder,
  StringSelectMenuBuilder,
  TextInputBuilder,
} from '@discordjs/builders';
import {
  ButtonStyle,
  TextInputStyle,
  type APIEmbed,
  type APIMessageTopLevelComponent,
  type APIModalInteractionResponseCallbackData,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';
import { cut, cutLines } from '../text.js';
import type { Button, Choice, Form, FormField, Reply, ReplyFile, Tone } from './reply.js';

/** What Discord is sent, whether as a post, an answer or an edit. */
export interface Message {
  readonly body: RESTPostAPIChannelMessageJSONBody;
  readonly files: ReplyFile[];
}

const COLOURS: Record<Tone, number> = {
  open: 0x56b4e9,
  good: 0x009e73,
  warning: 0xe69f00,
  bad: 0xd55e00,
  over: 0x8b949e,
};

/**
 * Discord's limits (documentation, Message resource). It counts characters, we count UTF-16 units, and
 * there are never fewer of those.
 */
const CONTENT = 2_000;
const TITLE = 256;
const DESCRIPTION = 4_096;
const ALL_EMBEDS = 6_000;

/**
 * Sets every part, so that an edit replaces the whole message. `finish` changes texts before they
 * are cut, such as by making commands tappable.
 */
export function toMessage(reply: Reply, finish = (text: string) => text): Message {
  const { content = '', cards = [], files = [], rows = [], pings } = reply;
  const charts = cards.flatMap(({ chart }) => chart ?? []);
  return {
    body: {
      content: cut(finish(content), CONTENT),
      embeds: toEmbeds(cards, finish),
      components: rows.flatMap(toRow),
      attachments: [
        ...charts.map(({ name, alt }) => ({ filename: name, description: cut(alt, 1_024) })),
        ...files.map(({ name }) => ({ filename: name })),
      ].map((attachment, id) => ({ id: String(id), ...attachment })),
      allowed_mentions: { parse: [], roles: [], users: [], ...pings },
    },
    files: [...charts, ...files],
  };
}

/** Plain objects: EmbedBuilder's checks cost more than all of our own work. */
function toEmbeds(
  cards: NonNullable<Reply['cards']>,
  finish: (text: string) => string,
): APIEmbed[] {
  let room = ALL_EMBEDS;
  return cards.map(({ tone = 'open', at, chart, ...card }) => {
    const title = cut(card.title, TITLE);
    const { footer = at === undefined ? '' : 'Read from the pool' } = card;
    room -= title.length + footer.length;
    const lines = finish((card.lines ?? []).filter(Boolean).join('\n'));
    const description = cutLines(lines, Math.min(DESCRIPTION, room));
    room -= description.length;
    return {
      title,
      color: COLOURS[tone],
      ...(description !== '' && { description }),
      ...(footer !== '' && { footer: { text: footer } }),
      ...(at !== undefined && { timestamp: new Date(at).toISOString() }),
      ...(chart && { image: { url: `attachment://${chart.name}` } }),
    };
  });
}

function toRow(row: NonNullable<Reply['rows']>[number]): APIMessageTopLevelComponent[] {
  if ('select' in row) {
    if (row.options.length === 0) return [];
    const select = toSelect(row.select, row.options).setPlaceholder(cut(row.placeholder, 150));
    return [new ActionRowBuilder<StringSelectMenuBuilder>().addComponents(select).toJSON()];
  }
  if (row.length === 0) return [];
  return [new ActionRowBuilder<ButtonBuilder>().addComponents(row.map(toButton)).toJSON()];
}

/** A select as messages and forms show it. */
function toSelect(
  id: string,
  choices: readonly Choice[],
  chosen?: string,
): StringSelectMenuBuilder {
  const options = choices.slice(0, 25).map(({ label, value, description }) => ({
    label: cut(label, 100),
    value,
    default: value === chosen,
    ...(description && { description: cut(description, 100) }),
  }));
  return new StringSelectMenuBuilder().setCustomId(id).addOptions(options);
}

function toButton({ label, id, url, style, disabled }: Button): ButtonBuilder {
  const button = new ButtonBuilder().setLabel(cut(label, 80)).setDisabled(disabled ?? false);
  if (url !== undefined) return button.setURL(url).setStyle(ButtonStyle.Link);
  return button.setCustomId(id ?? '').setStyle(ButtonStyle[style ?? 'Secondary']);
}

export function toModal({ form, title, fields }: Form): APIModalInteractionResponseCallbackData {
  return new ModalBuilder()
    .setCustomId(form)
    .setTitle(cut(title, 45))
    .addLabelComponents(fields.map(toLabel))
    .toJSON();
}

function toLabel(field: FormField): LabelBuilder {
  const { name, help, choices, value, multiline, required = false, maxLength } = field;
  const label = new LabelBuilder().setLabel(cut(field.label, 45));
  if (help) label.setDescription(cut(help, 100));
  if (choices)
    return label.setStringSelectMenuComponent(toSelect(name, choices, value).setRequired(required));
  const style = multiline ? TextInputStyle.Paragraph : TextInputStyle.Short;
  const input = new TextInputBuilder().setCustomId(name).setStyle(style).setRequired(required);
  if (value) input.setValue(value);
  if (maxLength !== undefined) input.setMaxLength(maxLength);
  return label.setTextInputComponent(input);
}
