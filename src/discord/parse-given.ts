import type { z } from 'zod';
import { UserError } from '../domain/errors.js';
import {
  badOptions,
  isAbove,
  isBelow,
  isMissing,
  isNoDate,
  isNoneOf,
  isNot,
  isUnaccepted,
} from '../views/router-sentences.js';

/** Parses what a person gave; throws a `UserError` that names each option and what it accepts. */
export function parseGiven<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  // Messages of the schema's own win over ours, so a command can say more than its types do.
  const parsed = schema.safeParse(given, { error: inWords });
  if (parsed.success) return parsed.data;
  throw new UserError(
    badOptions(
      parsed.error.issues.map(({ path, message }) => ({
        option: String(path[0] ?? ''),
        wrong: message.replace(/\.$/, ''),
      })),
    ),
  );
}

function inWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? isMissing() : isNot(typeWord(issue.expected));
    case 'invalid_value':
      return issue.input === undefined ? isMissing() : isNoneOf(issue.values.map(String));
    case 'invalid_format':
      return issue.format === 'date' ? isNoDate() : isUnaccepted();
    case 'too_small':
      return isBelow(String(issue.minimum), unit(issue.origin));
    case 'too_big':
      return isAbove(String(issue.maximum), unit(issue.origin));
    default:
      return isUnaccepted();
  }
}

function typeWord(expected: string): string {
  if (expected === 'int') return 'a whole number';
  if (expected === 'number') return 'a number';
  return expected === 'boolean' ? 'true or false' : 'text';
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' entries' : '';
}
