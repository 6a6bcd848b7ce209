import type { APIEmbed } from 'discord-api-types/v10';
import type { Result } from '../../domain/errors/result.js';
import { card } from '../kit/card.js';
import { count, plural } from '../kit/figures.js';

/** How many changes of a server wait for somebody. */
export interface WaitingChanges {
  readonly toConfirm: number;
  /** Their outcome is unknown, and nobody has checked it. */
  readonly toCheck: number;
}

/** One line; null if no change waits for anybody. */
export function waitingChangesCard(changes: Result<WaitingChanges> | undefined): APIEmbed | null {
  if (changes === undefined) return null;
  if (!changes.ok) return card({ tone: 'warning', lines: ['⚠️ Open changes: not readable.'] });
  const { toConfirm, toCheck } = changes.value;
  const parts = [
    toConfirm === 0 ? [] : [`**${count(toConfirm)}** waiting for confirmation`],
    toCheck === 0 ? [] : [`**${plural(toCheck, 'unknown outcome')}** to check`],
  ].flat();
  if (parts.length === 0) return null;
  return card({
    tone: toCheck > 0 ? 'warning' : 'neutral',
    lines: [`Open changes: ${parts.join(', ')} · \`/changes list only:open\``],
  });
}
