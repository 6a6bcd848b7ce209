import type { Button } from './discord/reply.js';

/**
 * Something a person can act on. The title is the reason, the sentence the one thing to do. Both are
 * shown as Markdown: text from outside must have been escaped.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly buttons: readonly Button[];

  constructor(
    readonly title: string,
    readonly sentence: string,
    options: { buttons?: readonly Button[]; cause?: unknown } = {},
  ) {
    super(`${title}: ${sentence}`, { cause: options.cause });
    this.buttons = options.buttons ?? [];
  }
}

/** What is wrong with an option, and what is accepted. */
export function optionError(option: string, sentence: string): UserError {
  return new UserError(`Check the ${option}`, `\`${option}\`: ${sentence}`);
}

/** Node reports a refused connection to a name with several addresses without a message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}

/** The process cannot start or go on. `main.ts` prints the message and exits with 1. */
export class FatalError extends Error {
  override readonly name = 'FatalError';
}
