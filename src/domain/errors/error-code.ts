/** The code that Node and libraries give their errors, e.g. `ECONNREFUSED`; undefined without one. */
export function codeOf(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}
