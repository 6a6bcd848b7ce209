import { STATUS_CODES } from 'node:http';
import { isRecord } from '../json/is-record.js';
import { onOneLine } from './answer-text.js';

interface Said {
  /** The message that was found in it, on one line. */
  readonly said: string;
  readonly status: number | undefined;
}

/** Under these names an error's message and its own status are given. */
const NAMES = /^(?:messages?|errors?|details?|title|code|status|status_?code)$/i;
/** A longer body says more, and isn't worth reading at each drawing. */
const MAX_LENGTH = 2_000;
const MAX_DEPTH = 8;

/** Whether a body says anything beside that message and its own status, in figures or words. */
export function hasExtraFields(body: string, { said, status }: Said): boolean {
  if (body.length > MAX_LENGTH) return true;
  const statusWords = letters(STATUS_CODES[status ?? 0] ?? 'none');
  const isTold = (value: unknown, depth: number): boolean => {
    if (depth > MAX_DEPTH) return false;
    if (value === null || value === '' || value === status) return true;
    if (typeof value === 'string')
      return (
        value === String(status) || onOneLine(value) === said || letters(value) === statusWords
      );
    if (Array.isArray(value)) return value.every((each) => isTold(each, depth + 1));
    if (!isRecord(value)) return false;
    return Object.entries(value).every(
      ([name, each]) => NAMES.test(name) && isTold(each, depth + 1),
    );
  };
  return !isTold(parsed(body), 0);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** `FORBIDDEN`, `Forbidden`, `BAD_REQUEST` and `Bad Request` alike. */
function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z]/g, '');
}
