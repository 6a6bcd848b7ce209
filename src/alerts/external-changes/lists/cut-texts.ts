import { createHash } from 'node:crypto';
import type {
  AddressSnapshot,
  RecordSnapshot,
} from '../../../domain/changes/external-changes/external-finding.js';
import { inOrder } from './stored-addresses.js';

/** More than any text that a payment settings change sets, so that its effect is known again. */
const MAX_LENGTH = 2_000;
const BEGINNING = 200;

/**
 * A text of any length as it is kept: names may have megabytes, and each finding holds them twice.
 * Of a long one the beginning, length and hash, so that it differs from any other; it says so.
 */
function cutText(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  const hash = createHash('sha256').update(text).digest('hex');
  const beginning = text.slice(0, BEGINNING).toWellFormed();
  return `${beginning}… [cut: ${text.length} characters, SHA-256 ${hash}]`;
}

/** Cutting once more changes nothing. */
export function withCutTexts<Kind extends RecordSnapshot>(record: Kind): Kind {
  const short = withEachCut(record);
  if (short.what === 'subaccount' || short.addresses === null) return short;
  // Their order is that of their texts.
  return { ...short, addresses: inOrder(short.addresses.map(withEachCut)) };
}

function withEachCut<Fields extends RecordSnapshot | AddressSnapshot>(fields: Fields): Fields {
  const texts = Object.entries(fields).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, cutText(value)] as const] : [],
  );
  return { ...fields, ...Object.fromEntries(texts) };
}
