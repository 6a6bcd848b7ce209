import { isUtf8 } from 'node:buffer';

/** A UTF-8 character has at most four bytes, so a cut one has at most three. */
const MAX_CUT_BYTES = 3;

/**
 * The body as text from which each byte can be recovered. JSON is UTF-8 (RFC 8259, 8.1), but
 * something in between may answer otherwise: then by the `charset` of its content type, or else
 * byte by byte, as ISO 8859-1. `isCut`: it may end within a character.
 */
export function bodyText(body: Buffer, contentType: string, isCut: boolean): string {
  if (isUtf8(body) || (isCut && isUtf8UpToItsCut(body))) return body.toString();
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    return body.toString('latin1');
  }
}

function isUtf8UpToItsCut(body: Buffer): boolean {
  for (let cut = 1; cut <= Math.min(MAX_CUT_BYTES, body.length); cut++)
    if (isUtf8(body.subarray(0, -cut))) return isCutCharacter(body.subarray(-cut));
  return false;
}

/** Whether the bytes begin a character that needs more of them (RFC 3629, 3). */
function isCutCharacter(bytes: Buffer): boolean {
  const [first = 0] = bytes;
  const length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  return first >= 0xc2 && first <= 0xf4 && bytes.length < length;
}
