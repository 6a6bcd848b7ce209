import {
  brotliDecompressSync,
  constants,
  inflateSync,
  unzipSync,
  type ZlibOptions,
} from 'node:zlib';
import { codeOf } from '../../domain/errors/error-code.js';

export interface Decompressed {
  readonly body: Buffer;
  /**
   * `cut`: broken off or damaged. `too-large`: `body` is only its beginning. `unsaid`: encoded in a
   * way not known here.
   */
  readonly end: 'whole' | 'cut' | 'too-large' | 'unsaid';
}

/** Deflate expands one byte to at most 1,032. Brotli may exceed that; then nothing is kept. */
const MAX_FROM_ONE_BYTE = 1_032;

/**
 * Decompresses a body, since some proxies compress unasked. A body that can't be decompressed is
 * returned as is, a cut one as far as it goes.
 */
export function decompress(body: Buffer, encodings: string, maxBytes: number): Decompressed {
  // The last coding named was applied last (RFC 9110, 8.4).
  const codings = encodings.toLowerCase().split(',').toReversed();
  const most = { maxOutputLength: maxBytes };
  const asFarAsItGoes = (bytes: Buffer, otherwise: Buffer): Buffer => {
    try {
      const how = { ...most, finishFlush: constants.Z_SYNC_FLUSH };
      return decompressAll(bytes, codings, how).body;
    } catch {
      return otherwise;
    }
  };
  try {
    return decompressAll(body, codings, most);
  } catch (error) {
    if (codeOf(error) !== 'ERR_BUFFER_TOO_LARGE')
      return { body: asFarAsItGoes(body, body), end: 'cut' };
    const start = body.subarray(0, Math.floor(maxBytes / MAX_FROM_ONE_BYTE));
    return { body: asFarAsItGoes(start, Buffer.alloc(0)), end: 'too-large' };
  }
}

function decompressAll(body: Buffer, codings: readonly string[], how: ZlibOptions): Decompressed {
  let bytes = body;
  for (const coding of codings.map((each) => each.trim())) {
    const decompressOne = bytes.length === 0 ? asItIs : DECOMPRESSORS.get(coding);
    if (decompressOne === undefined) return { body: bytes, end: 'unsaid' };
    bytes = decompressOne(bytes, how);
  }
  return { body: bytes, end: 'whole' };
}

type DecompressOne = (bytes: Buffer, how: ZlibOptions) => Buffer;

const asItIs: DecompressOne = (bytes) => bytes;

const DECOMPRESSORS = new Map<string, DecompressOne>([
  ['', asItIs],
  ['identity', asItIs],
  ['gzip', unzipSync],
  ['x-gzip', unzipSync],
  ['deflate', inflateSync],
  [
    'br',
    (bytes, { maxOutputLength, finishFlush }) =>
      brotliDecompressSync(bytes, {
        maxOutputLength,
        ...(finishFlush !== undefined && { finishFlush: constants.BROTLI_OPERATION_FLUSH }),
      }),
  ],
]);
