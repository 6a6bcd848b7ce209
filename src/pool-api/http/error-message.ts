import { isRecord } from '../../domain/json/is-record.js';
import type { Redact } from './redact.js';

const CHARACTERS = 300;
/** More of an error's body than anyone reads, less than what costs time to search. */
const LOOKED_AT = 64_000;

/**
 * The pool's own words in an error's body, whichever of the seen shapes it has (notes): a
 * message in JSON, plain text, the title of a page. Undefined where there are none. `isCut`:
 * the body goes on, and what is here may end within the key.
 */
export function errorMessageIn(
  body: string,
  strike: Redact,
  isCut = body.length > LOOKED_AT,
): string | undefined {
  const text = body.slice(0, LOOKED_AT).trim();
  const words = isPage(text) ? titleIn(text) : (messageIn(text) ?? text);
  return shortened(isCut ? strike.cutText(words) : strike.text(words));
}

/** The same of a body that was parsed, and in which the key is struck out already. */
export function messageOf(value: unknown): string | undefined {
  return shortened(firstText(value) ?? '');
}

export function isPage(text: string): boolean {
  return /^\s*<(!doctype|html|\?xml)/i.test(text);
}

function shortened(words: string): string | undefined {
  const line = words.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
  return line === '' ? undefined : Array.from(line).slice(0, CHARACTERS).join('');
}

function titleIn(page: string): string {
  return /<title[^>]*>([^<]*)</i.exec(page)?.[1] ?? '';
}

function messageIn(text: string): string | undefined {
  try {
    return firstText(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** `{"error":{"message"}}`, `{"statusCode","error","message"}` and their relatives. */
function firstText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (Array.isArray(value)) return firstText(value[0]);
  if (!isRecord(value)) return undefined;
  for (const name of ['message', 'detail', 'error', 'errors', 'title', 'code']) {
    const found = firstText(value[name]);
    if (found !== undefined) return found;
  }
  return undefined;
}
