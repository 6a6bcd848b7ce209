import { ApplicationCommandAutocompleteCallbackRequestSchema } from 'discord-api-spec/zod';
import { ApplicationCommandOptionType } from 'discord-api-types/v10';
import { invalidForm, type FormIssue } from '../errors.js';
import { isRaw, rawList, type Raw } from './raw.js';
import { schemaIssues } from './schema.js';

const NAME = 100;
const VALUE = 100;

/** @throws DiscordError 50035 */
export function checkAutocomplete(
  body: Raw,
  focusedType: number | null,
): { name: string; value: string | number }[] {
  const issues = schemaIssues(ApplicationCommandAutocompleteCallbackRequestSchema, body);
  const choices = isRaw(body['data']) ? rawList(body['data']['choices']) : [];
  if (issues.length === 0) {
    issues.push(...choices.flatMap((choice, index) => choiceIssues(choice, focusedType, index)));
  }
  if (issues.length > 0) throw invalidForm(issues);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the schema has checked each one's name and value
  return choices as { name: string; value: string | number }[];
}

function choiceIssues(choice: Raw, focusedType: number | null, index: number): FormIssue[] {
  const path = ['data', 'choices', index];
  const { name, value } = choice;
  const issues: FormIssue[] = [];
  if (typeof name !== 'string' || name.trim() === '' || name.length > NAME) {
    issues.push(between([...path, 'name'], NAME));
  }
  if (focusedType === ApplicationCommandOptionType.String) {
    if (typeof value !== 'string' || value === '' || value.length > VALUE) {
      issues.push(between([...path, 'value'], VALUE));
    }
  } else if (typeof value !== 'number') {
    issues.push({
      path: [...path, 'value'],
      code: 'NUMBER_TYPE_COERCE',
      message: `Value "${String(value)}" is not a number.`,
    });
  }
  return issues;
}

function between(path: FormIssue['path'], limit: number): FormIssue {
  return {
    path,
    code: 'BASE_TYPE_BAD_LENGTH',
    message: `Must be between 1 and ${limit} in length.`,
  };
}
