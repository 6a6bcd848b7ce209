import { createHash } from 'node:crypto';
import type { Dispatcher } from 'undici';
import { unpack } from './content-encoding.js';

/** What came back. */
export interface Answer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The body, or how it begins. */
  readonly text: string;
  /** Where `text` is not the whole body. */
  readonly cut?: Cut;
}

/** A body of which only the beginning was kept. */
export interface Cut {
  /** So many bytes came. */
  readonly bytes: number;
  /** Of all bytes, in hex, as they came; undefined where it broke off before its end. */
  readonly sha256?: string;
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
  /** Of a body; a longer one is broken off. */
  readonly maxBytes: number;
  /** So much of a body is kept; of a longer one the beginning, its length and its hash. */
  readonly keptBytes: number;
  /** Asked in the very moment before the first byte. */
  readonly isInTime: () => boolean;
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
    const body = keepBody(limits.keptBytes);
    let head: Head | undefined;
    let abort: (() => void) | undefined;
    let settled = false;

    const received = (ended: boolean): Answer | 'too-large' | undefined =>
      head && answerOf(head, body.kept(ended), limits);
    const settle = (finish: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      finish();
    };
    const fail = (kind: TransportFailure['kind']) =>
      settle(() => {
        const all = received(false);
        const cut = { bytes: body.bytes() };
        const partial = all === 'too-large' ? head && { ...head, text: '', cut } : all;
        reject(new TransportFailure({ kind, sent: abort !== undefined, partial }));
        abort?.();
      });
    const timer = setTimeout(() => fail('timeout'), limits.timeoutMs);

    dispatcher.dispatch(request, {
      onConnect(abortRequest) {
        // The last moment before the first byte: what timed out while waiting never leaves.
        if (settled || !limits.isInTime()) abortRequest();
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
        if (body.bytes() + chunk.length > limits.maxBytes) fail('too-large');
        else body.add(chunk);
        return true;
      },
      onComplete() {
        const answer = received(true);
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

interface Kept {
  readonly bytes: Buffer;
  readonly cut: Cut | undefined;
}

/** Holds the beginning of a body; the rest is counted and hashed as it comes, and let go. */
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
      return {
        bytes: Buffer.concat(chunks),
        cut: isWhole ? undefined : { bytes, ...(sha256 === undefined ? {} : { sha256 }) },
      };
    },
  };
}

function answerOf(head: Head, { bytes, cut }: Kept, limits: ExchangeLimits): Answer | 'too-large' {
  const { encoding, ...rest } = head;
  const answer = (body: Buffer, bodyCut: Cut | undefined): Answer => ({
    ...rest,
    text: body.toString('utf8'),
    ...(bodyCut === undefined ? {} : { cut: bodyCut }),
  });
  if (encoding === undefined) return answer(bytes, cut);
  const unpacked = unpack(bytes, encoding, limits.maxBytes);
  if (unpacked === 'too-large') return unpacked;
  const kept = unpacked.subarray(0, limits.keptBytes);
  return answer(kept, cut ?? (kept.length < unpacked.length ? cutOf(unpacked) : undefined));
}

function cutOf(body: Buffer): Cut {
  return { bytes: body.length, sha256: createHash('sha256').update(body).digest('hex') };
}

/** Raw headers come as name, value, name, value. */
function valueOf(header: string, headers: readonly Buffer[]): string | undefined {
  const at = headers.findIndex(
    (name, index) => index % 2 === 0 && name.toString('latin1').toLowerCase() === header,
  );
  return at < 0 ? undefined : headers[at + 1]?.toString('latin1');
}
