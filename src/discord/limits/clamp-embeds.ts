import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import { cutBlock, cutLine } from './clamp-text.js';

const EMBEDS = 10;
const TITLE = 256;
export const DESCRIPTION = 4096;
const FIELDS = 25;
const FIELD_NAME = 256;
export const FIELD_VALUE = 1024;
/** Over all embeds of a message. */
export const TOTAL = 6000;

interface ClampedEmbeds {
  readonly kept: readonly APIEmbed[];
  /** What was left out, in words. */
  readonly left: readonly string[];
}

/**
 * Fits embeds in order until the message's total is used up: each one's title and footer, then as
 * much of the description as fits, then whole fields.
 */
export function clampEmbeds(embeds: readonly APIEmbed[]): ClampedEmbeds {
  const kept: APIEmbed[] = [];
  let room = TOTAL;
  let lostFields = 0;
  for (const embed of embeds.slice(0, EMBEDS)) {
    const fitted = fitEmbed(embed, room);
    if (fitted === null) break;
    kept.push(fitted);
    room -= lengthOf(fitted);
    lostFields += (embed.fields?.length ?? 0) - (fitted.fields?.length ?? 0);
  }
  const left = [...counted(embeds.length - kept.length, 'card'), ...counted(lostFields, 'field')];
  return { kept, left };
}

function counted(n: number, noun: string): string[] {
  return n === 0 ? [] : [`${n} ${noun}${n === 1 ? '' : 's'}`];
}

/** Null if not even its title and footer fit. */
function fitEmbed({ description, fields, ...embed }: APIEmbed, room: number): APIEmbed | null {
  const { title } = embed;
  const frame = { ...embed, ...(title === undefined ? {} : { title: cutLine(title, TITLE) }) };
  const spare = room - lengthOf(frame);
  if (spare < 0) return null;
  const text = cutBlock(description ?? '', Math.min(DESCRIPTION, spare));
  const fitting = fieldsWithin((fields ?? []).slice(0, FIELDS).map(fitField), spare - text.length);
  // Discord refuses an empty description or list of fields.
  return {
    ...frame,
    ...(text === '' ? {} : { description: text }),
    ...(fitting.length === 0 ? {} : { fields: fitting }),
  };
}

function fitField({ name, value, ...rest }: APIEmbedField): APIEmbedField {
  return { name: cutLine(name, FIELD_NAME), value: cutBlock(value, FIELD_VALUE), ...rest };
}

function fieldsWithin(fields: readonly APIEmbedField[], room: number): APIEmbedField[] {
  let used = 0;
  const end = fields.findIndex(({ name, value }) => (used += name.length + value.length) > room);
  return end === -1 ? [...fields] : fields.slice(0, end);
}

/** The part that counts towards a message's total. */
export function lengthOf({ title = '', description = '', footer, fields = [] }: APIEmbed): number {
  const frame = title.length + description.length + (footer?.text.length ?? 0);
  return fields.reduce((sum, { name, value }) => sum + name.length + value.length, frame);
}
