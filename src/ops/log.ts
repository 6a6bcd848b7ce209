import { pino, type DestinationStream, type Logger } from 'pino';

const SECRETS = ['authorization', 'Authorization', 'token', 'key', 'apiKey', 'password'];

export interface LogOptions {
  readonly level: string;
  /** Default: standard output, in batches of some kilobytes or a quarter of a second. */
  readonly destination?: DestinationStream;
}

/** JSON lines. Errors are logged as `{ err: error }`. */
export function createLog({ level, destination }: LogOptions): Logger {
  const paths = SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);
  return pino(
    { level, redact: { paths, censor: '•••' }, serializers: { err: describeError } },
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
