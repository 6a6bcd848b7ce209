import type { IncomingMessage } from 'node:http';

/** Null as soon as it is longer than `most` bytes. Rejects where its sender goes away. */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer | null> {
  if (Number(request.headers['content-length'] ?? 0) > most) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Ends no request that is left early, so that an answer can still be given.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const part: unknown = chunk;
    if (!(part instanceof Buffer)) throw new TypeError('a body that is no bytes');
    bytes += part.length;
    if (bytes > most) return null;
    chunks.push(part);
  }
  return Buffer.concat(chunks);
}
