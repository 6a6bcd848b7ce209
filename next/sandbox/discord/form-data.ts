import { ComponentType, type APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import { isRaw, numberOr, rawList, textOf, type Raw } from './raw.js';

/**
 * A form's `data` as the client submits it: a field by its custom id or label; what isn't given keeps
 * its value. @throws Error that says what the client would not allow
 */
export function formData(
  form: APIModalInteractionResponseCallbackData,
  fields: Readonly<Record<string, string>>,
): object {
  const used = new Set<string>();
  // Only Label components: rows of inputs are the older form, which we don't use.
  const components = rawList(form.components).flatMap((part): object[] => {
    const input = part['component'];
    if (!isRaw(input)) return [];
    const id = textOf(input['custom_id']);
    const name = [id, textOf(part['label'])].find((each) => each in fields);
    if (name !== undefined) used.add(name);
    const given = name === undefined ? undefined : fields[name];
    const value =
      input['type'] === ComponentType.TextInput
        ? { value: typedText(input, given) }
        : { values: pick(input, given === undefined ? undefined : [given]) };
    return [{ type: part['type'], component: { type: input['type'], custom_id: id, ...value } }];
  });
  const stray = Object.keys(fields).find((name) => !used.has(name));
  if (stray !== undefined) throw new Error(`The form has no field ${stray}`);
  return { custom_id: form.custom_id, components };
}

function typedText(input: Raw, given: string | undefined): string {
  const id = textOf(input['custom_id']);
  const text = given ?? textOf(input['value']);
  const min = numberOr(input['min_length'], 0);
  const max = numberOr(input['max_length'], 4_000);
  if (text === '' && input['required'] !== false) throw new Error(`The field ${id} is required`);
  if (text !== '' && (text.length < min || text.length > max)) {
    throw new Error(`The field ${id} has ${min} to ${max} characters`);
  }
  return text;
}

/** Values picked in a string select by value or label; without any its defaults. @throws Error */
export function pick(select: Raw, wanted: readonly string[] | undefined): string[] {
  const id = textOf(select['custom_id']);
  if (select['type'] !== ComponentType.StringSelect) throw new Error(`${id} is no string select`);
  const options = rawList(select['options']);
  const defaults = options.filter((option) => option['default'] === true);
  const names = wanted ?? defaults.map(({ value }) => textOf(value));
  const values = names.map((name) => {
    const option = options.find(({ value, label }) => value === name || label === name);
    if (!option) throw new Error(`${id} does not offer ${name}`);
    return textOf(option['value']);
  });
  const min = select['required'] === false ? 0 : numberOr(select['min_values'], 1);
  const max = numberOr(select['max_values'], 1);
  if (values.length < min || values.length > max) {
    throw new Error(`${id} takes ${min} to ${max} values`);
  }
  return values;
}
