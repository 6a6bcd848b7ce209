import { isRecord } from '../json/is-record.js';

/** What a change replaced, in lower case. */
export interface ReplacedValues {
  /** Ids and addresses, which may stand within a sentence or a link. */
  readonly ids: readonly string[];
  /** Names, which are often words of something else. */
  readonly names: readonly string[];
}

/** As what was replaced is compared with texts. */
export function folded(text: string): string {
  return text.trim().toLowerCase();
}

/** In values and in the names of fields. */
export function holdsReplaced(value: unknown, replaced: ReplacedValues): boolean {
  if (typeof value === 'string') return tellsOfReplaced(value, replaced);
  if (typeof value === 'number') return tellsOfReplaced(String(value), replaced);
  if (Array.isArray(value)) return value.some((each) => holdsReplaced(each, replaced));
  return (
    isRecord(value) &&
    Object.entries(value).some(
      ([name, each]) => tellsOfReplaced(name, replaced) || holdsReplaced(each, replaced),
    )
  );
}

export function tellsOfReplaced(text: string, { ids, names }: ReplacedValues): boolean {
  const given = folded(text);
  return names.includes(given) || ids.some((id) => holdsId(given, id));
}

/** A shorter id stands within many a word or number by chance. */
const MIN_WITHIN = 8;

function holdsId(text: string, id: string): boolean {
  if (id.length >= MIN_WITHIN) return text.includes(id);
  for (let at = text.indexOf(id); at !== -1; at = text.indexOf(id, at + 1)) {
    const end = at + id.length;
    // Two places are enough, and a long text may hold the id any number of times.
    const [before, after] = [text.slice(Math.max(0, at - 2), at), text.slice(end, end + 2)];
    if (!GOES_ON_BEFORE.test(before) && !GOES_ON_AFTER.test(after)) return true;
  }
  return false;
}

/** By a letter or digit, or as a number with decimals. */
const GOES_ON_BEFORE = /[\p{L}\p{N}]$|\p{N}\.$/u;
const GOES_ON_AFTER = /^[\p{L}\p{N}]|^\.\p{N}/u;
