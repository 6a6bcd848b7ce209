import {
  isDocumentedList as isList,
  WORKSPACE_ACTION,
  type DocumentedShape,
  type DocumentedList,
} from '../../../domain/pool-answers/documented-action.js';
import { isRecord } from '../../../domain/json/is-record.js';

/** A value in two parts of its own shape; undefined = nothing of it. */
export interface SplitValue {
  readonly documented?: unknown;
  readonly others?: unknown;
}

/** Metadata as the description has it, and what it doesn't have: other names, other shapes. */
export function splitMetadata(metadata: unknown): SplitValue {
  return split(metadata, WORKSPACE_ACTION.metadata);
}

function split(value: unknown, shape: DocumentedShape | DocumentedList | undefined): SplitValue {
  if (value === undefined) return {};
  if (value === null && shape !== undefined) return { documented: null };
  if (shape === 'value')
    return typeof value === 'object' ? { others: value } : { documented: value };
  if (isList(shape)) return Array.isArray(value) ? splitList(value, shape[0]) : { others: value };
  if (shape === undefined || !isRecord(value)) return { others: value };
  const parts = Object.entries(value).map(
    ([name, inner]) =>
      [name, split(inner, Object.hasOwn(shape, name) ? shape[name] : undefined)] as const,
  );
  const of = (part: keyof SplitValue) => {
    const given = parts.flatMap(([name, each]) => (part in each ? [[name, each[part]]] : []));
    return given.length === 0 ? {} : { [part]: Object.fromEntries(given) };
  };
  return parts.length === 0 ? { documented: value } : { ...of('documented'), ...of('others') };
}

/** Keeps each entry's place in the list, by which lines name it. */
function splitList(list: readonly unknown[], shape: DocumentedShape): SplitValue {
  if (list.length === 0) return { documented: list };
  const parts = list.map((each) => split(each, shape));
  const of = (part: keyof SplitValue) => {
    if (!parts.some((each) => part in each)) return {};
    const kept: unknown[] = [];
    parts.forEach((each, at) => {
      if (part in each) kept[at] = each[part];
    });
    return { [part]: kept };
  };
  return { ...of('documented'), ...of('others') };
}
