import { pino, type DestinationStream, type Level, type Logger } from 'pino';
import { scrub } from './scrub.js';

/**
 * One JSON object a line, to stdout unless told otherwise, written before the call returns so
 * that the last words before an exit are not lost.
 */
export function createLog(
  level: Level | 'silent',
  destination: DestinationStream = pino.destination({ fd: 1, sync: true }),
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        bindings: scrub,
        log: scrub,
      },
      // Errors are plain objects by then; pino's own serializer would take them apart again.
      serializers: { err: (error: unknown) => error },
    },
    destination,
  );
}
