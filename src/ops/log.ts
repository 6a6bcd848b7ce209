import { pino, type DestinationStream, type Logger } from 'pino';

const SECRETS = ['authorization', 'Authorization', 'token', 'key', 'apiKey', 'password'];

/** JSON lines, on standard output by default. Errors are logged as `{ err: error }`. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino(
    { level, redact: { paths, censor: '•••' }, serializers: { err: describeError } },
    // Standard output gets some kilobytes at once, or what there is after a quarter of a second.
    destination ?? pino.destination({ sync: false, minLength: 4_096, periodicFlush: 250 }),
  );
}

/** Only these fields: errors of axios, discord.js and pg also carry headers, addresses and bodies. */
function describeError(error: unknown): object | string {
  if (!(error instanceof Error)) return String(error);
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...('code' in error && { code: error.code }),
    ...('status' in error && { status: error.status }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
