import { pino } from 'pino';

const MAX_CHARACTERS = 4_096;
/** At a hundred lines a second, the buffer fills sooner. */
const MAX_WAIT_MS = 250;
/** pino's number for the level. */
const WARN = 40;

/**
 * Where log lines go. After a quiet quarter of a second, a line is written at once; lines in the
 * next quarter are written together, since each write costs as much as making the line. A warning or
 * worse is written at once, with what was waiting. A killed process loses up to a quarter of a second
 * of lesser lines.
 */
export function batchLines(write: (lines: string) => unknown) {
  let waiting = '';
  let timer: NodeJS.Timeout | undefined;

  function flushSync(): void {
    if (waiting === '') return;
    const lines = waiting;
    waiting = '';
    write(lines);
  }

  function holdTheNext(): void {
    timer = setTimeout(() => {
      timer = undefined;
      if (waiting === '') return;
      flushSync();
      holdTheNext();
    }, MAX_WAIT_MS).unref();
  }

  const stream = {
    /** Asks pino for `lastLevel`. */
    [pino.symbols.needsMetadataGsym]: true,
    lastLevel: 0,
    write(line: string): void {
      waiting += line;
      const isQuiet = timer === undefined;
      const warns = stream.lastLevel >= WARN;
      if (isQuiet || warns || waiting.length >= MAX_CHARACTERS) flushSync();
      if (isQuiet) holdTheNext();
    },
    /** pino's name for it; called after a `fatal`. */
    flushSync,
  };
  return stream;
}
