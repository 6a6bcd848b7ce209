import type { Dispatcher } from 'undici';
import { ResponseTooLong, MAX_RESPONSE_BYTES } from './whole-response.js';

export interface SentDiscordRequest {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Names and values, alternating. */
  readonly headers: string[];
  readonly body: string | Buffer | null;
}

export interface ReceivedDiscordResponse {
  readonly status: number;
  readonly text: string;
}

/** No response in time. Whether the request arrived is unknown. */
class NotInTime extends Error {
  override readonly name = 'NotInTime';
}

/** A 204 has no body, and Discord's announces none. */
class NotDiscords extends Error {
  override readonly name = 'NotDiscords';
}

const utf8 = new TextDecoder();

/**
 * One request and its complete response, through undici's low-level calls: a stream and an
 * AbortController per response, though nearly all are empty, would double the cost.
 */
export function exchangeWithDiscord(
  pool: Dispatcher,
  request: SentDiscordRequest,
  ms: number,
): Promise<ReceivedDiscordResponse> {
  return new Promise((resolve, reject) => {
    let status = 0;
    let isGivenUp = false;
    let abort: () => void = () => undefined;
    const chunks: Buffer[] = [];
    let bytes = 0;
    // One more turn of the loop: if this thread was busy, timers fire before answers that have long
    // arrived, and those must not be taken for lost.
    const timer = setTimeout(() => setImmediate(() => fail(new NotInTime())), ms);

    function fail(why: Error): void {
      isGivenUp = true;
      reject(why);
      abort();
    }

    pool.dispatch(request, {
      onConnect(end) {
        // It waited too long for a connection and must no longer be sent.
        if (isGivenUp) end();
        else abort = end;
      },
      onHeaders(statusCode, headers) {
        status = statusCode;
        if (status === 204 && announcesBody(headers)) fail(new NotDiscords());
        return true;
      },
      onData(chunk) {
        bytes += chunk.length;
        if (bytes > MAX_RESPONSE_BYTES) fail(new ResponseTooLong());
        else chunks.push(chunk);
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

/** Raw headers alternate: name, value, name, value. */
function announcesBody(headers: readonly Buffer[]): boolean {
  return headers.some((name, at) => {
    if (at % 2 === 1) return false;
    const header = name.toString('latin1').toLowerCase();
    return (
      header === 'transfer-encoding' ||
      (header === 'content-length' && headers[at + 1]?.toString('latin1').trim() !== '0')
    );
  });
}
