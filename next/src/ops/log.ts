import { pino, type DestinationStream, type Logger } from 'pino';

const SECRETS = ['authorization', 'Authorization', 'token', 'key', 'apiKey', 'password'];

export interface LogOptions {
  readonly level: string;
  /** Default: standard output, in batches of some kilobytes or a quarter of a second. */
  readonly destination?: DestinationStream;
}

/** JSON lines. Errors are logged as `{ err: error }`. */
export function createLog({ level, destination }: LogOptions): Logger {
  const options = {
    level,
    redact: { paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '•••' },
    serializers: { err: describeError },
  };
  return pino(
    options,
    destination ?? pino.destination({ sync: false, minLength: 4_096, periodicFlush: 250 }),
  );
}

interface Described {
  readonly type: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly code?: unknown;
  readonly status?: unknown;
  readonly cause?: Described | string;
}

/** Only these fields: errors of axios, discord.js and pg also carry headers, addresses and bodies. */
function describeError(error: unknown): Described | string {
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
