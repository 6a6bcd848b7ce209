import { invalidForm, errors } from '../errors.js';
import type { Upload } from '../messages/message-files.js';
import { isRaw, type Raw } from '../validation/raw.js';
import type { Call } from './context.js';

const REQUEST_BYTES = 25 * 1024 * 1024;

export interface SentBody {
  readonly json: Raw;
  readonly uploads: readonly Upload[];
}

/** A JSON body, or a multipart one with `payload_json` and `files[n]`. */
export async function readBody(call: Call): Promise<SentBody> {
  const bytes = await readBytes(call);
  const type = call.req.header('content-type') ?? '';
  if (!type.startsWith('multipart/form-data')) {
    return { json: objectOf(parseJson(new TextDecoder().decode(bytes))), uploads: [] };
  }
  const form = await parseForm(bytes, type);
  const payload = form.get('payload_json');
  return {
    json: typeof payload === 'string' ? objectOf(parseJson(payload)) : {},
    uploads: await readUploads(form),
  };
}

export async function readJson(call: Call): Promise<unknown> {
  return parseJson(new TextDecoder().decode(await readBytes(call)));
}

async function readBytes(call: Call): Promise<ArrayBuffer> {
  if (Number(call.req.header('content-length') ?? 0) > REQUEST_BYTES) throw errors.tooLarge();
  const bytes = await call.req.arrayBuffer();
  if (bytes.byteLength > REQUEST_BYTES) throw errors.tooLarge();
  return bytes;
}

async function parseForm(bytes: ArrayBuffer, type: string): Promise<FormData> {
  try {
    return await new Response(bytes, { headers: { 'content-type': type } }).formData();
  } catch {
    throw invalidForm([
      { path: [], code: 'CONTENT_TYPE_INVALID', message: 'Not a multipart body' },
    ]);
  }
}

async function readUploads(form: FormData): Promise<Upload[]> {
  const uploads: Upload[] = [];
  for (const [key, part] of form.entries()) {
    const index = /^files\[(\d+)\]$/.exec(key)?.[1];
    if (index === undefined || typeof part === 'string') continue;
    uploads.push({
      index: Number(index),
      name: part.name,
      contentType: part.type || 'application/octet-stream',
      data: new Uint8Array(await part.arrayBuffer()),
    });
  }
  return uploads;
}

/** Like other strict readers, Discord rejects JSON text with half a surrogate pair. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, (_key, value: unknown) => {
      if (typeof value === 'string' && /\p{Surrogate}/u.test(value)) throw errors.invalidJson();
      return value;
    });
  } catch {
    throw errors.invalidJson();
  }
}

function objectOf(value: unknown): Raw {
  if (isRaw(value)) return value;
  throw invalidForm([
    { path: [], code: 'DICT_TYPE_CONVERT', message: 'Only dictionaries may be used in a DictType' },
  ]);
}
