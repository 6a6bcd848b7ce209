import type { APIEmbedField } from 'discord-api-types/v10';
import type { Change } from '../../../domain/changes/change.js';
import { statusIn } from '../../../domain/changes/change-summary.js';
import { joinedFields } from './joined-fields.js';
import { NOT_GIVEN } from '../../kit/figures.js';
import { AT_THE_POOL } from '../pool-answer/workspace-action.js';
import { answerAwaitsApproval } from '../change-headline.js';

/**
 * Which fields of the preview and of the pool's answer the card of an ended change keeps; "Details"
 * shows all. Warnings stay, and so does every field not known to be a plain detail.
 */

const WARNS = /⚠️|⛔/u;

export function warningsIn(fields: readonly APIEmbedField[]): APIEmbedField[] {
  return fields.filter(({ name, value }) => WARNS.test(name) || WARNS.test(value));
}

/**
 * The same in few words: of each, its name, its first line and the lines that warn. Addresses that
 * stand between them are elsewhere on the card.
 */
export function shortWarnings(warnings: readonly APIEmbedField[]): APIEmbedField[] {
  const texts = warnings.map(({ name, value }) => {
    const [first = '', ...others] = value.split('\n');
    return [`**${name}**`, first, ...others.filter((line) => WARNS.test(line))].join('\n');
  });
  return joinedFields('⚠️ Warnings before it was confirmed', texts);
}

/** Documented fields of the answer that say nothing about the change's state. */
const DETAILS = new Set([
  'Action',
  'Initiated by',
  'Initiated',
  'Id',
  'Subaccount',
  'Created',
  'Path at the pool',
  'Details the pool gave',
  'Details, continued',
]);
/** Fields that the title or the lines below it already state. */
const TOLD = new Set(['Status', 'Requires approval', 'Site']);
const NO_APPROVAL = new Set(['no', NOT_GIVEN]);

interface AnsweredChange extends Pick<Change, 'answer' | 'observed'> {
  /** The answer contradicts the request. */
  readonly isContradicted: boolean;
}

interface ShownReport {
  readonly fields: readonly APIEmbedField[];
  /** Where to find it at the pool; a line, not a field. */
  readonly place: string | null;
}

export function reportShown(report: readonly APIEmbedField[], change: AnsweredChange): ShownReport {
  const place = report.find(({ name }) => name === AT_THE_POOL);
  return {
    fields: report.filter((field) => field !== place).flatMap((field) => kept(field, change)),
    place: place === undefined ? null : `-# ${AT_THE_POOL}: ${place.value}`,
  };
}

function kept(field: APIEmbedField, change: AnsweredChange): readonly APIEmbedField[] {
  const { name, value } = field;
  if (WARNS.test(value)) return [field];
  if (TOLD.has(name) && value !== NOT_GIVEN && isTold(name, change)) return [];
  if (DETAILS.has(name) || (name === 'Requires approval' && NO_APPROVAL.has(value))) return [];
  return [field];
}

/** A received status is in the line about the pool's answer. */
function isTold(name: string, { answer, observed, isContradicted }: AnsweredChange): boolean {
  if (name === 'Site') return !isContradicted;
  if (name === 'Status') return statusIn(answer) !== null;
  return observed !== undefined || answerAwaitsApproval(answer);
}
