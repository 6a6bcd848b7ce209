import type { ZodMiniType } from 'zod/mini';
import type { FormIssue } from '../errors.js';

/** The part of zod's issues needed here; `unknown` keeps it independent of zod's unions. */
interface SchemaIssue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly errors?: readonly (readonly SchemaIssue[])[];
  readonly maximum?: number | bigint;
  readonly minimum?: number | bigint;
  readonly origin?: string;
  readonly expected?: string;
  readonly format?: string;
  readonly values?: readonly unknown[];
}

/** Checks a body against Discord's own schema; reports faults in Discord's words. */
export function schemaIssues(schema: ZodMiniType, body: unknown): FormIssue[] {
  const result = schema.safeParse(body);
  if (result.success) return [];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every field that differs between zod's issues is optional here
  const issues = result.error.issues as unknown as readonly SchemaIssue[];
  return issues.flatMap((issue) => flatten(issue, []));
}

function flatten(issue: SchemaIssue, prefix: FormIssue['path']): FormIssue[] {
  const path = [
    ...prefix,
    ...issue.path.map((key) => (typeof key === 'number' ? key : String(key))),
  ];
  if (issue.code === 'invalid_union' && issue.errors && issue.errors.length > 0) {
    return nearestBranch(issue.errors).flatMap((each) => flatten(each, path));
  }
  return [{ path, ...words(issue) }];
}

/** Components are unions by `type`: the intended branch is the one whose type fits. */
function nearestBranch(branches: readonly (readonly SchemaIssue[])[]): readonly SchemaIssue[] {
  const distance = (branch: readonly SchemaIssue[]) =>
    branch.reduce((sum, issue) => sum + (isOtherType(issue) ? 1000 : 1), 0);
  return branches.reduce((best, each) => (distance(each) < distance(best) ? each : best));
}

function isOtherType(issue: SchemaIssue): boolean {
  return issue.code === 'invalid_value' && issue.path.length === 1 && issue.path[0] === 'type';
}

function words(issue: SchemaIssue): { code: string; message: string } {
  const unit = issue.origin === 'string' || issue.origin === 'array' ? ' in length' : '';
  switch (issue.code) {
    case 'too_big':
      return unit
        ? { code: 'BASE_TYPE_MAX_LENGTH', message: `Must be ${issue.maximum} or fewer in length.` }
        : { code: 'NUMBER_TYPE_MAX', message: `Must be less than or equal to ${issue.maximum}.` };
    case 'too_small':
      return unit
        ? { code: 'BASE_TYPE_MIN_LENGTH', message: `Must be ${issue.minimum} or more in length.` }
        : {
            code: 'NUMBER_TYPE_MIN',
            message: `Must be greater than or equal to ${issue.minimum}.`,
          };
    case 'invalid_value':
      return {
        code: 'BASE_TYPE_CHOICES',
        message: `Value must be one of (${issue.values?.join(', ')}).`,
      };
    case 'invalid_format':
      return issue.format === 'url'
        ? { code: 'URL_TYPE_INVALID_URL', message: 'Not a well formed URL.' }
        : { code: 'STRING_TYPE_REGEX', message: `Not a well formed ${issue.format}.` };
    default:
      return {
        code: 'BASE_TYPE_BAD_TYPE',
        message: `Must be of type ${issue.expected ?? 'another kind'}.`,
      };
  }
}
