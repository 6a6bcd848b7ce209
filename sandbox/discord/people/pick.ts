import { ComponentType } from 'discord-api-types/v10';
import { walk } from '../validation/components.js';
import { rawList, textOf, type Raw } from '../validation/raw.js';

/** The button or select with this custom id. @throws Error if there is none or it is disabled */
export function usable(components: readonly Raw[], customId: string): Raw {
  for (const { component } of walk(components, [])) {
    if (component['custom_id'] !== customId) continue;
    if (component['disabled'] === true) throw new Error(`${customId} is disabled`);
    return component;
  }
  throw new Error(`The message has no component ${customId}`);
}

/** Values as picked in a string select of a message or form. @throws Error */
export function picked(select: Raw, values: readonly string[]): readonly string[] {
  if (select['type'] !== ComponentType.StringSelect)
    throw new Error(`${textOf(select['custom_id'])} isn’t a select`);
  checkCount(select, values.length);
  const offered = new Set(rawList(select['options']).map((option) => option['value']));
  const wrong = values.find((value) => !offered.has(value));
  if (wrong !== undefined)
    throw new Error(`${textOf(select['custom_id'])} does not offer ${wrong}`);
  return values;
}

function checkCount(select: Raw, count: number): void {
  const min = typeof select['min_values'] === 'number' ? select['min_values'] : 1;
  const max = typeof select['max_values'] === 'number' ? select['max_values'] : 1;
  if (count < min || count > max) {
    throw new Error(`${textOf(select['custom_id'])} takes ${min} to ${max} values, not ${count}`);
  }
}
