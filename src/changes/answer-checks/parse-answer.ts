import { ACTION_FIELDS, plainNamedFields } from '../../domain/pool-answers/outcome-fields.js';
import { ANSWERED_METADATA, ANY_ANSWER } from '../../domain/pool-answers/documented-records.js';
import { fieldsOf, oneRecordIn, type RecordFields } from '../../domain/json/is-record.js';
import { withDocumentedNames } from '../../pool-api/documented-names.js';
import { givenText } from './compare-answer.js';
import { answeredSettings, type AnsweredSettings } from './answered-settings.js';
import {
  inMetadata,
  ownRecord,
  subaccountRecord,
  type AnsweredSubaccount,
} from './answered-subaccount.js';

/** What an answer tells, wherever its shape has it: any change may be answered with any of them. */
export interface ParsedAnswer {
  /** With the documented spelling of its names. */
  readonly fields: RecordFields;
  readonly metadata: RecordFields;
  /** A workspace action; else a record. */
  readonly isAction: boolean;
  /** The answer as the subaccount's record; without name and id where they may be another thing's. */
  readonly own: AnsweredSubaccount;
  /** Those within it. */
  readonly subaccounts: readonly AnsweredSubaccount[];
  readonly settings: readonly AnsweredSettings[];
}

/** `name`: of the subaccount that it should tell of; null = any name is that of a subaccount. */
export function parseAnswer(answer: unknown, name: string | null): ParsedAnswer {
  const fields = fieldsOf(withDocumentedNames(answer, ANY_ANSWER));
  const metadata = fieldsOf(fields['metadata']);
  const isAction = isActionRecord(fields);
  const { subaccount, subaccounts: list } = metadata;
  const more: readonly unknown[] = Array.isArray(list) ? list : [];
  // A list of several may be of other subaccounts too.
  const listed = oneRecordIn(fields['subaccounts']);
  const records = [metadata, fields].map((each) => settingsRecord(each['payment_settings']));
  return {
    fields,
    metadata,
    isAction,
    own: ownRecord(fields, { name, isAction }),
    subaccounts: [
      ...[subaccount, ...more].map(inMetadata),
      ...[...records, fields].map((each) => subaccountRecord(each['subaccount'])),
      subaccountRecord(listed),
    ],
    settings: answeredSettings(fields, { isAction, records }),
  };
}

function settingsRecord(value: unknown): RecordFields {
  return fieldsOf(withDocumentedNames(oneRecordIn(value), ANSWERED_METADATA.payment_settings));
}

/** Whether it is a workspace action, whose top level has the id, and maybe a name, of the action. */
export function isActionRecord(answer: RecordFields): boolean {
  const { action_name: name, actionName: camelName, metadata } = answer;
  if (isGiven(name) || isGiven(camelName) || isGiven(fieldsOf(metadata))) return true;
  // A subaccount's record may say whether it waits for approval.
  if (['site', 'site_id', 'created_at'].some((field) => isGiven(answer[field]))) return false;
  return plainNamedFields(answer).some(([field, value]) => {
    return ACTION_FIELDS.has(field) && isGiven(value);
  });
}

function isGiven(value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return givenText(value) !== null;
}
