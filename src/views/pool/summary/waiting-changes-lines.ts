import type { Loosening } from '../../../domain/changes/settings/loosening.js';
import { MAX_AWAITED } from '../../../domain/changes/unresolved.js';
import type { Result } from '../../../domain/errors/result.js';
import { count, plural } from '../../kit/figures.js';

/** How many changes of a server wait for somebody. */
export interface WaitingChanges {
  readonly toConfirm: number;
  /** The pool took the request, and its effect isn't seen yet; counted up to `MAX_AWAITED`. */
  readonly atPool: number;
  /** Their outcome is unknown, and nobody has checked it. */
  readonly toCheck: number;
  readonly loosening: Loosening | null;
  readonly isFrozen: boolean;
}

/** What a server has to look at, whatever the pool's figures say. */
export interface OpenMatters {
  /** Alerts that people were told of and that aren't over. */
  readonly alerts: number;
  /** Of those, changes made at the pool and not through Pitboss. */
  readonly external: number;
  readonly changes: WaitingChanges;
}

export function openLines(open: Result<OpenMatters>): (string | null)[] {
  if (!open.ok) return ['⚠️ Open alerts and changes: not readable.'];
  const { alerts, external, changes } = open.value;
  return [
    external === 0
      ? null
      : `🚨 **${plural(external, 'change')} made at the pool, not through Pitboss** · \`/alerts list\``,
    alerts === external
      ? null
      : `🔔 **${plural(alerts - external, 'alert')}** open · \`/alerts list\``,
    changes.isFrozen ? '🧊 Changes are frozen · `/changes unfreeze`' : null,
    openChangesLine(changes),
  ];
}

function atPoolCount(atPool: number): string {
  return atPool < MAX_AWAITED ? count(atPool) : `${count(MAX_AWAITED)} or more`;
}

/** Null if there are none. */
export function openChangesLine({ toConfirm, atPool, toCheck }: WaitingChanges): string | null {
  const parts = [
    toConfirm === 0 ? [] : [`**${count(toConfirm)}** waiting for confirmation`],
    atPool === 0 ? [] : [`**${atPoolCount(atPool)}** sent and not in force yet`],
    toCheck === 0 ? [] : [`**${plural(toCheck, 'unknown outcome')}** to check`],
  ].flat();
  return parts.length === 0
    ? null
    : `Open changes: ${parts.join(', ')} · \`/changes list only:open\``;
}
