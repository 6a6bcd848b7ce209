import { isFailedRecord } from '../../../domain/answers/failed-record.js';
import { isFailureWord } from '../../../domain/answers/failure-values.js';
import { fieldsOf, type RecordFields } from '../../../domain/json/is-record.js';
import { toldText } from './compare-answer.js';

/** What an answer tells of a subaccount. */
export interface ToldSubaccount {
  readonly names: readonly unknown[];
  readonly id: string | null;
  /** Both places may name one, and not the same. */
  readonly sites: readonly unknown[];
}

/** The `subaccount` of a record. */
export function subaccountRecord(value: unknown): ToldSubaccount {
  const { account_name: account, name, id, ...others } = fieldsOf(value);
  return { names: [name, account], id: saidId(id), sites: toldSites(others) };
}

/** That of an action's metadata, whose ids are of another kind. */
export function inMetadata(value: unknown): ToldSubaccount {
  return { ...subaccountRecord(value), id: null };
}

interface WhoseRecord {
  /** Null: any name is that of a subaccount. */
  readonly name: string | null;
  readonly isAction: boolean;
}

/** The answer itself. The site is the subaccount's in any case. */
export function ownRecord(fields: RecordFields, { name, isAction }: WhoseRecord): ToldSubaccount {
  const sites = toldSites(fields);
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
  const isNamed = toldText(name) !== null;
  if (isNamed && (site !== undefined || siteId !== undefined)) return true;
  const isOther = ['status', 'addresses', 'payment_frequency'].some((field) => field in fields);
  const isIts = isNamed
    ? created !== undefined && name === subaccount
    : toldSites(fields).length > 0;
  return isIts && !isOther;
}

function toldSites({ site, site_id: flatId }: RecordFields): unknown[] {
  const id = toldText(flatId);
  const { id: siteId, name } = fieldsOf(site);
  const isSaid = [site, siteId, name].some((each) => toldText(each) !== null);
  const isTwice = id === null || toldText(siteId) === id;
  return [...(isSaid ? [site] : []), ...(isTwice ? [] : [{ id }])];
}

/** Not the default that some languages give to an id that nobody set. */
function saidId(value: unknown): string | null {
  const id = toldText(value);
  return id === null || /^[-0]+$/.test(id) ? null : id;
}

/** `{"name": "ValidationError", "message": …}` names what went wrong, not a subaccount. */
function isNameOfError(answer: RecordFields): boolean {
  const { name, message } = answer;
  return isFailureWord(name) && (isFailedRecord(answer) || toldText(message) !== null);
}
