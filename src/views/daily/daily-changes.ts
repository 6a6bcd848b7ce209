import type { APIEmbed } from 'discord-api-types/v10';
import type { Loosening } from '../../domain/changes/loosening.js';
import type { Result } from '../../domain/errors/result.js';
import { looseningLine } from '../audit/loosening.js';
import { card } from '../kit/card.js';
import { count, plural } from '../kit/figures.js';

/** How many changes of a server wait for somebody. */
export interface WaitingChanges {
  readonly toConfirm: number;
  /** The pool took the request, and its effect isn't seen yet. */
  readonly atPool: number;
  /** Their outcome is unknown, and nobody has checked it. */
  readonly toCheck: number;
  readonly loosening: Loosening | null;
}

/** One line; null if no change waits for anybody. */
export function waitingChangesCard(changes: Result<WaitingChanges> | undefined): APIEmbed | null {
  if (changes === undefined) return null;
  if (!changes.ok) return card({ tone: 'warning', lines: ['⚠️ Open changes: not readable.'] });
  const { toConfirm, atPool, toCheck, loosening } = changes.value;
  const parts = [
    toConfirm === 0 ? [] : [`**${count(toConfirm)}** waiting for confirmation`],
    atPool === 0 ? [] : [`**${count(atPool)}** sent and not in force yet`],
    toCheck === 0 ? [] : [`**${plural(toCheck, 'unknown outcome')}** to check`],
  ].flat();
  if (parts.length === 0 && loosening === null) return null;
  return card({
    tone: toCheck > 0 || loosening !== null ? 'warning' : 'neutral',
    lines: [
      parts.length === 0 ? null : `Open changes: ${parts.join(', ')} · \`/changes list only:open\``,
      loosening === null ? null : `${looseningLine(loosening)} · \`/setup show\``,
    ],
  });
}
