import { MAX_FIELD_LENGTH } from '../../kit/card.js';
import { code, escapeMarkdown, joinList } from '../../kit/text.js';
import { differenceText, unusualLettersLine } from '../../pool/lookalikes.js';
import { firstFitting } from '../text/fit-text.js';

/** Sites on the card of a change, each with its id, and what warns of their names. */

/** Most characters of a site's id, which is what the request holds. */
export const MAX_ID_LENGTH = 120;

/** Of a field with warnings: a finished card has the field's name before them. */
export const MOST_WITH_WARNINGS = MAX_FIELD_LENGTH - 40;

interface SiteOnCard {
  readonly id: string;
  readonly name: string | null;
}

interface WarnedSites {
  readonly wanted: string;
  /** Of the site that is left; empty if there is none. */
  readonly left: string;
  /** Other sites whose names look like the wanted one. */
  readonly alike: readonly SiteOnCard[];
}

/** The list of other sites comes last and takes what room is left, so that no warning is cut. */
export function siteWithWarnings(words: string, { wanted, left, alike }: WarnedSites): string {
  const fixed = [
    words,
    unusualLettersLine(wanted),
    unusualLettersLine(left, 'the name of the present site'),
    sameLookLine(left, wanted),
  ]
    .filter((line) => line !== null)
    .join('\n');
  if (alike.length === 0) return fixed;
  const line = firstFitting(
    (share) => alikeLine(wanted, alike, share),
    (text) => fixed.length + text.length < MOST_WITH_WARNINGS,
  );
  return `${fixed}\n${line}`;
}

function alikeLine(wanted: string, alike: readonly SiteOnCard[], share: number): string {
  const here = differenceText(
    wanted,
    alike.flatMap(({ name }) => name ?? []),
  );
  const others = alike.map((each) => siteText(each, share) + whereText(each.name ?? '', [wanted]));
  const title = `⚠️ **Looks like another site**${here === '' ? '' : ` (in this one, ${here})`}`;
  return `${title}: ${joinList(others, Math.ceil(5 * share))}.`;
}

/** Empty where the names are the same and only the ids differ. */
function whereText(name: string, others: readonly string[]): string {
  const where = name === '' ? '' : differenceText(name, others);
  return where === '' ? '' : ` (${where})`;
}

/** For two names that look the same here, because they are cut or differ in spaces alone. */
function sameLookLine(present: string, wanted: string): string | null {
  if (present === '' || present === wanted || siteName(present) !== siteName(wanted)) return null;
  return `⚠️ These are different names: in the new one, ${differenceText(wanted, [present])}.`;
}

export function siteName(name: string, share = 1): string {
  return `**${escapeMarkdown(name, Math.ceil(80 * share))}**`;
}

/** `share`: of the usual length of name and id. */
export function siteText({ id, name }: SiteOnCard, share = 1): string {
  const shownId = code(id, Math.ceil(MAX_ID_LENGTH * share));
  return name ? `${siteName(name, share)} (${shownId})` : shownId;
}
