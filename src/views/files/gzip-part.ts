import { constants, createGzip } from 'node:zlib';

/** Room for the end of the last block and the trailer. */
const RESERVE = 1024;

/** Half the work of the usual level, for files a fourteenth larger. */
const LEVEL = 3;

/**
 * A gzip file that never exceeds its limit. zlib's own threads compress one chunk while the next is
 * made; only the compressed bytes and that chunk are held.
 */
export function gzipPart(limit: number) {
  const gzip = createGzip({ level: LEVEL });
  const out: Buffer[] = [];
  let emitted = 0;
  /** Bytes whose compressed size isn't known yet. */
  let pending = 0;
  gzip.on('data', (piece: Buffer) => {
    out.push(piece);
    emitted += piece.length;
  });
  let underWay: Promise<void> = Promise.resolve();
  // Deflate adds five bytes per 16 kB of incompressible data.
  const atWorst = (bytes: number) => emitted + bytes + Math.ceil(bytes / 1000) + RESERVE;

  return {
    /** False if it doesn't fit; then nothing is written. */
    async add(data: Uint8Array): Promise<boolean> {
      if (atWorst(pending + data.length) > limit) {
        if (pending > 0) await settled((done) => gzip.flush(constants.Z_SYNC_FLUSH, () => done()));
        pending = 0;
        if (atWorst(data.length) > limit) return false;
      }
      await underWay;
      underWay = settled((done) => gzip.write(data, done));
      // Thrown when the next chunk, or the end, awaits it.
      underWay.catch(() => undefined);
      pending += data.length;
      return true;
    },
    /** The whole file. */
    async finish(): Promise<Uint8Array> {
      await underWay;
      await new Promise<void>((resolve, reject) => {
        gzip.once('end', resolve).once('error', reject);
        gzip.end();
      });
      return Buffer.concat(out);
    },
  };
}

export type GzipPart = ReturnType<typeof gzipPart>;

function settled(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()));
  });
}
