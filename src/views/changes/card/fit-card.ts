import type { APIEmbedField } from 'discord-api-types/v10';
import { wideField } from '../../kit/card.js';
import { plural } from '../../kit/figures.js';

/** What of a card finds room on Discord. */

/** Below the 4,096 characters of an embed's text. */
export const MAX_LINES_LENGTH = 4_090;

/** Counts a line end after each. */
export function lengthOfLines(texts: readonly (string | null)[]): number {
  return texts.reduce((sum, text) => sum + (text === null ? 0 : text.length + 1), 0);
}

export function lengthOfFields(fields: readonly APIEmbedField[]): number {
  return lengthOfLines(fields.flatMap(({ name, value }) => [name, value]));
}

/** Fields, or lines of the last one, as far as they fit; the rest is said to be left out. */
export function fieldsWithin(fields: readonly APIEmbedField[], room: number): APIEmbedField[] {
  if (lengthOfFields(fields) <= room) return [...fields];
  const shown: APIEmbedField[] = [];
  for (const each of fields) {
    const left = room - lengthOfFields([...shown, leftField(fields.length)]);
    const lines = linesWithin(each, left);
    if (lines !== null) shown.push(lines);
    if (lines?.value !== each.value) break;
  }
  return [...shown, leftField(fields.length - shown.length)];
}

/** Room for what `fieldsWithin` says at least. */
export const LEFT_FIELD_ROOM = 130;

function leftField(left: number): APIEmbedField {
  const parts = left === 0 ? 'More' : plural(left, 'more part');
  return wideField('…', `${parts} of the answer than this card holds: _Details_ has it all.`);
}

/** Null if not even its first line fits. */
function linesWithin(field: APIEmbedField, room: number): APIEmbedField | null {
  const lines = field.value.split('\n');
  while (lines.length > 0 && lengthOfLines([field.name, ...lines]) > room) lines.pop();
  return lines.length === 0 ? null : { ...field, value: lines.join('\n') };
}
