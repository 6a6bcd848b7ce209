import {
  ActionRowBuilder,
  ButtonBuilder,
  type MessageActionRowComponentBuilder,
} from '@discordjs/builders';
import {
  ButtonStyle,
  type APIEmbed,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';
import { cutText, fitCards } from './clamp.js';
import { toSelect } from './forms.js';
import type { Button, Reply, ReplyFile, Select, Tone } from './reply.js';

/** What Discord is sent, whether as a post, an answer or an edit. */
export interface Message {
  readonly body: RESTPostAPIChannelMessageJSONBody;
  readonly files: { readonly name: string; readonly data: Buffer | string }[];
}

interface AttachedFile extends ReplyFile {
  readonly alt?: string;
}

const COLOURS: Record<Tone, number> = {
  open: 0x56b4e9,
  good: 0x009e73,
  warning: 0xe69f00,
  bad: 0xd55e00,
  over: 0x8b949e,
};
const CONTENT = 2_000;
const ROWS = 5;
const BUTTONS_IN_ROW = 5;
const LABEL = 80;

/**
 * Sets every part, so that an edit replaces the whole message. `finish` changes texts before they
 * are cut, such as `CommandMentions.mention`.
 */
export function toMessage(reply: Reply, finish = (text: string) => text): Message {
  const charts = (reply.cards ?? []).flatMap(({ chart }) => chart ?? []);
  const files: AttachedFile[] = [...charts, ...(reply.files ?? [])];
  return {
    body: {
      content: cutText(finish(reply.content ?? ''), CONTENT),
      embeds: toEmbeds(reply, finish),
      components: toRows(reply.rows ?? []).map((row) => row.toJSON()),
      attachments: files.map(({ name, alt }, id) => ({
        id: String(id),
        filename: name,
        ...(alt && { description: cutText(alt, 1_024) }),
      })),
      allowed_mentions: {
        parse: [],
        roles: [...(reply.pings?.roles ?? [])],
        users: [...(reply.pings?.users ?? [])],
      },
    },
    files: files.map(({ name, data }) => ({ name, data })),
  };
}

/** Plain objects: EmbedBuilder's checks cost more than all of our own work. */
function toEmbeds({ cards = [] }: Reply, finish: (text: string) => string): APIEmbed[] {
  return fitCards(cards, finish).map(({ title, description, footer }, index) => {
    const { tone = 'open', at, chart } = cards[index] ?? {};
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

type Row = ActionRowBuilder<MessageActionRowComponentBuilder>;

function toRows(rows: NonNullable<Reply['rows']>): Row[] {
  return rows.flatMap((row) => ('select' in row ? selectRow(row) : buttonRows(row))).slice(0, ROWS);
}

function selectRow({ select: name, placeholder, options: choices }: Select): Row[] {
  if (choices.length === 0) return [];
  const menu = toSelect({ name, placeholder, choices });
  return [new ActionRowBuilder<MessageActionRowComponentBuilder>().addComponents(menu)];
}

function buttonRows(buttons: readonly Button[]): Row[] {
  const rows: Row[] = [];
  for (let start = 0; start < buttons.length; start += BUTTONS_IN_ROW) {
    const some = buttons.slice(start, start + BUTTONS_IN_ROW).map(toButton);
    rows.push(new ActionRowBuilder<MessageActionRowComponentBuilder>().addComponents(some));
  }
  return rows;
}

const STYLES = {
  primary: ButtonStyle.Primary,
  success: ButtonStyle.Success,
  danger: ButtonStyle.Danger,
};

function toButton({ label, id, url, style, disabled }: Button): ButtonBuilder {
  const button = new ButtonBuilder().setLabel(cutText(label, LABEL)).setDisabled(disabled ?? false);
  if (url !== undefined) return button.setURL(url).setStyle(ButtonStyle.Link);
  return button.setCustomId(id ?? '').setStyle(style ? STYLES[style] : ButtonStyle.Secondary);
}
