import {
  ComponentType,
  TextInputStyle,
  type APILabelComponent,
  type APITextInputComponent,
} from 'discord-api-types/v10';
import type { Modal } from '../../domain/messages/reply.js';
import { oneLine } from '../../domain/names/one-line.js';

/** A form: each input has a label above it, and what is expected below. */
export function form(
  customId: string,
  title: string,
  inputs: readonly Pick<APILabelComponent, 'label' | 'description' | 'component'>[],
): Modal {
  const components = inputs.map((each) => ({ type: ComponentType.Label as const, ...each }));
  return { modal: { custom_id: customId, title, components } };
}

/** One line that must be filled in, of at most `most` characters; `other` says what differs. */
export function textInput(
  customId: string,
  most: number,
  other: Partial<APITextInputComponent> = {},
): APITextInputComponent {
  return {
    type: ComponentType.TextInput,
    custom_id: customId,
    style: TextInputStyle.Short,
    required: true,
    max_length: most,
    ...other,
  };
}

/** Counted in code units; Discord refuses a form with a longer title. */
const TITLE_LIMIT = 45;

/** A form's title that ends in a name, which is cut if it doesn't fit. */
export function titleWith(words: string, name: string): string {
  const most = TITLE_LIMIT - words.length;
  let shown = oneLine(name, most);
  for (let length = most; shown.length > most; length--) shown = oneLine(name, length);
  return `${words}${shown}`;
}
