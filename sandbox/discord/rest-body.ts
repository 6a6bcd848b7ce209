import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { RESTJSONErrorCodes as Code } from 'discord-api-types/v10';
import { DiscordError } from './errors.js';
import type { Sent } from './interactions.js';
import type { Upload } from './messages.js';
import type { Raw } from './validate.js';

export interface Env {
  readonly Bindings: HttpBindings;
}

/** A JSON body, or a multipart one with `payload_json` and `files[n]`. @throws DiscordError */
export async function readBody({ req }: Context<Env>): Promise<Sent> {
  const isForm = req.header('content-type')?.startsWith('multipart/form-data');
  if (!isForm) return { json: readJson(await req.text()), uploads: [] };
  const { payload_json: payload, ...parts } = await req.parseBody();
  const uploads: Upload[] = [];
  for (const [key, file] of Object.entries(parts)) {
    if (!(file instanceof File)) continue;
    const index = key.replace(/^files\[(\d+)\]$/, '$1');
    uploads.push({ index, file, data: Buffer.from(await file.arrayBuffer()) });
  }
  return { json: typeof payload === 'string' ? readJson(payload) : {}, uploads };
}

/** Discord refuses half a surrogate pair, as a cut through an emoji leaves it. @throws DiscordError */
export function readJson(text: string): Raw {
  try {
    return JSON.parse(text, (_key, value: unknown) => {
      if (typeof value === 'string' && !value.isWellFormed()) throw new Error('Half a character');
      return value;
    });
  } catch {
    throw new DiscordError(Code.RequestBodyContainsInvalidJSON, 'or half a character');
  }
}
