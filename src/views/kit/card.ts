import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import type { Read } from '../../pool-api/client.js';
import type { CutOff, UnlistedName } from '../../domain/errors/pool-errors.js';
import type { Reply, ReplyFile } from '../../domain/messages/reply.js';
import type { ListNotes } from '../../pool-api/lists/walk-pages.js';
import { plural } from './figures.js';
import { PALETTE, type Tone } from './palette.js';
import { code, firstOf, escapeMarkdown } from './text.js';

interface CardParts {
  readonly title?: string | undefined;
  readonly tone?: Tone | undefined;
  readonly lines?: readonly (string | null)[] | undefined;
  readonly fields?: readonly (APIEmbedField | null)[] | undefined;
  /** When the figures were read; shown in each reader's own zone. */
  readonly readAt?: number | undefined;
  readonly footer?: string | undefined;
}

/** The standard look of a card. `null` lines and fields are left out. */
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
    ...(title === undefined ? {} : { title }),
    color: PALETTE[tone],
    ...(description ? { description } : {}),
    ...(kept && kept.length > 0 ? { fields: kept } : {}),
    ...(foot === undefined ? {} : { footer: { text: foot } }),
    ...(readAt === undefined ? {} : { timestamp: new Date(readAt).toISOString() }),
  };
}

/** A message with one card. */
export function cardReply({
  title,
  tone,
  lines,
  fields,
  readAt,
  footer,
  ...rest
}: CardParts & Omit<Reply, 'embeds'>): Reply {
  return { embeds: [card({ title, tone, lines, fields, readAt, footer })], ...rest };
}

interface ChartReply extends CardParts, Pick<Reply, 'components' | 'files'> {
  /** What the picture shows: the range and the part of the workspace. */
  readonly above: readonly (string | null)[];
  /** Null: there is nothing to draw. */
  readonly chart: { readonly url: string; readonly file: ReplyFile } | null;
}

/**
 * A message with its picture above its figures. Discord puts a picture at the end of its embed, so
 * the figures get an embed of their own.
 */
export function chartReply({
  above,
  chart,
  components,
  files = [],
  ...figures
}: ChartReply): Reply {
  if (chart === null) {
    const lines = [...above, ...(figures.lines ?? [])];
    return cardReply({ ...figures, lines, files, ...(components && { components }) });
  }
  const { title: _, ...below } = card(figures);
  const top = card({ title: figures.title, lines: above, tone: figures.tone });
  return {
    embeds: [{ ...top, image: { url: chart.url } }, below],
    ...(components === undefined ? {} : { components }),
    files: [chart.file, ...files],
  };
}

/** A field beside its neighbours; a phone stacks them. */
export function field(name: string, value: string): APIEmbedField {
  return { name, value, inline: true };
}

/** What Discord shows of the text of one field, in UTF-16 code units. */
export const MAX_FIELD_LENGTH = 1_024;

/** Leaves out `null` lines, as a card does. */
export function wideField(name: string, ...lines: readonly (string | null)[]): APIEmbedField {
  return { name, value: lines.filter((line) => line !== null).join('\n') };
}

export const repeatedLine = '⚠️ The pool repeated itself: the list may be incomplete.';

export const contradictingLine =
  '⚠️ The pool’s page counts don’t match what it sent: the list may be incomplete.';

export const chartFailedLine = '⚠️ **Chart**: it couldn’t be drawn.';

/** Which part of a list a card or file covers. */
function cutOffLine({ by, rows }: CutOff): string {
  const first = `From the first ${rows === 1 ? 'row' : plural(rows, 'row')} only`;
  return by === 'rows'
    ? `⚠️ ${first}: the pool’s list is longer than Pitboss reads here.`
    : `⚠️ ${first}: the rest of the pool’s list didn’t come in time.`;
}

/** What a read had to leave out or fill in. */
export type ReadNotes = Omit<ListNotes, 'readAt'> & Pick<Read<unknown>, 'meant'>;

/** Null or absent, which isn't an empty list. */
export const noListSentence = 'The pool gave no list.';

const noListLine = `⚠️ ${noListSentence} That doesn’t mean there is nothing.`;

/** Null if no name is near. Never picks one: the requester chooses. */
export function meantSentence(meant: readonly UnlistedName[]): string | null {
  const lines = meant.map(
    ({ name, near }) =>
      `Did you mean ${near.map((each) => code(each, 60)).join(' or ')}, not ${code(name, 60)}?`,
  );
  return lines.length === 0 ? null : lines.join(' ');
}

const MAX_NAMED = 10;

/** Says what the figures lack; null if nothing. */
export function readNotes(notes: ReadNotes): string | null {
  const lines = [
    notes.given === false ? noListLine : null,
    notes.repeated === true ? repeatedLine : null,
    notes.contradicts === true ? contradictingLine : null,
    notes.cutOff === undefined ? null : cutOffLine(notes.cutOff),
    notes.refusedSubaccounts.length > 0
      ? `⚠️ Not in these figures: ${firstOf(
          notes.refusedSubaccounts.slice(0, MAX_NAMED).map((name) => escapeMarkdown(name, 60)),
          notes.refusedSubaccounts.length,
        )}. The pool refused access, or there is no such subaccount.`
      : null,
    meantSentence(notes.meant ?? []),
    notes.filledInAllSubaccounts
      ? '-# The pool wanted names, so Pitboss asked for every subaccount it lists by name.'
      : null,
  ].filter((line) => line !== null);
  return lines.length === 0 ? null : lines.join('\n');
}

/** Rows left out of all sums; null if there are none. `what` is what they lack. */
export function notSummedLine(what: string, rows: number): string | null {
  if (rows === 0) return null;
  return `⚠️ Not in any total: ${plural(rows, 'row')} from the pool without ${what}.`;
}
