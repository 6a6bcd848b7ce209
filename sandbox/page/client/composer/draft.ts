import type { OptionValues } from '../../protocol.js';
import type { Entry } from './entries.js';
import type { OptionField } from './option-field.js';

/** A command being written. */
export interface Draft {
  readonly entry: Entry;
  fields: readonly OptionField[];
}

export function unusedOptions({ entry, fields }: Draft): Entry['options'] {
  const used = new Set(fields.map(({ option }) => option.name));
  return entry.options.filter(({ name }) => !used.has(name));
}

/** The values so far, without those that can't be read yet. */
export function draftValues({ fields }: Draft): OptionValues {
  const values: OptionValues = {};
  for (const field of fields) {
    const read = field.read();
    if (read && 'value' in read) values[field.option.name] = read.value;
  }
  return values;
}

/** Why it can't be sent yet. */
export function firstProblem({
  fields,
}: Draft): { field: OptionField; problem: string } | undefined {
  for (const field of fields) {
    const read = field.read();
    if (read === null && field.option.required) return { field, problem: 'This is required.' };
    if (read && 'problem' in read) return { field, problem: read.problem };
  }
  return undefined;
}
