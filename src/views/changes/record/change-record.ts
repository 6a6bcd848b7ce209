import type { Change } from '../../../domain/changes/change.js';
import type { FieldChange } from '../../../domain/changes/field-change.js';
import type { Reply } from '../../../domain/messages/reply.js';
import { plural } from '../../kit/figures.js';
import { code } from '../../kit/text.js';

/** What "Details" adds to the card with all its fields. */
interface RecordParts {
  readonly fieldChanges: readonly FieldChange[];
  /** Numbers of the change's entries in the trail. */
  readonly entries: readonly number[];
  /** Hash of the newest entry; null = it can't be read now. */
  readonly hash: string | null;
}

/** The full card, plain text to copy, and the whole stored record as a file. */
export function recordReply(whole: Reply, change: Change, parts: RecordParts): Reply {
  const { id, number, request, requestHash } = change;
  const addresses = plainAddresses(parts.fieldChanges);
  const lines = [
    `**Change #${number}** · id ${code(id)}`,
    `-# Audit trail: ${entriesText(parts)}`,
    `-# Request: ${code(`${request.method} ${request.path}`, 300)} · SHA-256 ${code(requestHash)}`,
  ];
  const toCopy = addresses.length === 0 ? [] : ['Addresses to copy:', ...addresses];
  return {
    content: [...lines, ...linesWithin(toCopy, [...lines, FILE_LINE]), FILE_LINE].join('\n'),
    embeds: whole.embeds ?? [],
    files: [{ name: `change-${number}.json`, data: encoder.encode(recordText(change)) }],
  };
}

const FILE_LINE =
  '-# The file has every field in full: what was requested, what the pool listed and what it answered.';

/** What Discord takes beside cards. */
const MAX_CONTENT = 2_000;

/** As many whole ones as fit beside the others, and how many are left to the file. */
function linesWithin(lines: readonly string[], others: readonly string[]): string[] {
  const lengthOf = (texts: readonly string[]) => texts.join('\n').length + 1;
  const room = MAX_CONTENT - lengthOf(others);
  if (lengthOf(lines) <= room) return [...lines];
  const shown: string[] = [];
  for (const line of lines) {
    if (lengthOf([...shown, line, leftLine(lines.length)]) > room) break;
    shown.push(line);
  }
  return [...shown, leftLine(lines.length - shown.length)];
}

function leftLine(left: number): string {
  return `⚠️ ${plural(left, 'more address is', 'more addresses are')} too long to show here: copy from the file.`;
}

const encoder = new TextEncoder();

function recordText({ number, id, ...others }: Change): string {
  return `${JSON.stringify({ number, id, ...others }, null, 2)}\n`;
}

function entriesText({ entries, hash }: RecordParts): string {
  const last = entries.at(-1);
  const words = entries.length === 1 ? 'entry' : 'entries';
  const of = hash === null ? '' : ` · hash of entry ${last}: ${code(hash)}`;
  return `${words} ${entries.join(', ')}${of}`;
}

/** Each says what the request does with it. */
function plainAddresses(fieldChanges: readonly FieldChange[]): string[] {
  const lines = fieldChanges.flatMap(({ from, to }) => [
    ...(from?.address
      ? [addressLine(to?.address === from.address ? 'Kept' : 'Removed', from.address)]
      : []),
    ...(to?.address && to.address !== from?.address ? [addressLine('New', to.address)] : []),
  ]);
  return [...new Set(lines)];
}

function addressLine(fate: 'New' | 'Kept' | 'Removed', address: string): string {
  return `${fate}: ${code(address, Infinity)}`;
}
