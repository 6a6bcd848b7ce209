import { addAbortSignal, Readable } from 'node:stream';
import type { ResponseLike } from 'discord.js';

/** Far more than Discord ever answers; in bytes. */
export const MAX_RESPONSE_BYTES = 16 * 1024 * 1024;

/** Stops reading, and with it ends the connection. */
export class ResponseTooLong extends Error {
  override readonly name = 'ResponseTooLong';

  constructor() {
    super('an answer in the name of Discord is too long to be one');
  }
}

/**
 * The response with its body read. discord.js limits only the time until a response begins, so an
 * endless trickle would block its queue for good, and a huge one would fill the memory.
 */
export async function wholeResponse(
  response: ResponseLike,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  const { status, statusText, headers } = response;
  const body = response.body === null ? [] : await chunksOf(response.body, signal);
  const bytes = body.length === 0 ? null : Buffer.concat(body);
  return new Response(bytes, { status, statusText, headers: [...headers] });
}

async function chunksOf(
  body: NonNullable<ResponseLike['body']>,
  signal: AbortSignal | null | undefined,
): Promise<Buffer[]> {
  const stream = body instanceof Readable ? body : Readable.fromWeb(body);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of signal ? addAbortSignal(signal, stream) : stream) {
    const part: unknown = chunk;
    if (!(part instanceof Uint8Array)) throw new TypeError('an answer that is no bytes');
    bytes += part.length;
    if (bytes > MAX_RESPONSE_BYTES) throw new ResponseTooLong();
    chunks.push(Buffer.from(part));
  }
  return chunks;
}
