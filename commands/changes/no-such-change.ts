import { UserError } from '../../src/domain/errors/user-errors.js';
import { unknownChangeSentence } from '../../src/views/changes/change-list.js';

/** `typed`: the number or id that matched nothing. */
export function noSuchChange(typed: string): UserError {
  return new UserError(unknownChangeSentence(typed), { title: 'No such change here' });
}
