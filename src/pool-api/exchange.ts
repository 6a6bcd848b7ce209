import type { Dispatcher } from 'undici';
import { unpack } from './content-encoding.js';

/** What came back, whole. */
export interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

/** Why there is no whole answer, and how far it came. Holds no request and no cause. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';
  readonly kind: 'unreachable' | 'timeout' | 'too-large';
  /** False as long as not one byte of the request has left. */
  readonly sent: boolean;
  /** What had come when it broke, if a status had. */
  readonly partial: Answer | undefined;

  constructor(failure: Pick<TransportFailure, 'kind' | 'sent' | 'partial'>) {
    super(failure.kind);
    this.kind = failure.kind;
    this.sent = failure.sent;
    this.partial = failure.partial;
  }
}

export interface ExchangeLimits {
  /** For the whole request, from the wait for a connection to the last byte. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

/**
 * One request and its answer, by the dispatcher's own events: they tell for certain whether
 * anything was ever written, on which a change's `Outcome` rests. Dispatchers neither retry
 * nor follow a redirect.
 * @throws TransportFailure
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: ExchangeLimits,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    let head: Head | undefined;
    let abort: (() => void) | undefined;
    let settled = false;

    const received = (): Answer | 'too-large' | undefined =>
      head && answerOf(head, Buffer.concat(chunks), limits.maxBytes);
    const settle = (finish: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      finish();
    };
    const fail = (kind: TransportFailure['kind']) =>
      settle(() => {
        const all = received();
        const partial = all === 'too-large' ? head && { ...head, text: '' } : all;
        reject(new TransportFailure({ kind, sent: abort !== undefined, partial }));
        abort?.();
      });
    const timer = setTimeout(() => fail('timeout'), limits.timeoutMs);

    dispatcher.dispatch(request, {
      onConnect(abortRequest) {
        // The last moment before the first byte: what timed out while waiting never leaves.
        if (settled) abortRequest();
        else abort = abortRequest;
      },
      onHeaders(status, headers) {
        const [retryAfter, encoding] = ['retry-after', 'content-encoding'].map((name) =>
          valueOf(name, headers),
        );
        head = { status, retryAfter, encoding };
        return true;
      },
      onData(chunk) {
        bytes += chunk.length;
        if (bytes > limits.maxBytes) fail('too-large');
        else chunks.push(chunk);
        return true;
      },
      onComplete() {
        const answer = received();
        if (answer === undefined) fail('unreachable');
        else if (answer === 'too-large') fail('too-large');
        else settle(() => resolve(answer));
      },
      onError() {
        fail('unreachable');
      },
    });
  });
}

type Head = Pick<Answer, 'status' | 'retryAfter'> & { readonly encoding: string | undefined };

function answerOf(head: Head, body: Buffer, maxBytes: number): Answer | 'too-large' {
  const { encoding, ...rest } = head;
  const bytes = encoding === undefined ? body : unpack(body, encoding, maxBytes);
  return bytes === 'too-large' ? bytes : { ...rest, text: bytes.toString('utf8') };
}

/** Raw headers come as name, value, name, value. */
function valueOf(header: string, headers: readonly Buffer[]): string | undefined {
  const at = headers.findIndex(
    (name, index) => index % 2 === 0 && name.toString('latin1').toLowerCase() === header,
  );
  return at < 0 ? undefined : headers[at + 1]?.toString('latin1');
}
