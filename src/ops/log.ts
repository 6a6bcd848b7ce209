import { pino, type DestinationStream, type Level, type Logger } from 'pino';
import { batchLines } from './batched-lines.js';
import { redactLogLine, REDACTED } from './redact-logs.js';

/** A child logger's bindings bypass formatters and pass only through serializers, by name. */
const SECRET_NAMES = ['key', 'apiKey', 'token', 'authorization', 'masterKey', 'password'];

/** Logs JSON lines. */
export function createLog(
  level: Level | 'silent',
  destination: DestinationStream = standardOutput(),
): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: redactLogLine,
      },
      serializers: {
        // `redactLogLine` has already serialized it.
        err: (error: unknown) => error,
        ...Object.fromEntries(SECRET_NAMES.map((name) => [name, () => REDACTED])),
      },
    },
    destination,
  );
}

/** Written synchronously, so that the last lines before an exit aren't lost. */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true });
  const lines = batchLines((text) => output.write(text));
  process.on('exit', () => lines.flushSync());
  return lines;
}
