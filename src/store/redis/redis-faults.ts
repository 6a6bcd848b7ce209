import { codeOf } from '../../domain/errors/error-code.js';

/** `ECONNREFUSED`, or Redis's own word: `NOAUTH`, `OOM`, `READONLY`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  return codeOf(error) ?? /^[A-Z]{2,}\b/.exec(error.message)?.[0] ?? error.constructor.name;
}
