/** JSON whose shape isn't known yet. */
export type Raw = Record<string, unknown>;

export function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function rawOf(value: unknown): Raw {
  return isRaw(value) ? value : {};
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

export function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

export function hasDuplicates(values: readonly string[]): boolean {
  return new Set(values).size < values.length;
}
