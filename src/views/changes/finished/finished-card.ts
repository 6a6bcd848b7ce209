import type { APIEmbedField } from 'discord-api-types/v10';
import type { Change } from '../../../domain/changes/change.js';
import { statusIn } from '../../../domain/changes/change-summary.js';
import { isOpen } from '../../../domain/changes/state-machine.js';
import { NOT_GIVEN } from '../../kit/figures.js';
import { AT_THE_POOL } from '../answer/workspace-action.js';
import { answerAwaitsApproval } from '../change-sentences.js';

/**
 * What the card of a change that ended keeps of the fields that its preview and the pool's answer
 * have; "Details" shows all of them. Whatever warns stays, and so does every field that isn't
 * known to be a plain detail.
 */

export function isFinished(change: Pick<Change, 'state'>): boolean {
  return !isOpen(change);
}

const WARNS = /⚠️|⛔/u;

export function warningsIn(fields: readonly APIEmbedField[]): APIEmbedField[] {
  return fields.filter(({ name, value }) => WARNS.test(name) || WARNS.test(value));
}

/** Of the answer's documented fields, those that tell nobody how it stands. */
const DETAILS = new Set([
  'Action',
  'Initiated by',
  'Initiated',
  'Id',
  'Subaccount',
  'Created',
  'Path at the pool',
]);
/** What its title and the lines below it say. */
const TOLD = new Set(['Status', 'Requires approval', 'Site']);
const NO_APPROVAL = new Set(['no', NOT_GIVEN]);
const METADATA = /^Details(?: the pool gave|, continued)$/;
/** Where a pool puts what it has to say. */
const SAYS = /messag|reason|error|warn|note|comment|descr|fail|reject|cancel/i;

interface Answered extends Pick<Change, 'answer' | 'observed'> {
  /** It tells something otherwise than was requested. */
  readonly isContradicted: boolean;
}

interface ReportShown {
  readonly fields: readonly APIEmbedField[];
  /** Where it is found at the pool: a line, not a field. */
  readonly place: string | null;
}

export function reportShown(report: readonly APIEmbedField[], change: Answered): ReportShown {
  const place = report.find(({ name }) => name === AT_THE_POOL);
  return {
    fields: report.filter((field) => field !== place).flatMap((field) => kept(field, change)),
    place: place === undefined ? null : `-# ${AT_THE_POOL}: ${place.value}`,
  };
}

function kept(field: APIEmbedField, change: Answered): readonly APIEmbedField[] {
  const { name, value } = field;
  if (WARNS.test(value)) return [field];
  if (TOLD.has(name) && value !== NOT_GIVEN && isTold(name, change)) return [];
  if (DETAILS.has(name) || (name === 'Requires approval' && NO_APPROVAL.has(value))) return [];
  if (!METADATA.test(name)) return [field];
  const said = value.split('\n').filter((line) => SAYS.test(line));
  return said.length === 0 ? [] : [{ ...field, value: said.join('\n') }];
}

/** A status that came is in the line of what the pool answered. */
function isTold(name: string, { answer, observed, isContradicted }: Answered): boolean {
  if (name === 'Site') return !isContradicted;
  if (name === 'Status') return statusIn(answer) !== null;
  return observed !== undefined || answerAwaitsApproval(answer);
}
