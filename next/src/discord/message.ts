import {
  ButtonStyle,
  ComponentType,
  TextInputStyle,
  type APIActionRowComponent,
  type APIButtonComponent,
  type APIComponentInMessageActionRow,
  type APIEmbed,
  type APILabelComponent,
  type APIModalInteractionResponseCallbackData,
  type APIStringSelectComponent,
  type APITextInputComponent,
  type RESTPostAPIChannelMessageJSONBody,
} from 'discord-api-types/v10';
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
/** Discord's limits (documentation, Message resource). It counts characters, we count UTF-16 units,
 * of which there are never fewer. */
const CONTENT = 2_000;
const EMBEDS = 10;
const TITLE = 256;
const DESCRIPTION = 4_096;
const ALL_EMBEDS = 6_000;
const ALT = 1_024;
/** Discord takes 2,048, but a footer names one event. */
const FOOTER = 256;
const ROWS = 5;
const BUTTONS_IN_ROW = 5;

/**
 * Sets every part, so that an edit replaces the whole message. `finish` changes texts before they
 * are cut, such as by making commands tappable.
 */
export function toMessage(reply: Reply, finish = (text: string) => text): Message {
  const { content = '', cards = [], files = [], rows = [], pings } = reply;
  const charts = cards.flatMap(({ chart }) => chart ?? []);
  return {
    body: {
      content: cutText(finish(content), CONTENT),
      embeds: toEmbeds(cards, finish),
      components: rows.flatMap(toRows).slice(0, ROWS),
      attachments: [
        ...charts.map(({ name, alt }) => ({ filename: name, description: cutText(alt, ALT) })),
        ...files.map(({ name }) => ({ filename: name })),
      ].map((attachment, id) => ({ id: String(id), ...attachment })),
      allowed_mentions: {
        parse: [],
        roles: [...(pings?.roles ?? [])],
        users: [...(pings?.users ?? [])],
      },
    },
    files: [...charts, ...files],
  };
}

/** Plain objects: the builders' checks cost more than all of our own work. */
function toEmbeds(
  cards: NonNullable<Reply['cards']>,
  finish: (text: string) => string,
): APIEmbed[] {
  let room = ALL_EMBEDS;
  return cards.slice(0, EMBEDS).map(({ tone = 'open', at, chart, ...card }) => {
    const title = cutText(card.title, TITLE);
    const footer = cutText(card.footer ?? '', FOOTER);
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

/** What is least important stands last, so lines go from the end. */
function cutLines(text: string, max: number): string {
  if (text.length <= max) return text;
  const lines = text.split('\n');
  for (let end = lines.length - 1; end > 0; end--) {
    const missing = lines.length - end;
    const kept = lines.slice(0, end).join('\n');
    const isInBlock = kept.split('```').length % 2 === 0;
    const note = `… ${missing} more ${missing === 1 ? 'line' : 'lines'}`;
    const cut = `${kept}\n${isInBlock ? '```\n' : ''}${note}`;
    if (cut.length <= max) return cut;
  }
  return cutText(text, max);
}

/** At most `max` UTF-16 units, with `…` for what was cut. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 1) return '';
  return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

type ActionRow = APIActionRowComponent<APIComponentInMessageActionRow>;

function toRows(row: NonNullable<Reply['rows']>[number]): ActionRow[] {
  if ('select' in row) {
    if (row.options.length === 0) return [];
    const select = toSelect(row.select, row.options);
    return [inRow([{ ...select, placeholder: cutText(row.placeholder, 150) }])];
  }
  const rows: ActionRow[] = [];
  for (let start = 0; start < row.length; start += BUTTONS_IN_ROW)
    rows.push(inRow(row.slice(start, start + BUTTONS_IN_ROW).map(toButton)));
  return rows;
}

const inRow = (components: APIComponentInMessageActionRow[]): ActionRow => ({
  type: ComponentType.ActionRow,
  components,
});

/** A select as messages and forms show it. */
function toSelect(
  id: string,
  choices: readonly Choice[],
  chosen?: string,
): APIStringSelectComponent {
  const options = choices.slice(0, 25).map(({ label, value, description }) => ({
    label: cutText(label, 100),
    value,
    default: value === chosen,
    ...(description && { description: cutText(description, 100) }),
  }));
  return { type: ComponentType.StringSelect, custom_id: id, options };
}

const STYLES = {
  primary: ButtonStyle.Primary,
  success: ButtonStyle.Success,
  danger: ButtonStyle.Danger,
} as const;

function toButton({ label, id = '', url, style, disabled = false }: Button): APIButtonComponent {
  const button = { type: ComponentType.Button, label: cutText(label, 80), disabled } as const;
  if (url !== undefined) return { ...button, url, style: ButtonStyle.Link };
  return { ...button, custom_id: id, style: style ? STYLES[style] : ButtonStyle.Secondary };
}

export function toModal({ form, title, fields }: Form): APIModalInteractionResponseCallbackData {
  return { custom_id: form, title: cutText(title, 45), components: fields.map(toLabel) };
}

function toLabel(field: FormField): APILabelComponent {
  const { name, label, help, choices, value, required = false } = field;
  return {
    type: ComponentType.Label,
    label: cutText(label, 45),
    ...(help && { description: cutText(help, 100) }),
    component: choices ? { ...toSelect(name, choices, value), required } : toTextInput(field),
  };
}

function toTextInput(field: FormField): APITextInputComponent {
  const { name, value, multiline, required = false, maxLength, placeholder } = field;
  return {
    type: ComponentType.TextInput,
    custom_id: name,
    style: multiline ? TextInputStyle.Paragraph : TextInputStyle.Short,
    required,
    ...(value && { value }),
    ...(maxLength !== undefined && { max_length: maxLength }),
    ...(placeholder && { placeholder: cutText(placeholder, 100) }),
  };
}
