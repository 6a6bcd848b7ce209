import {
  isDocumentedList,
  type DocumentedShape,
  type DocumentedList,
} from '../domain/pool-answers/documented-action.js';
import { isRecord } from '../domain/json/is-record.js';
import { snakeCase } from './snake-case.js';

/**
 * An answer in which the documented names that came in camelCase are spelt as in the description.
 * Every other name stays as it came, at every depth, and so does a second spelling of a name.
 */
export function withDocumentedNames(
  value: unknown,
  shape: DocumentedShape | DocumentedList | undefined,
): unknown {
  if (shape === undefined || shape === 'value') return value;
  if (isDocumentedList(shape)) {
    return Array.isArray(value) ? value.map((each) => withDocumentedNames(each, shape[0])) : value;
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const documented = name.includes('_') ? name : snakeCase(name);
      const isSecond = documented !== name && Object.hasOwn(value, documented);
      return isSecond || !Object.hasOwn(shape, documented)
        ? [name, inner]
        : [documented, withDocumentedNames(inner, shape[documented])];
    }),
  );
}
