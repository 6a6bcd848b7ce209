import {
  isDescribedList,
  type DescribedShape,
  type DescribedList,
} from '../domain/answers/described-action.js';
import { isRecord } from '../domain/json/is-record.js';
import { snakeCase } from './snake-case.js';

/**
 * An answer in which the described names that came in camelCase are spelt as in the description.
 * Every other name stays as it came, at every depth, and so does a second spelling of a name.
 */
export function underDescribedNames(
  value: unknown,
  shape: DescribedShape | DescribedList | undefined,
): unknown {
  if (shape === undefined || shape === 'value') return value;
  if (isDescribedList(shape)) {
    return Array.isArray(value) ? value.map((each) => underDescribedNames(each, shape[0])) : value;
  }
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const described = name.includes('_') ? name : snakeCase(name);
      const isSecond = described !== name && Object.hasOwn(value, described);
      return isSecond || !Object.hasOwn(shape, described)
        ? [name, inner]
        : [described, underDescribedNames(inner, shape[described])];
    }),
  );
}
