import { z } from 'zod';
import { DELETED_SERVERS } from '../../domain/guild/deleted-servers.js';
import type { Result } from '../../domain/errors/result.js';
import { fromText } from '../adapter/namespace.js';
import { isEntry, type StoreRecord } from '../adapter/record.js';

/** Where the API keys of servers lie, sealed. */
const KEYS = 'guild-keys';

const valueOfServer = z.object({ value: z.object({ guildId: z.string() }) });

/**
 * Whether the record is about the server: its id is a whole number in the record's key or name, or
 * the `guildId` of its value, whose key is then an id of its own (a following, an export).
 */
export function isOfServer(record: StoreRecord, serverId: string): boolean {
  if (isEntry(record) && record.space === DELETED_SERVERS) return false;
  const name = record.kind === 'stream' ? record.stream : record.key;
  return name.split(/\D+/).includes(serverId) || (isEntry(record) && isIn(record.text, serverId));
}

function isIn(text: string, serverId: string): boolean {
  if (!text.includes(serverId)) return false;
  const parsed = parse(text);
  // What is left of a damaged value may still say it, wherever that stood.
  if (!parsed.ok) return text.includes(`"guildId":"${serverId}"`);
  const found = valueOfServer.safeParse(parsed.value);
  return found.success && found.data.value.guildId === serverId;
}

export function isKeyOf(record: StoreRecord, serverId: string): boolean {
  return isEntry(record) && record.space === KEYS && record.key === serverId;
}

/** For people: values as JSON, damaged ones as the text that is there, and no sealed key. */
export function forExport(record: StoreRecord): unknown {
  if (record.kind === 'claim') return { claim: record.key, expires: timeOf(record.expires) };
  if (record.kind === 'stream')
    return { stream: record.stream, seq: record.seq, entry: jsonOr(record.text) };
  const value = record.space === KEYS ? '(a sealed API key, left out)' : valueOr(record.text);
  return { space: record.space, key: record.key, value, expires: timeOf(record.expires) };
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** The text itself where it isn't what `toText` gives. */
function valueOr(text: string): unknown {
  try {
    return fromText(text);
  } catch {
    return text;
  }
}

function jsonOr(text: string): unknown {
  const parsed = parse(text);
  return parsed.ok ? parsed.value : text;
}

function parse(text: string): Result<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, error };
  }
}
