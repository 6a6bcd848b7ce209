import { randomUUID } from 'node:crypto';
import type { ReplyFile } from '../../domain/messages/reply.js';

export interface RequestBody {
  /** Null if there is nothing to send. */
  readonly type: string | null;
  readonly bytes: string | Buffer | null;
}

/** JSON, or a form with JSON and files. Nothing if `json` is left out. */
export function requestBody(json: unknown, files: readonly ReplyFile[] = []): RequestBody {
  if (json === undefined) return { type: null, bytes: null };
  const text = JSON.stringify(json);
  return files.length === 0 ? { type: 'application/json', bytes: text } : form(text, files);
}

/**
 * In one piece, following RFC 7578: `FormData` and `Blob` stream each part, which for a few kB
 * takes longer than the rest of the answer.
 */
function form(json: string, files: readonly ReplyFile[]): RequestBody {
  const pieces: Uint8Array[] = [Buffer.from(`${part('name="payload_json"')}\r\n${json}\r\n`)];
  for (const [index, { name, data }] of files.entries()) {
    const about = part(`name="files[${index}]"; filename="${escaped(name)}"`);
    pieces.push(Buffer.from(`${about}Content-Type: application/octet-stream\r\n\r\n`), data, BREAK);
  }
  pieces.push(END);
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, bytes: Buffer.concat(pieces) };
}

/** Unique to this process, and unknown to anyone who could write it into a file. */
const BOUNDARY = `pitboss-${randomUUID()}`;
const BREAK = Buffer.from('\r\n');
const END = Buffer.from(`--${BOUNDARY}--\r\n`);

function part(about: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; ${about}\r\n`;
}

/** Escapes what would end the name early, as browsers do. */
function escaped(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}
