import { pino, type DestinationStream, type Level, type Logger } from 'pino';
import { scrub, STRUCK } from './scrub.js';

/** What a child logger is bound to passes no formatter, only serializers, which go by name. */
const STRUCK_IN_CHILDREN = ['key', 'apiKey', 'token', 'authorization', 'masterKey', 'password'];

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
        log: scrub,
      },
      serializers: {
        // A plain object by then; pino's own serializer would take it apart again.
        err: (error: unknown) => error,
        ...Object.fromEntries(STRUCK_IN_CHILDREN.map((name) => [name, () => STRUCK])),
      },
    },
    destination,
  );
}
