import { STATUS_CODES } from 'node:http';
import { isRecord } from '../json/is-record.js';

interface Said {
  /** The message that was found in it, on one line. */
  readonly said: string;
  readonly status: number | undefined;
}

/** Whether a body says anything beside that message and its own status, in figures or words. */
export function saysMore(body: string, { said, status }: Said): boolean {
  const statusWords = letters(STATUS_CODES[status ?? 0] ?? 'none');
  const isTold = (value: unknown): boolean => {
    if (value === null || value === status || value === String(status)) return true;
    if (typeof value === 'string')
      return said.includes(onOneLine(value)) || letters(value) === statusWords;
    if (Array.isArray(value)) return value.every(isTold);
    return isRecord(value) && Object.values(value).every(isTold);
  };
  return !isTold(parsed(body));
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

function onOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
