import type { FormIssue } from '../errors.js';

/** JSON whose shape isn't known yet. */
export type Raw = Record<string, unknown>;

export function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function rawList(value: unknown): Raw[] {
  return Array.isArray(value) ? value.filter(isRaw) : [];
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function isBlank(value: unknown): boolean {
  return textOf(value).trim() === '';
}

export function duplicates(values: readonly string[]): number[] {
  const seen = new Set<string>();
  return values.flatMap((value, index) => {
    if (seen.has(value)) return [index];
    seen.add(value);
    return [];
  });
}

export function refused(path: FormIssue['path'], code: string, message: string): FormIssue {
  return { path, code, message };
}
