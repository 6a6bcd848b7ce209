import type { Card } from '../discord/reply.js';
import { UserError } from '../errors.js';
import { PoolError, type PoolErrorKind } from '../pool/pool-error.js';
import type { List } from '../pool/pool.js';
import { code, dotted, escape, listed, quote } from '../text.js';

/** A value, or why the pool did not give it. */
export type Part<Value> = Value | PoolError;

/** For a part of a card that may fail while the rest stands. */
export function part<Value>(read: Promise<Value>): Promise<Part<Value>> {
  return read.catch((error: unknown) => {
    if (error instanceof PoolError) return error;
    throw error;
  });
}

/** Null if it failed, or was not asked for. */
export function given<Value>(read: Part<Value> | null): Value | null {
  return read instanceof PoolError ? null : read;
}

/** One of several parts that are alike, such as the summary of a site. */
export interface NamedPart<Value> {
  readonly name: string;
  readonly read: Part<Value>;
}

export async function namedPart<Value>(
  name: string,
  reading: Promise<Value>,
): Promise<NamedPart<Value>> {
  return { name, read: await part(reading) };
}

/** What people see of an error. `incident` names the log line of one that is our fault. */
export function failureCard(error: unknown, incident: string): Card {
  if (error instanceof UserError)
    return { title: error.title, tone: 'warning', lines: [error.sentence] };
  if (error instanceof PoolError) {
    const { said, status } = error.details;
    const isOfThePool = error.kind !== 'unreachable' && error.kind !== 'foreign';
    const isAsked = error.kind !== 'too-long' || status !== undefined;
    const refused = isAsked ? 'The pool refused this' : 'Not possible';
    const title = isOfThePool ? refused : 'No answer from the pool';
    const lines = [sentenceOf(error), said && error.kind !== 'foreign' && quote(said)];
    return { title, tone: 'bad', lines };
  }
  const lines = [
    `Give the bot’s operator incident ${code(incident)}; check \`/changes list\` before you try again.`,
  ];
  return { title: 'Something went wrong', tone: 'bad', lines };
}

/** For each kind the sentence of its own card, and a few words for a line such as `Revenue: …`. */
const WORDS: Readonly<Record<PoolErrorKind, readonly [sentence: string, short: string]>> = {
  unreachable: ['Try again in a minute.', 'no answer from the pool'],
  key: [
    'It no longer accepts the key: an admin connects another with `/setup key`.',
    'key not accepted',
  ],
  forbidden: ['The key has no access, or a name is misspelt.', 'no access'],
  missing: ['It has nothing with that name or id.', 'not at the pool'],
  'too-long': ['Too many subaccounts at once: choose a site.', 'too many subaccounts at once'],
  busy: ['Try again in a minute.', 'too many requests'],
  refused: ['Check the options.', 'refused'],
  failed: ['It failed; try again in a minute.', 'the pool failed'],
  foreign: [
    'A proxy answered instead of the pool: tell the bot’s operator.',
    'a proxy answered instead of the pool',
  ],
  unreadable: ['Its answer can’t be read: tell the bot’s operator.', 'the answer can’t be read'],
};

function sentenceOf({ kind, details: { status, retryAfter } }: PoolError): string {
  const [usual] = WORDS[kind];
  const sentence = retryAfter === undefined ? usual : `Try again in ${retryAfter} s.`;
  return status === undefined ? sentence : `(${status}) ${sentence}`;
}

/** `no access (403)` */
export function failureWords({ kind, details: { status } }: PoolError): string {
  const [, short] = WORDS[kind];
  return status === undefined ? short : `${short} (${status})`;
}

/** `⚠️ Revenue: no answer from the pool`; null if it did not fail. */
export function failedLine(name: string, read: unknown): string | null {
  return read instanceof PoolError ? `⚠️ ${name}: ${failureWords(read)}` : null;
}

/** `⚠️ **Incomplete:** no access to lone-mesa-air`; null if everything was read. */
export function incompleteLine({
  refused,
  incomplete = null,
}: Pick<List<unknown>, 'refused'> & Partial<Pick<List<unknown>, 'incomplete'>>): string | null {
  const names = listed(refused.map((name) => escape(name, 40)));
  const why = dotted(incomplete, refused.length > 0 && `no access to ${names}`);
  return why ? `⚠️ **Incomplete:** ${why}` : null;
}
