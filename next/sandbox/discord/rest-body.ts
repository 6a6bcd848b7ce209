import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { DiscordError } from './errors.js';
import type { Sent } from './interactions.js';
import type { Upload } from './messages.js';
import { isRaw, type Raw } from './raw.js';

const REQUEST_BYTES = 25 * 1024 * 1024;

export interface Env {
  readonly Bindings: HttpBindings;
}

/** A JSON body, or a multipart one with `payload_json` and `files[n]`. @throws DiscordError */
export async function readBody(call: Context<Env>): Promise<Sent> {
  const bytes = await call.req.arrayBuffer();
  if (bytes.byteLength > REQUEST_BYTES) throw new DiscordError('tooLarge');
  const type = call.req.header('content-type') ?? '';
  if (!type.startsWith('multipart/form-data')) {
    return { json: readObject(Buffer.from(bytes).toString('utf8')), uploads: [] };
  }
  const form = await new Response(bytes, { headers: { 'content-type': type } }).formData();
  const payload = form.get('payload_json');
  const uploads: Upload[] = [];
  for (const [key, part] of form.entries()) {
    const index = /^files\[(\d+)\]$/.exec(key)?.[1];
    if (index === undefined || typeof part === 'string') continue;
    const data = Buffer.from(await part.arrayBuffer());
    uploads.push({ index, name: part.name, type: part.type || 'application/octet-stream', data });
  }
  return { json: typeof payload === 'string' ? readObject(payload) : {}, uploads };
}

function readObject(text: string): Raw {
  const value = readJson(text);
  if (isRaw(value)) return value;
  throw new DiscordError('invalidBody', ['not an object']);
}

/** Discord refuses half a surrogate pair, as a cut through an emoji leaves it. @throws DiscordError */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) => {
      if (typeof value === 'string' && !value.isWellFormed()) throw new Error('Half a character');
      return value;
    });
  } catch {
    throw new DiscordError('invalidJson');
  }
}
