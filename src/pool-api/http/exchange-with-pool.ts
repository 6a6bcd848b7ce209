import { createHash } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { decompress } from './content-encoding.js';
import { bodyText } from './body-text.js';
import { codingsOf, saysWhereItEnds, valueOf } from './raw-headers.js';

export interface RawResponse {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The body or its beginning. */
  readonly text: string;
  /** Set if `text` isn't the whole body. */
  readonly cut?: CutBody | undefined;
  /** True if only the closing of the connection ended it, or its coding isn't known. */
  readonly mayBeCut?: boolean | undefined;
}

export interface CutBody {
  readonly bytes: number;
  /** Of all bytes, in hex; undefined if the body broke off or can't be decompressed. */
  readonly sha256?: string | undefined;
}

/** No whole answer. Holds no request and no cause, which would hold the key. */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure';

  constructor(
    readonly kind: 'unreachable' | 'timeout' | 'too-large' | 'malformed',
    /** False only if certainly no byte of the request was sent. */
    readonly sent: boolean,
    /** What had arrived when it broke off, if a status had. */
    readonly partial: RawResponse | undefined,
  ) {
    super(kind);
  }
}

export interface ExchangeLimits {
  /** For the whole request, from waiting for a connection to the last byte. */
  readonly timeoutMs: number;
  /** A longer body is aborted. */
  readonly maxBytes: number;
  /** Of a longer body, only the beginning, length and hash are kept. */
  readonly keptBytes: number;
  /** Asked right before the first byte. */
  readonly maySendFirstByte: () => boolean;
}

/**
 * One request, using the dispatcher's own events: only they say for certain whether any byte was
 * written, on which a change's `RequestOutcome` rests. Neither retries nor follows redirects.
 * @throws TransportFailure
 */
export function exchangeWithPool(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  limits: ExchangeLimits,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const body = keepBody(limits.keptBytes);
    let head: ResponseHead | undefined;
    let abort: (() => void) | undefined;
    let settled = false;

    const received = async (ended: boolean): Promise<RawResponse | undefined> =>
      head && answerOf(head, body.kept(ended), limits);
    const settle = (finish: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      finish();
    };
    const fail = (kind: TransportFailure['kind']) =>
      settle(() => {
        const isSent = abort !== undefined;
        received(false).then(
          (partial) => reject(new TransportFailure(kind, isSent, partial)),
          reject,
        );
        abort?.();
      });
    const resolveWith = (answered: ResponseHead) =>
      settle(() => resolve(answerOf(answered, body.kept(true), limits)));
    const timer = setTimeout(() => {
      if (abort === undefined) fail('timeout');
      else readOut(body.bytes, () => fail('timeout'));
    }, limits.timeoutMs);

    dispatcher.dispatch(request, {
      onConnect(abortRequest) {
        // Called right before the first byte: a request that timed out in the queue never leaves.
        if (settled || !limits.maySendFirstByte()) abortRequest();
        else abort = abortRequest;
      },
      onHeaders(status, headers) {
        head = {
          status,
          retryAfter: valueOf('retry-after', headers),
          encoding: codingsOf(headers),
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
        if (head === undefined) fail('unreachable');
        else resolveWith(head);
      },
      onError(error) {
        fail(isMalformed(error) ? 'malformed' : 'unreachable');
      },
    });
  });
}

/**
 * If the process was held up, a timer fires before data that arrived in time is read. So that is
 * read first, while it brings bytes, for at most a few rounds of the event loop.
 */
function readOut(bytes: () => number, then: () => void, rounds = MAX_ROUNDS): void {
  const before = bytes();
  setImmediate(() =>
    setImmediate(() => {
      if (bytes() === before || rounds === 0) then();
      else readOut(bytes, then, rounds - 1);
    }),
  );
}

/** Enough for the 256 KiB that are kept of an answer to a change. */
const MAX_ROUNDS = 20;

/** Two lengths, or lines that end with LF alone, give the third; a status of 000 gives the last. */
const MALFORMED = new Set([
  'HTTPParserError',
  'HeadersOverflowError',
  'ResponseContentLengthMismatchError',
  'AssertionError',
]);

/**
 * What came is not a valid HTTP answer, has too many headers, or is one that nobody asked for, as
 * `100 Continue` and `101 Switching Protocols`.
 */
function isMalformed({ name, message }: Error): boolean {
  if (MALFORMED.has(name)) return true;
  return message === 'bad response' || message === 'bad upgrade';
}

type ResponseHead = Pick<RawResponse, 'status' | 'retryAfter' | 'mayBeCut'> & {
  readonly encoding: string;
  readonly contentType: string | undefined;
};

interface KeptBody {
  readonly bytes: Buffer;
  readonly cut: CutBody | undefined;
}

/** Keeps the beginning of a body; the rest is only counted and hashed. */
function keepBody(keptBytes: number) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let taken = 0;
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
      if (taken === keptBytes) return;
      const start = chunk.subarray(0, keptBytes - taken);
      chunks.push(start);
      taken += start.length;
    },
    kept(ended: boolean): KeptBody {
      const isWhole = ended && hash === undefined;
      const sha256 = ended ? hash?.copy().digest('hex') : undefined;
      const [first] = chunks;
      const bytesKept = chunks.length === 1 && first ? first : Buffer.concat(chunks);
      return { bytes: bytesKept, cut: isWhole ? undefined : { bytes, sha256 } };
    },
  };
}

async function answerOf(
  head: ResponseHead,
  { bytes, cut }: KeptBody,
  { maxBytes, keptBytes }: ExchangeLimits,
): Promise<RawResponse> {
  const { encoding, contentType = '', mayBeCut, ...rest } = head;
  const { body, end } = await decompress(bytes, encoding, maxBytes);
  const isCut = cut !== undefined || end !== 'whole' || body.length > keptBytes;
  const answer = {
    ...rest,
    mayBeCut: mayBeCut || end === 'unsaid',
    text: bodyText(body.subarray(0, keptBytes), contentType, isCut),
  };
  if (cut !== undefined) return { ...answer, cut };
  // What came of it is known, and not how much of its text that is; nor whether plain JSON is all
  // of what was meant by a coding that isn't known.
  if (end === 'cut' || end === 'unsaid') return { ...answer, cut: { bytes: bytes.length } };
  // Neither length nor hash of the decompressed body is known.
  if (end === 'too-large') return { ...answer, cut: sizeOf(bytes) };
  return body.length <= keptBytes ? answer : { ...answer, cut: sizeOf(body) };
}

function sizeOf(body: Buffer): CutBody {
  return { bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') };
}
