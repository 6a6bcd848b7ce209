import type { APIEmbedField } from 'discord-api-types/v10';
import {
  changesIn,
  externalFinding,
  type ExternalChange,
  type ExternalFinding,
} from '../../domain/changes/external-changes/external-finding.js';
import { fieldChangesOf } from '../../domain/changes/external-changes/finding-field-changes.js';
import { fieldChangeLines } from '../changes/fields/field-change-lines.js';
import { unusualLettersLine } from '../pool/lookalikes.js';
import { wideField } from '../kit/card.js';
import { escapeMarkdown } from '../kit/text.js';
import { timestamp } from '../kit/times.js';
import type { EventWords } from './event.js';

/** Words for changes made at the pool, but not through Pitboss. */

const WHAT: Record<ExternalChange, string> = {
  'new-address': 'A new payout address',
  addresses: 'Payout addresses changed',
  allocation: 'The split of payouts changed',
  frequency: 'The payout schedule changed',
  wallet: 'The payout wallet changed',
  status: 'The status of payment settings changed',
  'settings-new': 'New payment settings',
  'settings-gone': 'Payment settings are gone',
  'subaccount-new': 'A new subaccount',
  'subaccount-gone': 'A subaccount is gone',
  'subaccount-moved': 'A subaccount moved to another site',
  'subaccount-renamed': 'A subaccount has another name',
};

/** The gravest of its changes. Plain text. */
export function externalChangeTitle(
  found: Pick<ExternalFinding, 'before' | 'after' | 'perhapsBy' | 'isBehind'>,
): string {
  const [gravest = 'status'] = changesIn(found);
  const { perhapsBy, isBehind } = found;
  const through =
    perhapsBy !== undefined
      ? `perhaps through change #${perhapsBy}`
      : isBehind
        ? 'perhaps through Pitboss'
        : 'not through Pitboss';
  return `${WHAT[gravest]}, ${through}`;
}

/** What it is about. Markdown. */
export function externalChangeSubject(
  { before, after }: Pick<ExternalFinding, 'before' | 'after'>,
  most = 80,
): string {
  const record = after ?? before;
  if (record === null) return '';
  const name = `**${escapeMarkdown(record.subaccount, most)}**`;
  return record.what === 'payments' ? `${record.currency} of ${name}` : `subaccount ${name}`;
}

/** Fits one field together with its title. */
const MAX_LENGTH = 1_000;

/** Before → after, with full addresses marked new or removed; the rest is in the export. */
export function externalChangeFields(found: ExternalFinding): APIEmbedField[] {
  const all = fieldChangesOf(found).map((fieldChange) =>
    [
      ...fieldChangeLines([fieldChange], 'fact'),
      unusualLettersLine(fieldChange.to?.name ?? '', 'the new name'),
    ]
      .filter((line) => line !== null)
      .join('\n'),
  );
  const fields: string[][] = [];
  for (const text of all) {
    const last = fields.at(-1);
    if (last && [...last, text].join('\n').length <= MAX_LENGTH) last.push(text);
    else fields.push([text]);
  }
  const shown = fields.slice(0, MAX_FIELDS);
  const left = fields.slice(MAX_FIELDS).flat().length;
  return [
    ...shown.map((lines, at) => wideField(at === 0 ? 'What changed' : '…', ...lines)),
    ...(left === 0 ? [] : [wideField('…', `${left} more are in \`/changes export\`.`)]),
  ];
}

const MAX_FIELDS = 4;

function perhapsSentence({ perhapsBy, isBehind }: ExternalFinding): string {
  if (isBehind)
    return 'Entries of the audit trail are missing or can’t be read, so Pitboss can’t tell whether this was one of its own changes. ';
  return perhapsBy === undefined
    ? ''
    : `It may come from change #${perhapsBy} (\`/changes show ${perhapsBy}\`), but nothing at the pool tells for certain. `;
}

/** Null for facts about something else. */
export function externalChangeEvent(given: unknown): EventWords | null {
  const parsed = externalFinding.safeParse(given);
  if (!parsed.success) return null;
  const subject = externalChangeSubject(parsed.data);
  const { before, after } = parsed.data;
  const marked = unusualLettersLine((after ?? before)?.subaccount ?? '', 'the subaccount’s name');
  return {
    title: externalChangeTitle(parsed.data),
    subject,
    lines: [
      subject.charAt(0).toUpperCase() + subject.slice(1),
      ...(marked === null ? [] : [marked]),
      `Seen in the pool’s list. Last seen unchanged: ${timestamp(parsed.data.seenAt)}.`,
    ],
    fields: externalChangeFields(parsed.data),
    next: `${perhapsSentence(parsed.data)}If nobody of your team did this, go to the pool’s console: undo it there, and check who can sign in. \`/changes freeze\` stops changes through Pitboss alone, also one that would undo it.`,
  };
}
