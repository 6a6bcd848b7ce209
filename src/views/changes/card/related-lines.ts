import type { APIEmbedField } from 'discord-api-types/v10';
import { wideField } from '../../kit/card.js';
import { plural } from '../../kit/figures.js';
import { timestamp } from '../../kit/times.js';
import { changeLink, changeName, type NamedChange } from '../change-name.js';

/** Another change of the same subaccount. */
export interface RelatedChange extends NamedChange {
  readonly number: number;
  /** `Move a subaccount` */
  readonly title: string;
  readonly headline: string;
}

export interface RelatedChanges {
  /** Only so many of them, newest first, as a card names. */
  readonly named: readonly RelatedChange[];
  /** How many there are. */
  readonly total: number;
}

/** So many are named, the rest counted. */
export const MAX_NAMED_RELATED = 3;

const TITLE = '⚠️ Other changes of this subaccount';

/** As much as fits in `room` characters: a line each, else how many; no address is dropped for it. */
export function relatedFields({ named, total }: RelatedChanges, room: number): APIEmbedField[] {
  if (total === 0) return [];
  const more = total - named.length;
  const lines = [...named.map(relatedLine), ...(more > 0 ? [`and ${more} more`] : [])];
  const all = wideField(TITLE, 'Not finished when this card was drawn:', ...lines);
  const count = plural(total, 'isn’t finished', 'aren’t finished');
  const short = wideField(TITLE, `${count}: \`/changes list\``);
  const fitting = [all, short].find(({ name, value }) => name.length + value.length <= room);
  return fitting === undefined ? [] : [fitting];
}

function relatedLine(other: RelatedChange): string {
  return `${changeLink(other)} ${other.title} · ${other.headline}`;
}

/** Null if nothing took its place. */
export function replacedAtPoolLine(
  by: (NamedChange & { readonly seenAt: number }) | null,
): string | null {
  if (by === null) return null;
  return `⚠️ **Since then the pool listed other values:** those of ${changeName(by)}, seen ${timestamp(by.seenAt)}. Check at the pool which of the two is in force.`;
}
