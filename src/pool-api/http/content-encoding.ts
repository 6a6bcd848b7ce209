import {
  brotliDecompressSync,
  constants,
  inflateSync,
  unzipSync,
  type ZlibOptions,
} from 'node:zlib';
import { codeOf } from '../../domain/errors/error-code.js';

/**
 * Decompresses a body: some proxies compress though it isn't asked for. A body that can't be
 * decompressed comes back as it is, a cut one as far as it goes.
 */
export function decompress(
  body: Buffer,
  encodings: string,
  maxBytes: number,
): Buffer | 'too-large' {
  let bytes = body;
  // The last one named was applied last (RFC 9110, 8.4).
  for (const encoding of encodings.toLowerCase().split(',').toReversed()) {
    try {
      bytes = decompressOne(bytes, encoding.trim(), maxBytes);
    } catch (error) {
      return codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : body;
    }
  }
  return bytes;
}

function decompressOne(bytes: Buffer, encoding: string, maxBytes: number): Buffer {
  const zlib: ZlibOptions = { maxOutputLength: maxBytes, finishFlush: constants.Z_SYNC_FLUSH };
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return unzipSync(bytes, zlib);
    case 'deflate':
      return inflateSync(bytes, zlib);
    case 'br':
      return brotliDecompressSync(bytes, {
        maxOutputLength: maxBytes,
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
      });
    default:
      return bytes;
  }
}
