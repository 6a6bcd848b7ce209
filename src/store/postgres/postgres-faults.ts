import { codeOf } from '../../domain/errors/error-code.js';
import { StoreUnusable } from '../unusable.js';

/** What Postgres's refusal codes mean (appendix A of its manual). */
const WORDS: Readonly<Record<string, string>> = {
  '25006': 'it takes no writes',
  '28000': 'it refuses this user',
  '28P01': 'the user or password is wrong',
  '3D000': 'it has no such database',
  '42501': 'the user may not do that',
  '53100': 'its disk is full',
  '53300': 'it has too many connections',
  '55P03': 'no answer in time',
  '57P01': 'it was shut down',
  '57P03': 'it starts or stops',
};

/** Never the server's or the library's own sentence, which may hold the URL. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  const words = code === undefined ? undefined : WORDS[code];
  if (words !== undefined) return `${words} (${code})`;
  return code ?? 'no answer';
}

/** For a first connection that fails. */
export function unreachable(error: unknown): StoreUnusable {
  const remedy =
    codeOf(error) === '42501'
      ? 'Let this user create tables in the schema that it uses.'
      : 'Check that the server runs and that host, port, user, password and database in STORE_URL are right.';
  return new StoreUnusable(`The store at STORE_URL cannot be used: ${reasonOf(error)}. ${remedy}`);
}
