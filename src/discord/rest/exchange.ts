import type { Dispatcher } from 'undici';

export interface Sent {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Names and values in turns. */
  readonly headers: string[];
  readonly body: string | Buffer | null;
}

export interface Received {
  readonly status: number;
  readonly text: string;
}

/** Not heard in time. Whether it arrived is unknown. */
class NotInTime extends Error {
  override readonly name = 'NotInTime';
}

const utf8 = new TextDecoder();

/**
 * One request and the whole of its answer, by undici's own calls: a stream and an AbortController
 * for each answer, nearly all of which are empty, would cost as much again.
 */
export function exchange(pool: Dispatcher, sent: Sent, ms: number): Promise<Received> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let isGivenUp = false;
    let abort: () => void = () => undefined;
    const chunks: Buffer[] = [];
    // Once more around the loop: where this thread was busy meanwhile, timers come before what
    // has long arrived, and an answer that is here must not be taken for lost.
    const timer = setTimeout(() => setImmediate(giveUp), ms);

    function giveUp(): void {
      isGivenUp = true;
      reject(new NotInTime());
      abort();
    }

    pool.dispatch(sent, {
      onConnect(end) {
        // It waited for a connection for too long: it is not to leave any more.
        if (isGivenUp) end();
        else abort = end;
      },
      onHeaders(statusCode) {
        status = statusCode;
        return true;
      },
      onData(chunk) {
        chunks.push(chunk);
        return true;
      },
      onComplete() {
        clearTimeout(timer);
        const text = chunks.length === 0 ? '' : utf8.decode(Buffer.concat(chunks));
        resolve({ status, text });
      },
      onError(error) {
        clearTimeout(timer);
        reject(error);
      },
    });
  });
}
