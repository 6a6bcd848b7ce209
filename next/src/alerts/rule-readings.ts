import type { Kysely } from 'kysely';
import type { Tables } from '../store/schema.js';
import { readKept } from './readings.js';
import type { Rule } from './rule.js';
import { nameOf, readOf } from './watch/reads.js';

/** The figures a rule rests on, oldest first; `currency`: the server's. */
export async function ruleReadings(
  db: Kysely<Tables>,
  rule: Rule,
  { currency, since }: { readonly currency: string; readonly since: number },
): Promise<readonly { readonly at: number; readonly value: string }[]> {
  const read = readOf(rule, currency);
  if (read === null) return [];
  const kept = await readKept(db, rule.guildId, { name: nameOf(read), since });
  return kept.flatMap(({ at, figures }) => {
    const value = figures[rule.condition];
    return value === undefined ? [] : [{ at, value }];
  });
}
