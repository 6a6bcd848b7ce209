import { z } from 'zod';
import { DamagedEntry } from '../../domain/errors/store-errors.js';
import { readJson } from '../../domain/json/read-json.js';

/**
 * The storage adapter that Keyv asks for, but for texts, and throwing on failure. Null = a text
 * that can't be read.
 */
export interface TextAdapter {
  readonly opts: { readonly dialect: string };
  get(key: string): Promise<string | null | undefined>;
  getMany(keys: string[]): Promise<(string | null | undefined)[]>;
  has(key: string): Promise<boolean>;
  set(key: string, text: string, ttlMs?: number): Promise<void>;
  /** True if there was something. */
  delete(key: string): Promise<boolean>;
  /** True if there was something under at least one of the keys. */
  deleteMany(keys: string[]): Promise<boolean>;
  clear(): Promise<void>;
  iterator(namespace?: string): AsyncGenerator<[string | null, string | null | undefined], void>;
}

/** What Keyv gets for a stored text; without a value if it can't be read. */
interface ParsedValue {
  readonly value?: unknown;
}

/**
 * The adapter with its texts parsed. `get` throws a `DamagedEntry` for an entry that can't be read.
 * In a list it must not affect other servers' entries: it comes without a value and is reported
 * once; without a readable key it is left out.
 */
export function parsingAdapter(
  adapter: TextAdapter,
  space: string,
  onWarning: (sentence: string) => void = () => undefined,
) {
  const told = new Set<string | null>();
  const readOrTell = (key: string | null, text: string | null): ParsedValue => {
    const read = key === null ? null : readText(text);
    if (read === null && !told.has(key)) {
      told.add(key);
      onWarning(new DamagedEntry(space, key).message);
    }
    return read ?? {};
  };
  return {
    ...adapter,
    async get(key: string): Promise<ParsedValue | undefined> {
      const text = await adapter.get(key);
      if (text === undefined) return undefined;
      const read = readText(text);
      if (read === null) throw new DamagedEntry(space, key);
      return read;
    },
    async getMany(keys: string[]): Promise<(ParsedValue | undefined)[]> {
      const texts = await adapter.getMany(keys);
      return keys.map((key, index) => {
        const text = texts[index];
        return text === undefined ? undefined : readOrTell(key, text);
      });
    },
    async *iterator(namespace?: string): AsyncGenerator<[string, ParsedValue], void> {
      for await (const [key, text] of adapter.iterator(namespace)) {
        const read = readOrTell(key, text ?? null);
        if (key !== null) yield [key, read];
      }
    },
  };
}

/** As `toText` writes it; zod drops anything else, such as an expiry of Keyv's own. */
const stored = z.object({ value: z.unknown() });

function readText(text: string | null): ParsedValue | null {
  return stored.safeParse(text === null ? null : readJson(text)).data ?? null;
}
