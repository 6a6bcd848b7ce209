import { MAX_SAID } from '../../domain/errors/pool-errors.js';
import { isPage, onOneLine } from '../../domain/pool-answers/answer-text.js';
import { MAX_DEPTH } from '../../domain/pool-answers/outcome-fields.js';
import { isRecord } from '../../domain/json/is-record.js';
import { readJson } from '../../domain/json/read-json.js';
import type { Redact } from './redact.js';

/** Searching longer bodies takes time. */
const SEARCHED_CHARACTERS = 64_000;

/**
 * The pool's message in an error's body: from JSON, plain text, or a page's title. `isCut`: the
 * body goes on, and this part may end within the key.
 */
export function errorMessageIn(
  body: string,
  redact: Redact,
  isCut = body.length > SEARCHED_CHARACTERS,
): string | undefined {
  const text = body.slice(0, SEARCHED_CHARACTERS).trim();
  const words = isPage(text) ? titleIn(text) : (firstText(readJson(text)) ?? text);
  return shortened(isCut ? redact.cutText(words) : redact.text(words));
}

/** The same, for a body that is already parsed and redacted. */
export function messageOf(value: unknown): string | undefined {
  return shortened(firstText(value) ?? '');
}

function shortened(words: string): string | undefined {
  const line = onOneLine(words);
  return line === '' ? undefined : Array.from(line).slice(0, MAX_SAID).join('');
}

function titleIn(page: string): string {
  // Neither part may run past the next tag, or a page of such tags would take seconds.
  return /<title[^<>]*>([^<]*)</i.exec(page)?.[1] ?? '';
}

/**
 * `{"error":{"message"}}`, `{"statusCode","error","message"}` and the like; no deeper, because
 * thousands of nested lists would overflow the stack.
 */
function firstText(value: unknown, depth = MAX_DEPTH): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (depth === 0) return undefined;
  if (Array.isArray(value)) return firstText(value[0], depth - 1);
  if (!isRecord(value)) return undefined;
  for (const name of ['message', 'detail', 'error', 'errors', 'title', 'code']) {
    const found = firstText(value[name], depth - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}
