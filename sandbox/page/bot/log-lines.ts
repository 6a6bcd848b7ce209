import type { LogLine } from '../protocol.js';

/**
 * Long, and the same in every line of a server: not shown in a narrow panel, only in the whole
 * line.
 */
const identifiers = new Set(['guild', 'user', 'interaction']);

/**
 * A pino line made readable; any other line unchanged.
 * @param heardAt unix milliseconds, for lines without a time
 */
export function readLogLine(line: string, heardAt: number): LogLine {
  const entry = parse(line);
  if (!entry) return { at: heardAt, level: 'info', text: line, whole: line };
  const { level, time, msg, ...rest } = entry;
  const details = Object.entries(rest)
    .filter(([key]) => !identifiers.has(key))
    .map(([key, value]) => ` ${key}=${inWords(value)}`);
  const text = typeof msg === 'string' ? msg : '';
  return {
    at: parseTime(time) ?? heardAt,
    level: levelName(level),
    text: `${text}${details.join('')}`.trim(),
    whole: line,
  };
}

function parse(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? { ...value } : null;
  } catch {
    return null;
  }
}

function parseTime(time: unknown): number | null {
  const at = typeof time === 'string' ? Date.parse(time) : NaN;
  return Number.isNaN(at) ? null : at;
}

/** An error's name and message; its stack is in the whole line. */
function inWords(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'object' && value !== null && 'message' in value) {
    return String(value.message);
  }
  return JSON.stringify(value);
}

function levelName(level: unknown): LogLine['level'] {
  if (level === 'warn' || level === 'error' || level === 'debug') return level;
  return level === 'fatal' ? 'error' : 'info';
}
