import type { APIEmbedField } from 'discord-api-types/v10';
import type { Actor, WorkspaceAction } from '../pool-api/resources.js';
import { field, wideField } from './card.js';
import { NOT_GIVEN } from './figures.js';
import { code, listing, oneLine, plain } from './text.js';
import { poolTimeWithAge } from './times.js';

/** Every field of section 2.15 that came, and none that did not. Statuses as they came. */
export function workspaceActionFields(
  action: WorkspaceAction,
  consoleUrl: string | undefined,
): APIEmbedField[] {
  const link = linkTo(action.url, consoleUrl);
  return [
    field('Status', `**${plain(action.status || NOT_GIVEN, 80)}**`),
    field('Action', plain(action.action_name || NOT_GIVEN, 80)),
    field('Requires approval', approvalWord(action.requires_approval)),
    field('Initiated by', action.initiated_by ? actorWords(action.initiated_by) : NOT_GIVEN),
    field('Initiated', poolTimeWithAge(action.initiated_at)),
    ...actors('Approved by', action.approved_by),
    ...time('Approved', action.approved_at),
    ...actors('Rejected by', action.rejected_by),
    ...time('Rejected', action.rejected_at),
    ...(action.canceled_by ? [field('Cancelled by', actorWords(action.canceled_by))] : []),
    wideField('Id', action.id ? code(action.id) : NOT_GIVEN),
    ...(link === null ? [] : [wideField('At the pool', link)]),
    ...metadataFields(action.metadata),
  ];
}

function approvalWord(flag: boolean | string | null | undefined): string {
  if (flag === true) return 'yes';
  if (flag === false) return 'no';
  return flag ? plain(flag, 40) : NOT_GIVEN;
}

function actorWords({ id, display_name, type }: Actor): string {
  const name = plain(display_name || id || NOT_GIVEN, 80);
  return type ? `${name} (${plain(type, 40)})` : name;
}

function actors(name: string, list: readonly Actor[] | null): APIEmbedField[] {
  return list === null || list.length === 0 ? [] : [field(name, listing(list.map(actorWords), 5))];
}

function time(name: string, text: string | null | undefined): APIEmbedField[] {
  return text ? [field(name, poolTimeWithAge(text))] : [];
}

/** A path opens only below the address that the deployer set; anything else is shown as text. */
function linkTo(path: string | null | undefined, consoleUrl: string | undefined): string | null {
  if (!path) return null;
  if (consoleUrl === undefined || !isHarmlessPath(path)) return code(path, 300);
  return `[Open in the pool’s console](${consoleUrl.replace(/\/+$/, '')}${path})`;
}

/** No other host, no step upwards, nothing that ends the link; short enough to stay whole. */
function isHarmlessPath(path: string): boolean {
  return /^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+\/?$/.test(path) && path.length <= 300;
}

const FIELD_LIMIT = 1000;
/** Beside the change itself a card has room for so many; the audit trail has the whole answer. */
const MOST_FIELDS = 3;

/** `payment_settings.frequency: DAILY`, a line each; which keys there are is not documented. */
function metadataFields(metadata: Record<string, unknown> | null | undefined): APIEmbedField[] {
  const lines = [...leaves(metadata ?? {}, '')].map(
    ([path, value]) => `${code(path, 80)} ${plain(value, 160)}`,
  );
  const fields: string[] = [];
  for (const [index, line] of lines.entries()) {
    const last = fields.at(-1);
    if (last !== undefined && last.length + 1 + line.length <= FIELD_LIMIT) {
      fields[fields.length - 1] = `${last}\n${line}`;
    } else if (fields.length < MOST_FIELDS) fields.push(line);
    else {
      fields[fields.length - 1] = `${last ?? ''}\n… and ${lines.length - index} more`;
      break;
    }
  }
  return fields.map((text, index) =>
    wideField(index === 0 ? 'Details the pool gave' : 'Details, continued', text),
  );
}

function* leaves(value: unknown, path: string): Generator<[string, string]> {
  if (value === null || value === undefined) return;
  if (typeof value !== 'object') {
    yield [path, typeof value === 'string' ? value : JSON.stringify(value)];
    return;
  }
  for (const [key, inner] of Object.entries(value)) {
    const name = oneLine(key, 60);
    yield* leaves(inner, path === '' ? name : `${path}.${name}`);
  }
}
