import { KEY_PLACEHOLDER } from '../../domain/guild/key-placeholder.js';
import { INVISIBLE_OR_BLANK, INVISIBLE } from '../../domain/names/invisible-characters.js';
import { decodings, withoutShortEscapes } from './key-search/undo-escapes.js';
import { createKeyPrefilter } from './key-search/key-prefilter.js';
import { createKeySearch, type Find } from './key-search/key-search.js';
import { redactValue } from './key-search/redact-value.js';

/** The longest that a character of the key gets, escaped in a usual way, and twice. */
const MAX_ESCAPE_LENGTH = 24;

/**
 * Removes one key from the answers of a pool that repeats it: the key, or its beginning, plain, in
 * base64 and in hex, escaped for JSON (nested too), a URL or HTML, wrapped, or with invisible
 * characters in between. Text and key are untrusted.
 */
export function redactKey(key: string) {
  const search = createKeySearch(key);
  const { whole, beginning, cutOff, least } = search;
  const tailLength = search.letters * MAX_ESCAPE_LENGTH;

  const unescaped = (given: string, unseen = ANY_INVISIBLE): string => {
    const seen = withoutHidden(withoutUnicode(withoutHidden(given, unseen)), unseen);
    return key.includes('\\') ? withoutBackslashes(seen) : seen;
  };

  function without(find: Find, given: string): string {
    let struck = strikeOut(find, given);
    // Keeps line ends if the key can be found with them.
    for (const unseen of [INVISIBLE_IN_LINES, ANY_INVISIBLE, FOLDED]) {
      const plain = unescaped(struck, unseen);
      if (plain !== struck && find(plain, 0) !== undefined) struck = strikeOut(find, plain);
    }
    for (const plain of readingsOf(struck))
      if (find(plain, 0) !== undefined) return strikeOut(find, plain);
    return struck;
  }

  /** The whole key first: its beginning may be read in two ways, one of which ends too soon. */
  function text(given: string): string {
    return without(beginning, without(whole, given));
  }

  /** Whether `text` would strike out anything. */
  function holds(given: string): boolean {
    if (given.length < least) return false;
    if (beginning(given, 0) !== undefined) return true;
    for (const unseen of [ANY_INVISIBLE, FOLDED]) {
      const plain = unescaped(given, unseen);
      if (plain !== given && beginning(plain, 0) !== undefined) return true;
    }
    return readingsOf(given).some((each) => beginning(each, 0) !== undefined);
  }

  function withoutBeginning(tail: string): string {
    const clean = tail.slice(0, cutOff(tail, 0)?.start);
    for (const plain of [unescaped(clean), ...readingsOf(clean)]) {
      const cut = plain === clean ? undefined : cutOff(plain, 0);
      if (cut !== undefined) return plain.slice(0, cut.start);
    }
    return clean;
  }

  return {
    text,
    holds,
    /** For text that was cut off: also removes the part of the key that its end may hold. */
    cutText(given: string): string {
      // Not the beginning yet, or its end would stay.
      const clean = without(whole, given);
      const start = startOfTail(clean, tailLength);
      return without(beginning, clean.slice(0, start) + withoutBeginning(clean.slice(start)));
    },
    /** False only if `value` would find nothing in this JSON once parsed. */
    mayBeIn: createKeyPrefilter(key, search),
    /**
     * The strings, names and numbers of parsed JSON, in place and in slices.
     * @throws RangeError if it is nested too deeply
     */
    value: (value: unknown): Promise<unknown> =>
      redactValue(value, { least, longest: tailLength, holds, strike: text, squeezed }),
  };
}

export type Redact = ReturnType<typeof redactKey>;

function strikeOut(find: Find, text: string): string {
  let struck = '';
  let at = 0;
  for (let span = find(text, 0); span !== undefined; span = find(text, at)) {
    struck += `${text.slice(at, span.start)}${KEY_PLACEHOLDER}`;
    at = span.end;
  }
  return struck + text.slice(at);
}

/** A text with its escapes undone and nothing in it hidden, in every reading that differs. */
function readingsOf(text: string): string[] {
  const readings = decodings(text).flatMap((each) => {
    const plain = withoutHidden(each);
    return [plain, withoutShortEscapes(plain)];
  });
  return [...new Set(readings)].filter((each) => each !== text);
}

/** Where the last `length` characters begin, not counting those that may repeat. */
function startOfTail(text: string, length: number): number {
  let start = text.length;
  for (let left = length; left > 0 && start > 0; start = Math.max(0, start - length)) {
    left -= text.slice(Math.max(0, start - length), start).replaceAll(ANY_NUMBER, '').length;
  }
  return start;
}

const ANY_NUMBER = new RegExp(`[ \\\\${INVISIBLE_OR_BLANK}]`, 'gu');

/** Reduces what may repeat any number of times in a key to what is needed to find it. */
function squeezed(text: string): string {
  return withoutHidden(text)
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/\\{2,}/g, '\\');
}

/** As the views show it. The same text if everything in it is visible. */
function withoutHidden(text: string, unseen = ANY_INVISIBLE): string {
  return /[^ -~]/.test(text) ? text.replaceAll(unseen, '') : text;
}

const ANY_INVISIBLE = new RegExp(`[${INVISIBLE_OR_BLANK}]+`, 'gu');
/** With the spaces by which a folded line is indented. */
const FOLDED = new RegExp(`(?:[${INVISIBLE_OR_BLANK}] *)+`, 'gu');
const INVISIBLE_IN_LINES = new RegExp(`[${INVISIBLE}]+`, 'gu');

/** `\u0025` may hide a `%`, and that the key. The same text if there is none. */
function withoutUnicode(text: string): string {
  if (!text.includes('\\u')) return text;
  return text.replaceAll(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => ofCode(hex));
}

function ofCode(hex: string): string {
  return String.fromCharCode(parseInt(hex, 16));
}

/** Undoes escaped backslashes; only a key that has one can hide behind them. */
function withoutBackslashes(text: string): string {
  return text.replaceAll(/u005[cC]|%(?:25)*5[cC]|&(?:#0*92|#[xX]0*5[cC]|bsol);/g, '\\');
}
