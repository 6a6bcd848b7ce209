import { ComponentType } from 'discord-api-types/v10';
import type { FormIssue } from '../errors.js';
import { duplicates, rawList, refused, textOf, type Raw } from './raw.js';

export function isSelect(component: Raw): boolean {
  const { type } = component;
  return (
    type === ComponentType.StringSelect || (typeof type === 'number' && type >= 5 && type <= 8)
  );
}

/** Also used for a modal's selects. */
export function selectIssues(select: Raw, path: FormIssue['path']): FormIssue[] {
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

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
