import { ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { FormIssue } from '../rest/errors.js';
import { required } from './embeds.js';
import { duplicates, isBlank, isRaw, rawList, textOf, type Raw } from './raw.js';

const ROWS = 5;
const BUTTONS = 5;
type Path = FormIssue['path'];

/** What Discord's schema does not say about a message's components. */
export function componentIssues(components: readonly Raw[], layout: 'rows' | 'v2'): FormIssue[] {
  const issues: FormIssue[] = [];
  if (layout === 'rows') issues.push(...rowIssues(components));
  for (const { component, path } of walk(components, ['components'])) {
    issues.push(...oneIssues(component, path));
  }
  issues.push(...duplicateIds(components));
  return issues;
}

function rowIssues(rows: readonly Raw[]): FormIssue[] {
  const issues = rows.flatMap((row, index): FormIssue[] =>
    row['type'] === ComponentType.ActionRow
      ? []
      : [
          {
            path: ['components', index, 'type'],
            code: 'BASE_TYPE_CHOICES',
            message: 'Value must be one of (1,); others need the IS_COMPONENTS_V2 flag.',
          },
        ],
  );
  if (rows.length > ROWS) {
    issues.push({
      path: ['components'],
      code: 'BASE_TYPE_BAD_LENGTH',
      message: `Must be between 1 and ${ROWS} in length.`,
    });
  }
  return issues;
}

function oneIssues(component: Raw, path: Path): FormIssue[] {
  switch (component['type']) {
    case ComponentType.ActionRow:
      return rowWidthIssues(component, path);
    case ComponentType.Button:
      return buttonIssues(component, path);
    default:
      return isSelect(component) ? selectIssues(component, path) : [];
  }
}

function rowWidthIssues(row: Raw, path: Path): FormIssue[] {
  const inside = rawList(row['components']);
  const selects = inside.filter(isSelect).length;
  if (selects === 0 ? inside.length <= BUTTONS : inside.length === 1) return [];
  return [
    {
      path: [...path, 'components'],
      code: 'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
      message: 'The specified component exceeds the maximum width.',
    },
  ];
}

function buttonIssues(button: Raw, path: Path): FormIssue[] {
  const issues: FormIssue[] = [];
  const link = button['style'] === ButtonStyle.Link;
  const premium = button['style'] === ButtonStyle.Premium;
  if (link && isBlank(button['url'])) issues.push(required([...path, 'url']));
  if (!link && !premium && isBlank(button['custom_id']))
    issues.push(required([...path, 'custom_id']));
  if (premium && isBlank(button['sku_id'])) issues.push(required([...path, 'sku_id']));
  if (link && !isBlank(button['custom_id'])) {
    issues.push(
      refused(
        [...path, 'custom_id'],
        'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
        'A custom id and url cannot both be specified',
      ),
    );
  }
  if (!link && !isBlank(button['url'])) {
    issues.push(
      refused([...path, 'url'], 'BUTTON_COMPONENT_INVALID_URL', 'A url is only for link buttons'),
    );
  }
  if (!premium && isBlank(button['label']) && !isRaw(button['emoji'])) {
    issues.push(
      refused(
        [...path, 'label'],
        'BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED',
        'A label or emoji must be specified',
      ),
    );
  }
  return issues;
}

export function isSelect(component: Raw): boolean {
  const { type } = component;
  return (
    type === ComponentType.StringSelect || (typeof type === 'number' && type >= 5 && type <= 8)
  );
}

/** Also for the selects of a modal. */
export function selectIssues(select: Raw, path: Path): FormIssue[] {
  const issues: FormIssue[] = [];
  const options = rawList(select['options']);
  const min = numberOr(select['min_values'], 1);
  const max = numberOr(select['max_values'], 1);
  if (min > max) {
    issues.push(
      refused(
        [...path, 'min_values'],
        'SELECT_COMPONENT_MIN_VALUES_TOO_LARGE',
        'Must not be greater than max_values',
      ),
    );
  }
  if (select['type'] !== ComponentType.StringSelect) return issues;
  if (max > options.length) {
    issues.push(
      refused(
        [...path, 'max_values'],
        'SELECT_COMPONENT_MAX_VALUES_TOO_LARGE',
        'Must not be greater than the number of options',
      ),
    );
  }
  for (const index of duplicates(options.map((option) => textOf(option['value'])))) {
    issues.push(
      refused(
        [...path, 'options', index, 'value'],
        'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
        'The specified option value is already used',
      ),
    );
  }
  if (options.filter((option) => option['default'] === true).length > max) {
    issues.push(
      refused(
        [...path, 'options'],
        'SELECT_COMPONENT_TOO_MANY_DEFAULTS',
        'More options are chosen by default than may be chosen',
      ),
    );
  }
  return issues;
}

export function duplicateIds(components: readonly Raw[]): FormIssue[] {
  const named = [...walk(components, ['components'])].filter(
    ({ component }) => !isBlank(component['custom_id']),
  );
  const ids = named.map(({ component }) => textOf(component['custom_id']));
  return duplicates(ids).map((index) =>
    refused(
      [...(named[index]?.path ?? []), 'custom_id'],
      'COMPONENT_CUSTOM_ID_DUPLICATED',
      'Component custom id cannot be duplicated',
    ),
  );
}

export function* walk(
  components: readonly Raw[],
  at: Path,
): Generator<{ component: Raw; path: Path }> {
  for (const [index, component] of components.entries()) {
    const path = [...at, index];
    yield { component, path };
    yield* walk(rawList(component['components']), [...path, 'components']);
    for (const key of ['component', 'accessory']) {
      const inner = component[key];
      if (isRaw(inner)) yield { component: inner, path: [...path, key] };
    }
  }
}

function refused(path: Path, code: string, message: string): FormIssue {
  return { path, code, message };
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
