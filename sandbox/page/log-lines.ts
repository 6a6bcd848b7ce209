import type { LogLine } from './protocol.js';

/** A pino line as a person reads it; any other line as it stands. */
export function readLogLine(line: string): LogLine {
  const entry = parse(line);
  if (!entry) return { at: Date.now(), level: 'info', text: line };
  const { level, time, msg, pid: _pid, hostname: _hostname, name: _name, ...rest } = entry;
  const details = Object.entries(rest).map(([key, value]) => ` ${key}=${inWords(value)}`);
  const text = typeof msg === 'string' ? msg : '';
  return {
    at: typeof time === 'number' ? time : Date.now(),
    level: levelName(level),
    text: `${text}${details.join('')}`.trim(),
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

function inWords(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function levelName(level: unknown): LogLine['level'] {
  if (level === 'warn' || level === 'error' || level === 'debug') return level;
  if (typeof level !== 'number') return level === 'fatal' ? 'error' : 'info';
  if (level >= 50) return 'error';
  if (level >= 40) return 'warn';
  return level >= 30 ? 'info' : 'debug';
}
