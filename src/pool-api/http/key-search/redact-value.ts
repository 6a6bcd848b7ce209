import { KEY_PLACEHOLDER } from '../../../domain/guild/key-placeholder.js';
import { yieldToOthers } from '../../../domain/async/yield-to-others.js';
import { walkValue } from './walk-value.js';

/** How text is looked through for a key. */
export interface Search {
  /** Fewer characters hold nothing of it. */
  readonly least: number;
  /** All in which something of it could stand, a character of it escaped at its longest. */
  readonly longest: number;
  holds(text: string): boolean;
  readonly strike: (text: string) => string;
  /** Without what may stand in it any number of times. */
  squeezed(text: string): string;
}

interface TextPlace {
  readonly holder: object;
  /** Undefined where the text is one of the holder's names. */
  readonly name: string | undefined;
  readonly text: string;
}

/** So many are looked through before others have their turn: 1 ms; made to be slow, 25 ms. */
const SLICE_CHARACTERS = 16 * 1024;
const RENAMED_A_SLICE = 1_000;
/** What seems to begin in one text and end in the next is not there when each is looked at. */
const BETWEEN_TEXTS = '|';

/**
 * Takes a key out of parsed JSON: its strings, names and numbers, in place. Texts are looked
 * through many at once, because looking at each by itself costs ten times as much.
 * @throws RangeError where it is nested too deeply
 */
export async function redactValue(value: unknown, search: Search): Promise<unknown> {
  const box: [unknown] = [value];
  const renamed: Renamed = new Map();
  let places: TextPlace[] = [];
  let characters = 0;

  function strikeInPlaces(): void {
    const all = places;
    [places, characters] = [[], 0];
    if (!search.holds(all.map(({ text }) => text).join(BETWEEN_TEXTS))) return;
    for (const place of all) {
      const struck = search.strike(place.text);
      if (struck !== place.text) replace(place, struck, renamed);
    }
  }

  function note(place: TextPlace): Promise<void> | undefined {
    if (place.text.length < search.least) return undefined;
    if (place.text.length > SLICE_CHARACTERS) return strikeLong(place, search, renamed);
    places.push(place);
    characters += place.text.length;
    if (characters < SLICE_CHARACTERS) return undefined;
    strikeInPlaces();
    return yieldToOthers();
  }

  await walkValue(box, (holder, name, inner) => {
    const named = Array.isArray(holder) ? undefined : note({ holder, name: undefined, text: name });
    const isText = typeof inner === 'string' || typeof inner === 'number';
    const noted = isText ? note({ holder, name, text: String(inner) }) : undefined;
    return named === undefined ? noted : named.then(() => noted);
  });
  strikeInPlaces();
  // Until now the walk, and what it had noted, went by the names as they came.
  let done = 0;
  for (const [holder, names] of renamed) {
    rename(holder, names);
    if (++done % RENAMED_A_SLICE === 0) await yieldToOthers();
  }
  return box[0];
}

/** By record: what is to take the place of which of its names. */
type Renamed = Map<object, Map<string, string>>;

function replace({ holder, name, text }: TextPlace, struck: string, renamed: Renamed): void {
  if (name !== undefined) {
    Reflect.set(holder, name, struck);
    return;
  }
  const names = renamed.get(holder) ?? new Map<string, string>();
  renamed.set(holder, names.set(text, struck));
}

/** So long a text is nothing that people read: where it holds the key, nothing of it is kept. */
async function strikeLong(place: TextPlace, search: Search, renamed: Renamed): Promise<void> {
  let before = '';
  for (let start = 0; start < place.text.length; start += SLICE_CHARACTERS) {
    const part = before + search.squeezed(place.text.slice(start, start + SLICE_CHARACTERS));
    if (search.holds(part)) {
      replace(place, KEY_PLACEHOLDER, renamed);
      return;
    }
    before = part.slice(-search.longest);
    await yieldToOthers();
  }
}

/** The same fields in the same order. Defined, because setting a `__proto__` would do another thing. */
function rename(holder: object, names: ReadonlyMap<string, string>): void {
  const fields = Object.entries(holder);
  for (const [name] of fields) Reflect.deleteProperty(holder, name);
  for (const [name, value] of fields) {
    Object.defineProperty(holder, names.get(name) ?? name, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
}
