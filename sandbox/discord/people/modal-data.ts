import { ComponentType, type APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import { isRaw, rawList, textOf, type Raw } from '../validation/raw.js';
import { picked } from './pick.js';

export type Fields = Readonly<Record<string, string | readonly string[]>>;

/** A modal-submit's `data`, if the client would let it pass. @throws Error naming the field */
export function modalData(
  modal: APIModalInteractionResponseCallbackData,
  fields: Fields,
): Record<string, unknown> {
  const used = new Set<string>();
  let next = 0;
  const fill = (input: Raw): Raw => {
    const customId = textOf(input['custom_id']);
    used.add(customId);
    next += 1;
    return {
      id: next,
      type: input['type'],
      custom_id: customId,
      ...valueOf(input, fields[customId]),
    };
  };
  // The modal was checked against Discord's schema on arrival; only a few keys are read here.
  const components = rawList(modal.components as unknown).map((part): Raw => {
    next += 1;
    const outer: Raw = { id: next, type: part['type'] };
    const inner = part['component'];
    if (isRaw(inner)) outer['component'] = fill(inner);
    else if (part['type'] === ComponentType.ActionRow) {
      outer['components'] = rawList(part['components']).map(fill);
    }
    return outer;
  });
  const stray = Object.keys(fields).find((name) => !used.has(name));
  if (stray) throw new Error(`The form has no field ${stray}`);
  return { custom_id: modal.custom_id, components };
}

function valueOf(input: Raw, given: Fields[string] | undefined): Raw {
  switch (input['type']) {
    case ComponentType.TextInput:
      return { value: text(input, given) };
    case ComponentType.StringSelect:
      return { values: several(input, given) };
    default:
      throw new Error(`The loopback cannot fill the field ${textOf(input['custom_id'])}`);
  }
}

function text(input: Raw, given: Fields[string] | undefined): string {
  const name = textOf(input['custom_id']);
  const value = typeof given === 'string' ? given : textOf(input['value']);
  const min = typeof input['min_length'] === 'number' ? input['min_length'] : 0;
  const max = typeof input['max_length'] === 'number' ? input['max_length'] : 4000;
  if (value === '') {
    if (input['required'] !== false) throw new Error(`The field ${name} must be filled`);
    return value;
  }
  if (value.length < min) throw new Error(`The field ${name} needs at least ${min} characters`);
  if (value.length > max) throw new Error(`The field ${name} takes at most ${max} characters`);
  return value;
}

function several(input: Raw, given: Fields[string] | undefined): readonly string[] {
  const preset = rawList(input['options']).filter((each) => each['default'] === true);
  const values = given ?? preset.map((each) => textOf(each['value']));
  const list = typeof values === 'string' ? [values] : values;
  if (list.length === 0 && input['required'] === false) return list;
  return picked(input, list);
}
