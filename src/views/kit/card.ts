import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import type { CutOff } from '../../domain/errors/errors.js';
import { grouped } from './figures.js';
import { PALETTE, type Tone } from './palette.js';
import { firstOf, escapeMarkdown } from './text.js';

interface CardParts {
  readonly title: string;
  readonly tone?: Tone;
  readonly lines?: readonly (string | null)[];
  readonly fields?: readonly (APIEmbedField | null)[];
  /** When the figures were read; printed in each reader's own zone. */
  readonly readAt?: number;
  readonly footer?: string;
}

/** The one look of a card. `null` lines and fields are left out. */
export function card({
  title,
  tone = 'neutral',
  lines,
  fields,
  readAt,
  footer,
}: CardParts): APIEmbed {
  const description = lines?.filter((line) => line !== null).join('\n');
  const kept = fields?.filter((each) => each !== null);
  const foot = footer ?? (readAt === undefined ? undefined : 'Read from the pool');
  return {
    title,
    color: PALETTE[tone],
    ...(description ? { description } : {}),
    ...(kept && kept.length > 0 ? { fields: kept } : {}),
    ...(foot === undefined ? {} : { footer: { text: foot } }),
    ...(readAt === undefined ? {} : { timestamp: new Date(readAt).toISOString() }),
  };
}

/** A field side by side with its neighbours; on a phone they stand below each other. */
export function field(name: string, value: string): APIEmbedField {
  return { name, value, inline: true };
}

export function wideField(name: string, value: string): APIEmbedField {
  return { name, value };
}

export const repeatedLine = '⚠️ The pool repeated itself: the list may be incomplete.';

/** Of which part of a list all stands that is shown, or in a file. */
function cutOffLine({ by, rows }: CutOff): string {
  const first =
    rows === 1 ? 'From the first row only' : `From the first ${grouped(String(rows))} rows only`;
  return by === 'rows'
    ? `⚠️ ${first}: the pool’s list is longer than Pitboss reads here.`
    : `⚠️ ${first}: the rest of the pool’s list didn’t come in time.`;
}

/** What a read had to leave out or fill in. Structurally a `Read` of the pool client. */
export interface ReadNotes {
  readonly refusedSubaccounts: readonly string[];
  readonly filledInAllSubaccounts: boolean;
  /** False where the pool gave no list at all; in a gathered list. */
  readonly given?: boolean | undefined;
  /** True where the list ended because a page came again. */
  readonly repeated?: boolean | undefined;
  /** Where it was read no further, though it may go on. */
  readonly cutOff?: CutOff | undefined;
}

/** A list that is null or absent says nothing: that is not none. */
export const noListSentence = 'The pool gave no list.';

export const noListLine = `⚠️ ${noListSentence} That does not say that there is nothing.`;

const MOST_NAMED = 10;

/** Says what the figures do not hold; null when they hold all. */
export function readNotes(notes: ReadNotes): string | null {
  const lines = [
    notes.given === false ? noListLine : null,
    notes.repeated === true ? repeatedLine : null,
    notes.cutOff === undefined ? null : cutOffLine(notes.cutOff),
    notes.refusedSubaccounts.length > 0
      ? `⚠️ Not in these figures: ${firstOf(
          notes.refusedSubaccounts.slice(0, MOST_NAMED).map((name) => escapeMarkdown(name, 60)),
          notes.refusedSubaccounts.length,
        )}. The pool refused access, or there is no such subaccount.`
      : null,
    notes.filledInAllSubaccounts
      ? '-# The pool wanted names, so all subaccounts it lists were asked for by name.'
      : null,
  ].filter((line) => line !== null);
  return lines.length === 0 ? null : lines.join('\n');
}
