import { foldName } from '../domain/lookalike-names.js';
import type { Site } from '../pool-api/directory.js';
import { CHOICE, choiceText } from './name-choices.js';
import { code, listing, oneLine, plain } from './text.js';

const SHORTEST_TAIL = 8;

/** How sites are offered while somebody types: by name, and where two look alike with their ids' ends. */
export function siteChoices(known: readonly Site[]): { name: string; value: string }[] {
  return known.map((site) => {
    const alike = known.filter((other) => looks(other) === looks(site));
    const tail = alike.length === 1 ? '' : ` · ${tailOf(site, alike)}`;
    return { name: choiceText(site.name, tail), value: site.id };
  });
}

/** Case is not held against anybody who types a name, so it tells no site from another. */
function looks({ name }: Site): string {
  return foldName(oneLine(name, CHOICE));
}

/** As much of the end of its id as no other of them ends in. */
function tailOf({ id }: Site, alike: readonly Site[]): string {
  const others = alike.filter((other) => other.id !== id);
  let length = SHORTEST_TAIL;
  while (length < id.length && others.some((other) => other.id.endsWith(id.slice(-length))))
    length++;
  return oneLine(length < id.length ? `…${id.slice(-length)}` : id, CHOICE / 2);
}

export function unknownSiteSentence(typed: string, known: readonly string[]): string {
  const list =
    known.length === 0
      ? 'No sites are known yet.'
      : `Known sites: ${listing(
          known.map((name) => plain(name, 60)),
          15,
        )}.`;
  return `There is no site called ${code(typed, 60)}. ${list}`;
}

export function severalSitesSentence(typed: string, ids: readonly string[]): string {
  const listed = listing(ids.map((id) => code(id)));
  return `${ids.length} sites are called ${code(typed, 60)}. Choose one from the list, or give its id: ${listed}.`;
}
