import type { ErrorWords } from '../../domain/errors/user-errors.js';
import { foldName } from '../../domain/names/lookalike-names.js';
import type { Site } from '../../pool-api/lists/known-names.js';
import { CHOICE, choiceText } from './name-choices.js';
import { code, firstOf, escapeMarkdown } from '../kit/text.js';
import { oneLine } from '../../domain/names/one-line.js';

const MIN_TAIL_LENGTH = 8;

/** Choices while a site is typed; known names that look alike show the ends of their ids. */
export function siteChoices(
  known: readonly Site[],
  offered: readonly Site[] = known,
): { name: string; value: string }[] {
  const folds = new Map(known.map((site) => [site, looks(site)]));
  const foldOf = (site: Site) => folds.get(site) ?? looks(site);
  const byLooks = new Map(offered.map((site): [string, Site[]] => [foldOf(site), []]));
  for (const site of known) byLooks.get(foldOf(site))?.push(site);
  return offered.map((site) => {
    const alike = byLooks.get(foldOf(site)) ?? [];
    const tail = alike.length <= 1 ? '' : ` · ${tailOf(site, alike)}`;
    return { name: choiceText(site.name, tail), value: site.id };
  });
}

/** Names are matched without case, so case doesn't distinguish sites. */
function looks({ name }: Site): string {
  return foldName(oneLine(name, CHOICE));
}

/** The shortest unique end of its id, at least eight characters. */
function tailOf({ id }: Site, alike: readonly Site[]): string {
  const others = alike.filter((other) => other.id !== id);
  let length = MIN_TAIL_LENGTH;
  while (length < id.length && others.some((other) => other.id.endsWith(id.slice(-length))))
    length++;
  return oneLine(length < id.length ? `…${id.slice(-length)}` : id, CHOICE / 2);
}

export function unknownSiteWords(typed: string, known: readonly string[]): ErrorWords {
  const list =
    known.length === 0
      ? 'No sites are known yet.'
      : `Known sites: ${firstOf(
          known.slice(0, 15).map((name) => escapeMarkdown(name, 60)),
          known.length,
        )}.`;
  return { title: 'No such site', sentence: `There is no site called ${code(typed, 60)}. ${list}` };
}

export function severalSitesWords(typed: string, ids: readonly string[]): ErrorWords {
  const shown = ids.slice(0, 10).map((id) => code(id));
  const listed = firstOf(shown, ids.length);
  return {
    title: 'Several sites with that name',
    sentence: `${ids.length} sites are called ${code(typed, 60)}. Choose one from the list, or give its id: ${listed}.`,
  };
}
