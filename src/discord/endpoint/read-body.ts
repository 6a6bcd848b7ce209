import type { IncomingMessage } from 'node:http';

/** Null as soon as it exceeds `most` bytes. Rejects if the sender disconnects. */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > most) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Keeps the request open when we stop early, so that it can still be answered.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const part: unknown = chunk;
    if (!(part instanceof Buffer)) throw new TypeError('a body that is no bytes');
    bytes += part.length;
    if (bytes > most) return null;
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}
