import type { APIEmbedField } from 'discord-api-types/v10';
import type { Actor, WorkspaceAction } from '../../../pool-api/resources.js';
import { splitMetadata } from './documented-metadata.js';
import { WORKSPACE_ACTION } from '../../../domain/pool-answers/documented-action.js';
import { without, type LabelledValue } from '../../../domain/changes/undocumented-fields.js';
import { undocumentedFields, valueFields } from './answer-fields.js';
import { valueText } from '../text/exact-text.js';
import { field, wideField } from '../../kit/card.js';
import { NOT_GIVEN } from '../../kit/figures.js';
import { code, joinList, escapeMarkdown, statusText } from '../../kit/text.js';
import { poolTimeWithAge } from '../../kit/times.js';

export const AT_THE_POOL = 'At the pool';

/** The fields of section 2.15 that were received, then any others. Statuses as received. */
export function workspaceActionFields(
  action: WorkspaceAction,
  consoleUrl: string | undefined,
): APIEmbedField[] {
  const link = linkTo(action.url, consoleUrl);
  const { documented, others } = splitMetadata(action.metadata);
  return [
    field('Status', `**${statusAsItCame(action.status)}**`),
    field('Action', escapeMarkdown(action.action_name || NOT_GIVEN, 80)),
    field('Requires approval', approvalWord(action.requires_approval)),
    field('Initiated by', action.initiated_by ? actorText(action.initiated_by) : NOT_GIVEN),
    field('Initiated', poolTimeWithAge(action.initiated_at)),
    ...actors('Approved by', action.approved_by),
    ...time('Approved', action.approved_at),
    ...actors('Rejected by', action.rejected_by),
    ...time('Rejected', action.rejected_at),
    ...(action.canceled_by ? [field('Cancelled by', actorText(action.canceled_by))] : []),
    wideField('Id', action.id ? code(action.id) : NOT_GIVEN),
    ...(link === null ? [] : [wideField(AT_THE_POOL, link)]),
    ...undocumentedFields([
      [undefined, without(action, Object.keys(WORKSPACE_ACTION))],
      ...ofActors(action),
      ['metadata', others],
    ]),
    ...valueFields(documented, {
      title: 'Details the pool gave',
      continued: 'Details, continued',
      mostFields: 3,
      mostOfValue: 160,
    }),
  ];
}

/** The end of a long one may say the opposite of its beginning. */
const MAX_STATUS_LENGTH = 400;

/** Empty or null differs from absent. */
function statusAsItCame(status: string | null | undefined): string {
  if (status === undefined) return NOT_GIVEN;
  return status ? statusText(status, MAX_STATUS_LENGTH) : valueText(status, MAX_STATUS_LENGTH);
}

/** The other fields about the people in it. */
function ofActors(action: WorkspaceAction): readonly LabelledValue[] {
  const { initiated_by, canceled_by, approved_by, rejected_by } = action;
  const people: [string, Actor | null | undefined][] = [
    ['initiated_by', initiated_by],
    ['canceled_by', canceled_by],
    ...Object.entries({ approved_by, rejected_by }).flatMap(([name, list]) =>
      (list ?? []).map((each, index): [string, Actor | null] => [`${name}.${index}`, each]),
    ),
  ];
  const documented = Object.keys(WORKSPACE_ACTION.initiated_by);
  return people.map(([name, person]) => [name, without(person ?? {}, documented)]);
}

function approvalWord(flag: boolean | string | null | undefined): string {
  if (flag === true) return 'yes';
  if (flag === false) return 'no';
  return flag ? escapeMarkdown(flag, 40) : NOT_GIVEN;
}

function actorText(actor: Actor | null): string {
  const { id, display_name, type } = actor ?? {};
  const name = escapeMarkdown(display_name || id || NOT_GIVEN, 80);
  return type ? `${name} (${escapeMarkdown(type, 40)})` : name;
}

function actors(name: string, list: readonly (Actor | null)[] | null | undefined): APIEmbedField[] {
  return list?.length ? [field(name, joinList(list.map(actorText), 5))] : [];
}

function time(name: string, text: string | null | undefined): APIEmbedField[] {
  return text ? [field(name, poolTimeWithAge(text))] : [];
}

/** Links only below the deployer's console address; anything else becomes plain text. */
function linkTo(path: string | null | undefined, consoleUrl: string | undefined): string | null {
  if (!path) return null;
  if (consoleUrl === undefined || !isHarmlessPath(path)) return code(path, 300);
  return `[Open in the pool’s console](${consoleUrl.replace(/\/+$/, '')}${path})`;
}

/** Short, on the same host, without `..` or anything that ends the link. */
function isHarmlessPath(path: string): boolean {
  return /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+\/?$/.test(path) && path.length <= 300;
}
