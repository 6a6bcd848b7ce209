import { KEY_PLACEHOLDER } from '../../../domain/guild/key-placeholder.js';
import { yieldToOthers } from '../../../domain/async/yield-to-others.js';
import { walkValue } from './walk-value.js';

/** How text is searched for a key. */
interface KeyStriker {
  /** Texts with fewer characters hold nothing of it. */
  readonly least: number;
  /** The most characters that part of it can take up, each escaped at its longest. */
  readonly longest: number;
  holds(text: string): boolean;
  readonly strike: (text: string) => string;
  /** Without what may repeat in it any number of times. */
  squeezed(text: string): string;
}

interface TextPlace {
  readonly holder: object;
  /** Undefined if the text is one of the holder's names. */
  readonly name: string | undefined;
  readonly text: string;
}

/** How much is searched before others have their turn: 1 ms; 25 ms if crafted to be slow. */
const SLICE_CHARACTERS = 16 * 1024;
const RENAMED_A_SLICE = 1_000;
/** Prevents matches that begin in one text and end in the next. */
const BETWEEN_TEXTS = '|';

/**
 * Removes a key from parsed JSON: its strings, names and numbers, in place. Texts are searched many
 * at once, because searching each by itself costs ten times as much.
 * @throws RangeError if it is nested too deeply
 */
export async function redactValue(value: unknown, search: KeyStriker): Promise<unknown> {
  const box: [unknown] = [value];
  const renamed: RenamedFields = new Map();
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
  // Not earlier: the walk, and the places it noted, rely on the original names.
  let done = 0;
  for (const [holder, names] of renamed) {
    rename(holder, names);
    if (++done % RENAMED_A_SLICE === 0) await yieldToOthers();
  }
  return box[0];
}

/** By record: which of its names are replaced by what. */
type RenamedFields = Map<object, Map<string, string>>;

function replace({ holder, name, text }: TextPlace, struck: string, renamed: RenamedFields): void {
  if (name !== undefined) {
    Reflect.set(holder, name, struck);
    return;
  }
  const names = renamed.get(holder) ?? new Map<string, string>();
  renamed.set(holder, names.set(text, struck));
}

/** Nobody reads a text this long, so if it holds the key, none of it is kept. */
async function strikeLong(
  place: TextPlace,
  search: KeyStriker,
  renamed: RenamedFields,
): Promise<void> {
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

/**
 * The same fields in the same order, none of them lost: names that would become equal are numbered.
 * Defined, because setting `__proto__` does something else.
 */
function rename(holder: object, names: ReadonlyMap<string, string>): void {
  const fields = Object.entries(holder);
  const unlike = numberEqual(fields.map(([name]) => name).filter((name) => !names.has(name)));
  for (const [name] of fields) Reflect.deleteProperty(holder, name);
  for (const [name, value] of fields) {
    const struck = names.get(name);
    Object.defineProperty(holder, struck === undefined ? name : unlike(struck), {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
}

/** Gives a name back as `name 2`, `name 3` and so on, where it was taken or given already. */
function numberEqual(others: readonly string[]): (name: string) => string {
  const taken = new Set(others);
  const last = new Map<string, number>();
  return (name) => {
    let number = (last.get(name) ?? 0) + 1;
    const numbered = () => (number === 1 ? name : `${name} ${number}`);
    while (taken.has(numbered())) number++;
    last.set(name, number);
    taken.add(numbered());
    return numbered();
  };
}
