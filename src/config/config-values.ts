import { createPublicKey, createSecretKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { REDIS, wrongServerUrl } from './store-url.js';

/** A value, or what is wrong with the text. The latter never quotes a secret. */
type VariableResult<Value> = { readonly value: Value } | { readonly wrong: string };

declare module 'zod' {
  interface GlobalMeta {
    /** What a variable of the environment accepts, in words. */
    accepted?: string;
  }
}

/** One variable: what it accepts, in words, and how to read its text. */
function variable<Value>(accepted: string, read: (text: string) => VariableResult<Value>) {
  return z
    .string({ error: `is not set. Accepted: ${accepted}.` })
    .transform((text, context): Value => {
      const reading = read(text);
      if ('value' in reading) return reading.value;
      context.addIssue(`${reading.wrong}. Accepted: ${accepted}.`);
      return z.NEVER;
    })
    .meta({ accepted });
}

/** Text of visible ASCII characters, as a header accepts. */
export const token = variable<string>(
  'the token as Discord shows it, without the word "Bot"',
  (text) => {
    if (/^Bot /i.test(text)) return { wrong: 'begins with the word "Bot"' };
    return /^[\x21-\x7e]+$/.test(text) ? { value: text } : { wrong: 'has characters no token has' };
  },
);

export const headerText = variable<string>('visible ASCII characters and spaces', (text) =>
  /^[\x20-\x7e]*$/.test(text) ? { value: text } : { wrong: 'cannot stand in a header' },
);

/** `what`: whose id it is, e.g. `server`. */
export function snowflake(what: string) {
  return variable<string>(
    `${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what} id of 17 to 20 digits`,
    (text) => (/^\d{17,20}$/.test(text) ? { value: text } : { wrong: 'is no id' }),
  );
}

/** Some of them, separated by commas. */
export function snowflakes(what: string) {
  return variable<string[]>(`${what} ids of 17 to 20 digits, with commas between them`, (text) => {
    const value = text.split(',').map((each) => each.trim());
    return value.every((each) => /^\d{17,20}$/.test(each))
      ? { value }
      : { wrong: 'holds something that is no id' };
  });
}

export const folder = variable<string>('a folder', (text) =>
  text.includes('\0') ? { wrong: 'is no path' } : { value: text },
);

export const hostName = variable<string>('an address or host name', (text) =>
  /^[\w.:-]+$/.test(text) ? { value: text } : { wrong: 'is no host' },
);

export function integer(least: number, most: number) {
  return variable<number>(`a whole number from ${least} to ${most}`, (text) => {
    if (!/^\d{1,9}$/.test(text)) return { wrong: 'is no whole number' };
    const value = Number(text);
    if (value < least) return { wrong: 'is too small' };
    return value > most ? { wrong: 'is too large' } : { value };
  });
}

export function oneOf<const Words extends readonly string[]>(words: Words) {
  return variable(words.join(', '), (text): VariableResult<Words[number]> => {
    const value = words.find((word) => word === text);
    return value === undefined ? { wrong: 'is none of the words' } : { value };
  });
}

/** Some of `words`, separated by commas. */
export function someOf<const Words extends readonly string[]>(words: Words) {
  return variable(
    `${words.join(', ')}, with commas between them`,
    (text): VariableResult<Words[number][]> => {
      const given = text.split(',').map((each) => each.trim());
      const value = words.filter((word) => given.includes(word));
      return given.every((each) => words.some((word) => word === each))
        ? { value }
        : { wrong: 'names something else' };
    },
  );
}

/** A KeyObject, because it doesn't print its contents. */
export const masterKey = variable<KeyObject>(
  '32 bytes in base64 (.env.example tells how to make one)',
  (text) => {
    if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return { wrong: 'is not base64' };
    const bytes = Buffer.from(text, 'base64');
    if (bytes.length !== 32) return { wrong: `holds ${bytes.length} bytes` };
    return { value: createSecretKey(bytes) };
  },
);

/** What precedes the 32 bytes of an Ed25519 key in SPKI form (RFC 8410). */
const ED25519 = Buffer.from('302a300506032b6570032100', 'hex');

export const ed25519PublicKey = variable<KeyObject>(
  'the application’s public key as Discord shows it, 64 hex digits',
  (text) => {
    if (!/^[\da-f]*$/i.test(text)) return { wrong: 'is not hex' };
    if (text.length !== 64) return { wrong: `holds ${text.length} digits` };
    const key = Buffer.concat([ED25519, Buffer.from(text, 'hex')]);
    return { value: createPublicKey({ key, format: 'der', type: 'spki' }) };
  },
);

const WEB_URL = 'https://…, or http://… on this machine (loopback) only, without user, query or #';

/** Read without a trailing slash. */
export const webUrl = variable<string>(WEB_URL, readWebUrl);

export const discordUrl = webUrlWithout(/\/v\d+$/, `${WEB_URL}, and without a version`);

/** The API's {base_url}: every path in its description itself begins with /api. */
export const poolUrl = webUrlWithout(/\/api(?:\/v\d+)?$/i, WEB_URL);

/** `added`: an ending that the bot adds itself, and that would then appear twice. */
function webUrlWithout(added: RegExp, accepted: string) {
  return variable<string>(accepted, (text) => {
    const reading = readWebUrl(text);
    const end = 'value' in reading ? added.exec(reading.value)?.[0] : undefined;
    return end === undefined
      ? reading
      : { wrong: `ends in ${end.slice(1)}, which the bot adds itself` };
  });
}

function readWebUrl(text: string): VariableResult<string> {
  if (!URL.canParse(text)) return { wrong: 'is no URL' };
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return { wrong: 'holds a user or password' };
  if (/[?#]/.test(text)) return { wrong: 'holds a query or fragment' };
  const secure = url.protocol === 'https:';
  if (!secure && url.protocol !== 'http:') return { wrong: 'is neither https nor http' };
  if (!secure && !isLoopback(url.hostname)) return { wrong: 'is http to another machine' };
  return { value: url.href.replace(/\/+$/, '') };
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** A server's URL, of one of the given kinds. */
function serverUrl(accepted: string, protocols: readonly string[]) {
  return variable<string>(accepted, (text) => {
    const wrong = wrongServerUrl(text, protocols);
    return wrong === null ? { value: text } : { wrong };
  });
}

const POSTGRES = ['postgres:', 'postgresql:'];

export const storeUrl = serverUrl('postgres://…, redis://… or rediss://…', [...POSTGRES, ...REDIS]);
export const redisUrl = serverUrl('redis://… or rediss://…', REDIS);

/** `0-3` or `0,2` or both: the shards' numbers, each once. */
export const shardList = variable<number[]>(
  'numbers and ranges from 0 on, as in 0-3 or 0,2',
  (text) => {
    const numbers: number[] = [];
    for (const part of text.split(',')) {
      const range = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part.trim());
      if (range === null) return { wrong: 'is no list of shards' };
      const [first, last] = [Number(range[1]), Number(range[2] ?? range[1])];
      if (last < first) return { wrong: 'has a range that runs backwards' };
      for (let number = first; number <= last; number++) numbers.push(number);
    }
    if (new Set(numbers).size < numbers.length) return { wrong: 'names a shard twice' };
    return { value: numbers };
  },
);
