import type { APIEmbedField } from 'discord-api-types/v10';

/** A card's words for something that happened at the pool. */
export interface EventWords {
  /** Without the state in front of it. */
  readonly title: string;
  /** What it is about, for a line in a list. Markdown. */
  readonly subject?: string;
  readonly lines: readonly string[];
  readonly fields: readonly (APIEmbedField | null)[];
  /** What to look at next. */
  readonly next: string | null;
}
