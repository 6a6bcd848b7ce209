import {
  brotliDecompressSync,
  constants,
  inflateSync,
  unzipSync,
  type ZlibOptions,
} from 'node:zlib';
import { codeOf } from '../../domain/errors/error-code.js';

/**
 * A body as it was before it was packed for the way. Packed answers are not asked for, but some
 * servers and proxies send them all the same; so rarely that a thread of its own is not worth
 * it. What cannot be unpacked is given back as it came: then it is unreadable, and says so. Of
 * one that was cut short, as much as can be had.
 */
export function unpack(body: Buffer, encodings: string, maxBytes: number): Buffer | 'too-large' {
  let bytes = body;
  // The last one named was applied last (RFC 9110, 8.4).
  for (const encoding of encodings.toLowerCase().split(',').toReversed()) {
    try {
      bytes = unpackOne(bytes, encoding.trim(), maxBytes);
    } catch (error) {
      return codeOf(error) === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : body;
    }
  }
  return bytes;
}

function unpackOne(bytes: Buffer, encoding: string, maxBytes: number): Buffer {
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
