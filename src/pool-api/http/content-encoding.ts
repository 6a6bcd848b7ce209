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
  /** `cut`: it broke off or is damaged. `unsaid`: it came in a coding that isn't known here. */
  readonly end: 'whole' | 'cut' | 'unsaid';
}

/**
 * Decompresses a body: some proxies compress though it isn't asked for. A body that can't be
 * decompressed comes back as it is, a cut one as far as it goes.
 */
export function decompress(
  body: Buffer,
  encodings: string,
  maxBytes: number,
): Decompressed | 'too-large' {
  // The last one named was applied last (RFC 9110, 8.4).
  const codings = encodings.toLowerCase().split(',').toReversed();
  try {
    return decompressAll(body, codings, { maxOutputLength: maxBytes });
  } catch (error) {
    if (isTooLarge(error)) return 'too-large';
  }
  try {
    const { body: start } = decompressAll(body, codings, {
      maxOutputLength: maxBytes,
      finishFlush: constants.Z_SYNC_FLUSH,
    });
    return { body: start, end: 'cut' };
  } catch (error) {
    return isTooLarge(error) ? 'too-large' : { body, end: 'cut' };
  }
}

const isTooLarge = (error: unknown) => codeOf(error) === 'ERR_BUFFER_TOO_LARGE';

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
