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

/** The process cannot start or go on. `main.ts` prints the message and exits with 1. */
export class FatalError extends Error {
  override readonly name = 'FatalError';
}
