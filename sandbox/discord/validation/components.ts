import { ComponentType } from 'discord-api-types/v10';
import type { FormIssue } from '../errors.js';
import { buttonIssues } from './buttons.js';
import { duplicates, isBlank, isRaw, rawList, refused, textOf, type Raw } from './raw.js';
import { isSelect, selectIssues } from './selects.js';

const ROWS = 5;
const BUTTONS = 5;
type Path = FormIssue['path'];

/** Rules for a message's components that Discord's schema lacks. */
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
