import type { FormIssue } from '../errors.js';
import { isBlank, textOf, type Raw } from './raw.js';

/** Chat input names (application commands page, "Naming"). */
const COMMAND_NAME = /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u;

/** The same rule applies to commands, subcommands and options. */
export function nameIssues(named: Raw): FormIssue[] {
  const name = textOf(named['name']);
  const issues: FormIssue[] = [];
  if (!COMMAND_NAME.test(name) || name !== name.toLowerCase()) {
    issues.push({
      path: ['name'],
      code: 'APPLICATION_COMMAND_INVALID_NAME',
      message: 'Command name is invalid',
    });
  }
  if (isBlank(named['description'])) {
    issues.push({
      path: ['description'],
      code: 'BASE_TYPE_REQUIRED',
      message: 'This field is required',
    });
  }
  return issues;
}
