import { createHash } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { decompress } from './content-encoding.js';
import { bodyText } from './body-text.js';

export interface RawResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The body or its start. */
  readonly text: string;
  /** Set where `text` isn't the whole body. */
  readonly cut?: Cut | undefined;
  /** True where nothing but the closing of the connection ended it, or its coding isn't known. */
  readonly mayBeCut?: boolean | undefined;
}

export interface Cut {
  readonly bytes: number;
  /** Of all bytes, in hex; undefined where the body broke off. */
  readonly sha256?: string | undefined;
}

/** No whole answer. Holds no request and no cause, which would hold the key. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';

  constructor(
    readonly kind: 'unreachable' | 'timeout' | 'too-large' | 'malformed',
    /** False where certainly no byte of the request has left. */
    readonly sent: boolean,
    /** What had come when it broke, if a status had. */
    readonly partial: RawResponse | undefined,
  ) {
    super(kind);
  }
}

export interface ExchangeLimits {
  /** For the whole request, from the wait for a connection to the last byte. */
  readonly timeoutMs: number;
  /** A longer body is aborted. */
  readonly maxBytes: number;
  /** Of a longer body only the start, length and hash are kept. */
  readonly keptBytes: number;
  /** Asked in the very moment before the first byte. */
  readonly isInTime: () => boolean;
}

/**
 * One request, by the dispatcher's own events: only they tell for certain whether any byte was
 * written, on which a change's `Outcome` rests. Neither retries nor follows redirects.
 * @throws TransportFailure
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: ExchangeLimits,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const body = keepBody(limits.keptBytes);
    let head: Head | undefined;
    let abort: (() => void) | undefined;
    let settled = false;

    const received = (ended: boolean): RawResponse | undefined =>
      head && answerOf(head, body.kept(ended), limits);
    const settle = (finish: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      finish();
    };
    const fail = (kind: TransportFailure['kind']) =>
      settle(() => {
        reject(new TransportFailure(kind, abort !== undefined, received(false)));
        abort?.();
      });
    const timer = setTimeout(() => {
      if (abort === undefined) fail('timeout');
      else readOut(body.bytes, () => fail('timeout'));
    }, limits.timeoutMs);

    dispatcher.dispatch(request, {
      onConnect(abortRequest) {
        // Called right before the first byte: a request that timed out in the queue never leaves.
        if (settled || !limits.isInTime()) abortRequest();
        else abort = abortRequest;
      },
      onHeaders(status, headers) {
        head = {
          status,
          retryAfter: valueOf('retry-after', headers),
          encoding: valueOf('content-encoding', headers),
          contentType: valueOf('content-type', headers),
          mayBeCut: !saysWhereItEnds(status, headers),
        };
        return true;
      },
      onData(chunk) {
        if (body.bytes() + chunk.length > limits.maxBytes) fail('too-large');
        else body.add(chunk);
        return true;
      },
      onComplete() {
        const answer = received(true);
        if (answer === undefined) fail('unreachable');
        else settle(() => resolve(answer));
      },
      onError(error) {
        fail(isMalformed(error) ? 'malformed' : 'unreachable');
      },
    });
  });
}

/**
 * Where the process was held up, a timer fires before anything is read that came in time: so that
 * is read first, for as long as it brings bytes, and no longer than a few rounds of the event loop.
 */
function readOut(bytes: () => number, then: () => void, rounds = MOST_ROUNDS): void {
  const before = bytes();
  setImmediate(() =>
    setImmediate(() => {
      if (bytes() === before || rounds === 0) then();
      else readOut(bytes, then, rounds - 1);
    }),
  );
}

/** Enough for the 256 KiB that are kept of an answer to a change. */
const MOST_ROUNDS = 20;

/** Something came that is no answer by HTTP, or a `100 Continue` that nobody waits for. */
function isMalformed(error: Error): boolean {
  return error.name === 'HTTPParserError' || error.message === 'bad response';
}

type Head = Pick<RawResponse, 'status' | 'retryAfter' | 'mayBeCut'> & {
  readonly encoding: string | undefined;
  readonly contentType: string | undefined;
};

interface Kept {
  readonly bytes: Buffer;
  readonly cut: Cut | undefined;
}

/** Keeps the start of a body; the rest is only counted and hashed. */
function keepBody(keptBytes: number) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let held = 0;
  let hash: ReturnType<typeof createHash> | undefined;

  return {
    bytes: () => bytes,
    add(chunk: Buffer) {
      bytes += chunk.length;
      if (bytes > keptBytes && hash === undefined) {
        hash = createHash('sha256');
        for (const each of chunks) hash.update(each);
      }
      hash?.update(chunk);
      if (held === keptBytes) return;
      const start = chunk.subarray(0, keptBytes - held);
      chunks.push(start);
      held += start.length;
    },
    kept(ended: boolean): Kept {
      const isWhole = ended && hash === undefined;
      const sha256 = ended ? hash?.copy().digest('hex') : undefined;
      const [first] = chunks;
      const bytesKept = chunks.length === 1 && first ? first : Buffer.concat(chunks);
      return { bytes: bytesKept, cut: isWhole ? undefined : { bytes, sha256 } };
    },
  };
}

function answerOf(
  head: Head,
  { bytes, cut }: Kept,
  { maxBytes, keptBytes }: ExchangeLimits,
): RawResponse {
  const { encoding = '', contentType = '', mayBeCut, ...rest } = head;
  const { body, end } = decompress(bytes, encoding, maxBytes);
  const isCut = cut !== undefined || end !== 'whole' || body.length > keptBytes;
  const answer = {
    ...rest,
    mayBeCut: mayBeCut || end === 'unsaid',
    text: bodyText(body.subarray(0, keptBytes), contentType, isCut),
  };
  if (cut !== undefined) return { ...answer, cut };
  if (end === 'cut') return { ...answer, cut: { bytes: body.length } };
  // Of what it decompresses to neither length nor hash is known.
  if (end === 'too-large') return { ...answer, cut: sizeOf(bytes) };
  return body.length <= keptBytes ? answer : { ...answer, cut: sizeOf(body) };
}

function sizeOf(body: Buffer): Cut {
  return { bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') };
}

/** RFC 9112, 6.3; the dispatcher fails where a body doesn't end as it says. */
function saysWhereItEnds(status: number, headers: readonly Buffer[]): boolean {
  if (status === 204 || status === 304) return true;
  if (valueOf('content-length', headers) !== undefined) return true;
  return /\bchunked\s*$/i.test(valueOf('transfer-encoding', headers) ?? '');
}

/** Raw headers come as name, value, name, value. */
function valueOf(header: string, headers: readonly Buffer[]): string | undefined {
  for (let at = 0; at < headers.length; at += 2) {
    const name = headers[at];
    // Most are told apart by their length.
    if (name?.length !== header.length || name.toString('latin1').toLowerCase() !== header)
      continue;
    return headers[at + 1]?.toString('latin1');
  }
  return undefined;
}
