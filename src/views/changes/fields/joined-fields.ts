import type { APIEmbedField } from 'discord-api-types/v10';
import { MAX_FIELD_LENGTH, wideField } from '../../kit/card.js';

/** As few fields as hold the texts whole; one that is longer than a field stands alone. */
export function joinedFields(title: string, texts: readonly string[]): APIEmbedField[] {
  const values: string[] = [];
  for (const text of texts) {
    const last = values.at(-1);
    if (last === undefined || last.length + 1 + text.length > MAX_FIELD_LENGTH) values.push(text);
    else values[values.length - 1] = `${last}\n${text}`;
  }
  return values.map((value, index) => wideField(index === 0 ? title : '…', value));
}
