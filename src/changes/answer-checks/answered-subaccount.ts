import { isFailedRecord } from '../../domain/pool-answers/failed-record.js';
import { isFailureWord } from '../../domain/pool-answers/failure-values.js';
import { fieldsOf, type RecordFields } from '../../domain/json/is-record.js';
import { givenText } from './compare-answer.js';

/** What an answer tells of a subaccount. */
export interface AnsweredSubaccount {
  readonly names: readonly unknown[];
  readonly id: string | null;
  /** Both places may name one, and not the same. */
  readonly sites: readonly unknown[];
}

/** The `subaccount` of a record. */
export function subaccountRecord(value: unknown): AnsweredSubaccount {
  const { account_name: account, name, id, ...others } = fieldsOf(value);
  return { names: [name, account], id: saidId(id), sites: answeredSites(others) };
}

/** That of an action's metadata, whose ids are of another kind. */
export function inMetadata(value: unknown): AnsweredSubaccount {
  return { ...subaccountRecord(value), id: null };
}

interface WhoseRecord {
  /** Null: any name is that of a subaccount. */
  readonly name: string | null;
  readonly isAction: boolean;
}

/** The answer itself. The site is the subaccount's in any case. */
export function ownRecord(
  fields: RecordFields,
  { name, isAction }: WhoseRecord,
): AnsweredSubaccount {
  const sites = answeredSites(fields);
  const isIts = !isAction && (name === null || isRecordOf(fields, name));
  if (!isIts) return { names: [], id: null, sites };
  return {
    names: isNameOfError(fields) ? [] : [fields['name']],
    id: saidId(fields['id']),
    sites,
  };
}

/** An id alone, or with any name, may be that of another thing, such as an action. */
function isRecordOf(fields: RecordFields, subaccount: string): boolean {
  const { site, site_id: siteId, name, created_at: created } = fields;
  const isNamed = givenText(name) !== null;
  if (isNamed && (site !== undefined || siteId !== undefined)) return true;
  const isOther = ['status', 'addresses', 'payment_frequency'].some((field) => field in fields);
  const isIts = isNamed
    ? created !== undefined && name === subaccount
    : answeredSites(fields).length > 0;
  return isIts && !isOther;
}

function answeredSites({ site, site_id: flatId }: RecordFields): unknown[] {
  const id = givenText(flatId);
  const { id: siteId, name } = fieldsOf(site);
  const isSaid = [site, siteId, name].some((each) => givenText(each) !== null);
  const isTwice = id === null || givenText(siteId) === id;
  return [...(isSaid ? [site] : []), ...(isTwice ? [] : [{ id }])];
}

/** Not the default that some languages give to an id that nobody set. */
function saidId(value: unknown): string | null {
  const id = givenText(value);
  return id === null || /^[-0]+$/.test(id) ? null : id;
}

/** `{"name": "ValidationError", "message": …}` names what went wrong, not a subaccount. */
function isNameOfError(answer: RecordFields): boolean {
  const { name, message } = answer;
  return isFailureWord(name) && (isFailedRecord(answer) || givenText(message) !== null);
}
