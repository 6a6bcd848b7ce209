import { ModalInteractionCallbackRequestSchema } from 'discord-api-spec/zod';
import { ComponentType, type APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import { invalidForm, within, type FormIssue } from '../errors.js';
import { duplicateIds, walk } from './components.js';
import { isSelect, selectIssues } from './selects.js';
import { required } from './embeds.js';
import { isBlank, isRaw, rawList, textOf, type Raw } from './raw.js';
import { schemaIssues } from './schema.js';

const COMPONENTS = 5;

/** The form's data. @throws DiscordError 50035 */
export function checkModal(body: Raw): APIModalInteractionResponseCallbackData {
  const issues = schemaIssues(ModalInteractionCallbackRequestSchema, body);
  const data = isRaw(body['data']) ? body['data'] : {};
  if (issues.length === 0) {
    issues.push(...within(['data'], modalIssues(data)));
  }
  if (issues.length > 0) throw invalidForm(issues);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Discord's own schema has just passed on it
  return data as unknown as APIModalInteractionResponseCallbackData;
}

function modalIssues(data: Raw): FormIssue[] {
  const components = rawList(data['components']);
  const issues = duplicateIds(components);
  if (components.length > COMPONENTS) {
    const message = `Must be between 1 and ${COMPONENTS} in length.`;
    issues.push({ path: ['components'], code: 'BASE_TYPE_BAD_LENGTH', message });
  }
  for (const { component, path } of walk(components, ['components'])) {
    if (component['type'] === ComponentType.ActionRow) issues.push(...rowIssues(component, path));
    if (component['type'] === ComponentType.TextInput) issues.push(...textIssues(component, path));
    if (isSelect(component)) issues.push(...selectIssues(component, path));
  }
  return issues;
}

/** The classic form: each row has one text input with its own label. */
function rowIssues(row: Raw, path: FormIssue['path']): FormIssue[] {
  const inputs = rawList(row['components']);
  const issues = inputs.flatMap((input, index) =>
    isBlank(input['label']) ? [required([...path, 'components', index, 'label'])] : [],
  );
  if (inputs.length > 1) {
    const message = 'The specified component exceeds the maximum width.';
    issues.push({
      path: [...path, 'components'],
      code: 'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
      message,
    });
  }
  return issues;
}

function textIssues(input: Raw, path: FormIssue['path']): FormIssue[] {
  const issues: FormIssue[] = [];
  const min = numberOr(input['min_length'], 0);
  const max = numberOr(input['max_length'], 4000);
  const value = textOf(input['value']);
  if (min > max) {
    issues.push({
      path: [...path, 'min_length'],
      code: 'TEXT_INPUT_MIN_LENGTH_TOO_LARGE',
      message: 'Must not be greater than max_length',
    });
  }
  if (value.length > max) {
    issues.push({
      path: [...path, 'value'],
      code: 'BASE_TYPE_MAX_LENGTH',
      message: `Must be ${max} or fewer in length.`,
    });
  }
  if (path.at(-1) === 'component' && !isBlank(input['label'])) {
    issues.push({
      path: [...path, 'label'],
      code: 'TEXT_INPUT_LABEL_IN_LABEL',
      message: 'The label belongs to the Label around it',
    });
  }
  return issues;
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
