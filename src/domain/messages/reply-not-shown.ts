import type { Reply } from './reply.js';

/** The request was carried out, but the answer that shows it can't be drawn or posted. */
export class ReplyNotShown extends Error {
  override readonly name = 'ReplyNotShown';

  constructor(
    /** What the person is told instead. */
    readonly otherwise: Reply,
    options: ErrorOptions,
  ) {
    super('an answer could not be shown', options);
  }
}
