import { promisify } from 'node:util';
import { brotliDecompress, constants, inflate, unzip, type ZlibOptions } from 'node:zlib';
import { codeOf } from '../../domain/errors/error-code.js';

export interface DecompressedBody {
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
 * Decompresses a body, since some proxies compress unasked, beside the event loop: a few bytes may
 * stand for megabytes. A body that can't be decompressed is returned as is, a cut one as far as it
 * goes.
 */
export async function decompress(
  body: Buffer,
  encodings: string,
  maxBytes: number,
): Promise<DecompressedBody> {
  // The last coding named was applied last (RFC 9110, 8.4).
  const codings = encodings.toLowerCase().split(',').toReversed();
  const most = { maxOutputLength: maxBytes };
  const asFarAsItGoes = async (bytes: Buffer, otherwise: Buffer): Promise<Buffer> => {
    try {
      const how = { ...most, finishFlush: constants.Z_SYNC_FLUSH };
      return (await decompressAll(bytes, codings, how)).body;
    } catch {
      return otherwise;
    }
  };
  try {
    return await decompressAll(body, codings, most);
  } catch (error) {
    if (codeOf(error) !== 'ERR_BUFFER_TOO_LARGE')
      return { body: await asFarAsItGoes(body, body), end: 'cut' };
    const start = body.subarray(0, Math.floor(maxBytes / MAX_FROM_ONE_BYTE));
    return { body: await asFarAsItGoes(start, Buffer.alloc(0)), end: 'too-large' };
  }
}

async function decompressAll(
  body: Buffer,
  codings: readonly string[],
  how: ZlibOptions,
): Promise<DecompressedBody> {
  let bytes = body;
  for (const coding of codings.map((each) => each.trim())) {
    const decompressOne = DECOMPRESSORS.get(coding);
    if (decompressOne === undefined) return { body: bytes, end: 'unsaid' };
    if (bytes.length > 0) bytes = await decompressOne(bytes, how);
  }
  return { body: bytes, end: 'whole' };
}

type DecompressOne = (bytes: Buffer, how: ZlibOptions) => Promise<Buffer>;

const asItIs: DecompressOne = async (bytes) => bytes;
const unzipped: DecompressOne = promisify(unzip);
const inflated: DecompressOne = promisify(inflate);
const unbrotlied: DecompressOne = promisify(brotliDecompress);

const DECOMPRESSORS = new Map<string, DecompressOne>([
  ['', asItIs],
  ['identity', asItIs],
  ['gzip', unzipped],
  ['x-gzip', unzipped],
  ['deflate', inflated],
  [
    'br',
    (bytes, { maxOutputLength, finishFlush }) =>
      unbrotlied(bytes, {
        ...(maxOutputLength !== undefined && { maxOutputLength }),
        ...(finishFlush !== undefined && { finishFlush: constants.BROTLI_OPERATION_FLUSH }),
      }),
  ],
]);
