import type { z } from 'zod';
import { UserError } from '../../domain/errors/user-errors.js';
import {
  badOptionsWords,
  aboveMostProblem,
  belowLeastProblem,
  missingProblem,
  notADateProblem,
  noneOfProblem,
  notOfKindProblem,
  unacceptedProblem,
} from '../../views/errors/router-sentences.js';

/** Parses what a person entered; throws a `UserError` naming each option and what it accepts. */
export function parseOptions<Schema extends z.ZodType>(
  schema: Schema,
  given: unknown,
): z.output<Schema> {
  // The schema's own messages win over ours, so a command can say more than its types do.
  const parsed = schema.safeParse(given, { error: inWords });
  if (parsed.success) return parsed.data;
  throw new UserError(
    badOptionsWords(
      parsed.error.issues.map(({ path, message }) => ({
        option: String(path[0] ?? ''),
        wrong: message.replace(/\.$/, ''),
      })),
    ),
  );
}

function inWords(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined) return missingProblem();
  if (issue.code === 'invalid_type') return notOfKindProblem(typeWord(issue.expected));
  if (issue.code === 'invalid_value') return noneOfProblem(issue.values.map(String));
  if (issue.code === 'invalid_format' && issue.format === 'date') return notADateProblem();
  if (issue.code === 'too_small')
    return belowLeastProblem(String(issue.minimum), unit(issue.origin));
  if (issue.code === 'too_big') return aboveMostProblem(String(issue.maximum), unit(issue.origin));
  return unacceptedProblem();
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
