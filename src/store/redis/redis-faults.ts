import { setImmediate as breath } from 'node:timers/promises';
import { codeOf } from '../../domain/errors/error-code.js';
import { StoreUnavailable } from '../../domain/errors/errors.js';
import { settlesWithin } from '../../domain/async/timeout.js';

/** A server under load takes tens of milliseconds; whoever asked is still there to be told. */
const ANSWER_WITHIN_MS = 3_000;

/**
 * Asks the server, and waits for it no longer than `ANSWER_WITHIN_MS`. Whatever it, or the
 * connection, fails with becomes a `StoreUnavailable`; its own error goes no further, because the
 * client's words can hold the URL and the password.
 */
export type RunCommand = <Value>(ask: () => Promise<Value>) => Promise<Value>;

/**
 * What was not answered in time may be carried out all the same, so to its caller a write is then
 * as unknown as after a lost connection. Until something is heard again nothing more is asked:
 * each call would add to what may be carried out late, and each byte written puts off the moment
 * at which the client finds the connection silent and opens a new one.
 */
export function createAsk(withinMs = ANSWER_WITHIN_MS): { ask: RunCommand; heard: () => void } {
  let isSilent = false;
  const heard = () => void (isSilent = false);

  async function inTime<Value>(asked: Promise<Value>): Promise<Value> {
    asked.then(heard, heard);
    if (await settlesWithin(withinMs, asked)) return asked;
    // Where this process itself was held up, the answer may lie there unread.
    await breath();
    if (await settlesWithin(0, asked)) return asked;
    isSilent = true;
    throw noAnswer();
  }

  return {
    heard,
    async ask(ask) {
      if (isSilent) throw noAnswer();
      try {
        return await inTime(ask());
      } catch (error) {
        throw error instanceof StoreUnavailable
          ? error
          : new StoreUnavailable('away', reasonOf(error));
      }
    },
  };
}

const noAnswer = () => new StoreUnavailable('away', 'no answer in time');

/** `ECONNREFUSED`, or the word with which Redis begins a refusal: `NOAUTH`, `OOM`, `READONLY`. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  return codeOf(error) ?? /^[A-Z]{2,}\b/.exec(error.message)?.[0] ?? error.constructor.name;
}
