import type { APIEmbedField } from 'discord-api-types/v10';

/** What a card says of something that happened at the pool. */
export interface EventWords {
  /** Without the word that stands before it. */
  readonly title: string;
  /** What it is about, for a line beside others. Markdown. */
  readonly subject?: string;
  readonly lines: readonly string[];
  readonly fields: readonly (APIEmbedField | null)[];
  /** What to look at next. */
  readonly next: string | null;
}
