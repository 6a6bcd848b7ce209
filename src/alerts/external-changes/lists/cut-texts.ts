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
export function withCutTexts<Kind extends RecordSnapshot>(record: Kind): Kind;
export function withCutTexts(record: RecordSnapshot): RecordSnapshot {
  if (record.what === 'subaccount')
    return {
      ...record,
      id: cut(record.id),
      subaccount: cutText(record.subaccount),
      siteId: cut(record.siteId),
      siteName: cut(record.siteName),
    };
  return {
    ...record,
    subaccountId: cut(record.subaccountId),
    subaccount: cutText(record.subaccount),
    status: cut(record.status),
    frequency: cut(record.frequency),
    day: cut(record.day),
    wallet: cut(record.wallet),
    // Their order is that of their texts.
    addresses: record.addresses === null ? null : inOrder(record.addresses.map(cutAddress)),
  };
}

function cutAddress({ id, name, address, share }: AddressSnapshot): AddressSnapshot {
  return { id: cut(id), name: cut(name), address: cut(address), share: cut(share) };
}

function cut(text: string | null): string | null {
  return text === null ? null : cutText(text);
}
