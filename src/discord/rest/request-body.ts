import { randomUUID } from 'node:crypto';
import type { ReplyFile } from '../../domain/messages/reply.js';

export interface RequestBody {
  /** Null where there is nothing to send. */
  readonly type: string | null;
  readonly bytes: string | Buffer | null;
}

/** JSON, or JSON and files as a form. `json` left out: nothing. */
export function requestBody(json: unknown, files: readonly ReplyFile[] = []): RequestBody {
  if (json === undefined) return { type: null, bytes: null };
  const text = JSON.stringify(json);
  return files.length === 0 ? { type: 'application/json', bytes: text } : form(text, files);
}

/**
 * As RFC 7578 has it, in one piece: `FormData` and `Blob` stream each part, which for a few kB
 * takes longer than all the rest of an answer.
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

/** Of this process, and known to nobody who could write it into a file. */
const BOUNDARY = `pitboss-${randomUUID()}`;
const BREAK = Buffer.from('\r\n');
const END = Buffer.from(`--${BOUNDARY}--\r\n`);

function part(about: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; ${about}\r\n`;
}

/** What would end the name early, as browsers write it. */
function escaped(name: string): string {
  return name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
}
