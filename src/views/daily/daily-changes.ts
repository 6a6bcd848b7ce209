import type { APIEmbed } from 'discord-api-types/v10';
import type { Result } from '../../domain/errors/result.js';
import { looseningLine } from '../audit/loosening-lines.js';
import { card } from '../kit/card.js';
import { openChangesLine, type WaitingChanges } from '../pool/summary/waiting-changes-lines.js';

/** One line; null if no change waits for anybody. */
export function waitingChangesCard(changes: Result<WaitingChanges> | undefined): APIEmbed | null {
  if (changes === undefined) return null;
  if (!changes.ok) return card({ tone: 'warning', lines: ['⚠️ Open changes: not readable.'] });
  const { toCheck, loosening } = changes.value;
  const open = openChangesLine(changes.value);
  if (open === null && loosening === null) return null;
  return card({
    tone: toCheck > 0 || loosening !== null ? 'warning' : 'neutral',
    lines: [open, loosening === null ? null : `${looseningLine(loosening)} · \`/setup show\``],
  });
}
