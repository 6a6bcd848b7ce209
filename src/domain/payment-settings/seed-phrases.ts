import { wordlist } from '@scure/bip39/wordlists/english.js';

/**
 * Twelve words could be a sentence, so they are looked up in the list of BIP 39, two slips allowed;
 * so is a run of as many anywhere. Longer ones, of other lists and languages too, are told by form.
 */
export function isSeedPhrase(text: string): boolean {
  // Words may be run together, as `AbandonAbility`.
  return isSeedIn(text) || isSeedIn(text.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, '$1 '));
}

function isSeedIn(text: string): boolean {
  const words =
    text
      .toLowerCase()
      .replaceAll(ENTITY, ' ')
      .match(/\p{L}+/gu) ?? [];
  if (words.length < SHORTEST_SEED) return false;
  if (words.length === SHORTEST_SEED) return words.filter(isListed).length >= SHORTEST_SEED - 2;
  if (holdsRunOfListed(words.filter((word) => !isListMark(word)))) return true;
  return (
    SEED_LENGTHS.has(words.length) &&
    !/[^\p{L}\d\s.,):]/u.test(text) &&
    words.every((word) => /^[a-z]{3,8}$/.test(word) && !IN_SENTENCES.has(word))
  );
}

/** As a copied page, or a program, parts words. */
const ENTITY = /&[a-z]{2,6};|\\[nrt]/g;

/** What stands between the words of a list: `a)`, `1st`, `iii.`, `<br>`. No listed word is as short. */
function isListMark(word: string): boolean {
  return word.length < 3 || /^[ivx]+$/.test(word);
}

function holdsRunOfListed(words: readonly string[]): boolean {
  let run = 0;
  return words.some((word) => {
    run = isListed(word) ? run + 1 : 0;
    return run === SHORTEST_SEED;
  });
}

let listed: ReadonlySet<string> | undefined;
function isListed(word: string): boolean {
  listed ??= new Set(wordlist);
  return listed.has(word);
}

const SHORTEST_SEED = 12;
/** Of BIP 39, SLIP 39, Monero and Siacoin. */
const SEED_LENGTHS: ReadonlySet<number> = new Set([15, 18, 20, 21, 24, 25, 28, 29, 33]);

/** In no such list, but in nearly every sentence. */
const IN_SENTENCES: ReadonlySet<string> = new Set(
  'the and for from with was are but not has our its were been because new'.split(' '),
);
