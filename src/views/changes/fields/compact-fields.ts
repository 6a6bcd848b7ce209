import type { APIEmbedField } from 'discord-api-types/v10';
import { wideField } from '../../kit/card.js';
import { AT_THE_POOL } from '../pool-answer/workspace-action.js';

/**
 * The fields of "Details", shortened for a phone: short fields become lines of one field, and
 * values of one record share a line. Nothing is left out.
 */

/** Below the 1,024 characters that Discord shows of a field. */
const MAX_FIELD_LENGTH = 1_000;

export function compactFields(fields: readonly APIEmbedField[]): APIEmbedField[] {
  const compact: APIEmbedField[] = [];
  let run: APIEmbedField[] = [];
  const endRun = () => {
    compact.push(...(run.length > 1 ? inLines(run) : run));
    run = [];
  };
  for (const each of fields) {
    if (isShort(each)) {
      run.push(each);
      continue;
    }
    endRun();
    compact.push(LISTS.test(each.name) ? { ...each, value: inGroups(each.value) } : each);
  }
  endRun();
  return compact;
}

/** Fields of one line, though that line may be long. */
const SHORT: ReadonlySet<string> = new Set(['Id', 'Site', 'Path at the pool', AT_THE_POOL]);

function isShort({ name, value, inline }: APIEmbedField): boolean {
  return (inline === true || SHORT.has(name)) && !value.includes('\n');
}

/** Fields whose lines are each a path and its value (`answer-fields.ts`). */
const LISTS =
  /^(?:Details(?: the pool gave|, continued)|(?:Also in the answer|What the pool answered)(?:, continued)?|In the pool’s record, but not sent|Also in the pool’s record when seen)$/;

const TITLE = 'The pool’s answer';

function inLines(run: readonly APIEmbedField[]): APIEmbedField[] {
  const texts: string[] = [];
  for (const { name, value } of run) {
    const line = `${name}: ${value}`;
    const last = texts.at(-1);
    if (last === undefined || last.length + 1 + line.length > MAX_FIELD_LENGTH) texts.push(line);
    else texts[texts.length - 1] = `${last}\n${line}`;
  }
  return texts.map((text, at) => wideField(at === 0 ? TITLE : `${TITLE}, continued`, text));
}

/** A value whose path has only plain names; any other path needs a line of its own. */
const VALUE = /^`(?:([\w$@:/+.-]+)\.)?([\w$@:/+-]+)` ([^`]*)$/;

/** `record` · `name` value · `other` value. Values aren't code, so that names stand out. */
function inGroups(text: string): string {
  const groups: FieldGroup[] = [];
  for (const line of text.split('\n')) {
    const [, parent = '', name = '', value = ''] = VALUE.exec(line) ?? [];
    const last = groups.at(-1);
    if (name !== '' && last?.parent === parent) last.values.push(`\`${name}\` ${value}`);
    else if (name === '') groups.push({ parent: null, whole: line, values: [] });
    else groups.push({ parent, whole: `-# ${line}`, values: [`\`${name}\` ${value}`] });
  }
  const grouped = groups.map(groupText).join('\n');
  return grouped.length <= MAX_FIELD_LENGTH ? grouped : text;
}

interface FieldGroup {
  /** Null for a line without a path of plain names. */
  readonly parent: string | null;
  /** Its first line. */
  readonly whole: string;
  readonly values: string[];
}

function groupText({ parent, whole, values }: FieldGroup): string {
  if (values.length < 2) return whole;
  return `-# ${parent === '' ? '' : `\`${parent}\` · `}${values.join(' · ')}`;
}
