import { setImmediate as breath } from 'node:timers/promises';
import { StoreUnavailable } from '../../domain/errors/store-errors.js';
import { settlesWithin } from '../../domain/async/timeout.js';
import { SECOND_MS } from '../../domain/time/units.js';

/** A server under load takes tens of milliseconds. */
const ANSWER_WITHIN_MS = 3 * SECOND_MS;

/**
 * Every failure becomes a `StoreUnavailable`, without its cause: the client's message can hold the
 * URL and the password.
 */
export type RunCommand = <Value>(ask: () => Promise<Value>) => Promise<Value>;

/**
 * A command that isn't answered in time may still be carried out. Until the server answers
 * again, nothing more is sent: it might be carried out late, and would put off the moment when
 * the client finds the connection silent and opens a new one. Nothing is sent either while `refuse`
 * throws.
 */
export function createAsk(
  reasonOf: (error: unknown) => string,
  refuse: () => void = () => undefined,
): {
  ask: RunCommand;
  heard: () => void;
} {
  let isSilent = false;
  const heard = () => void (isSilent = false);

  async function inTime<Value>(asked: Promise<Value>): Promise<Value> {
    asked.then(heard, heard);
    if (await settlesWithin(ANSWER_WITHIN_MS, asked)) return asked;
    // If this process was blocked, the answer may be waiting unread.
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
        refuse();
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
