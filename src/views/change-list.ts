import type { Change, State } from '../changes/change.js';
import type { Ledger } from '../changes/ledger.js';
import type { TrailVerdict } from '../changes/verify-trail.js';
import type { Reply } from '../reply.js';
import { card } from './card.js';
import { byAt, STATE_WORDS } from './change-sentences.js';
import { pageButtons, pageLine, type Pages } from './paging.js';
import { code, oneLine, plain } from './text.js';
import { at } from './times.js';

export const CHANGES_PER_PAGE = 10;

interface ChangesPage {
  /** Those of this page, newest first. */
  readonly changes: readonly Change[];
  readonly state: State | undefined;
  readonly frozen: Ledger['frozen'];
  readonly pages: Pages;
}

export function changeListReply({ changes, state, frozen, pages }: ChangesPage): Reply {
  return {
    embeds: [
      card({
        title: state === undefined ? 'Changes' : `Changes · ${STATE_WORDS[state]}`,
        tone: frozen === null ? 'neutral' : 'warning',
        lines: [
          frozen === null ? null : `🧊 **Frozen** by ${byAt(frozen)}: ${plain(frozen.reason, 200)}`,
          ...changes.map(changeLine),
          changes.length === 0 ? 'None.' : `-# ${pageLine(pages)}, newest first`,
        ],
      }),
    ],
    components: pageButtons(pages),
  };
}

function changeLine({ id, state, touches, requester, askedAt }: Change): string {
  return `**${STATE_WORDS[state]}** · ${plain(touches, 80)} · <@${requester.id}> ${at(askedAt, 'R')}\n-# ${code(id)}`;
}

/** How a change is offered while somebody types its id. */
export function changeChoice({ id, state, touches }: Change): { name: string; value: string } {
  return { name: oneLine(`${touches}: ${STATE_WORDS[state]}`, 100), value: id };
}

export function exportReply(guildId: string, lines: Uint8Array, verdict: TrailVerdict): Reply {
  const { entries, lastHash, broken } = verdict;
  return {
    embeds: [
      card({
        title: 'Audit trail',
        tone: broken === null ? 'good' : 'bad',
        lines: [
          trailSentence(verdict),
          broken === null && entries > 0 ? `Hash of the last entry: ${code(lastHash)}` : null,
          '-# One entry a line, oldest first. Each holds the hash of the one before it.',
        ],
      }),
    ],
    files: [{ name: `changes-${guildId}.jsonl`, data: lines }],
  };
}

/** Also for `/setup check` and `npm run verify-audit`. */
export function trailSentence({ entries, broken }: TrailVerdict): string {
  if (broken !== null) {
    return `The trail is broken at entry ${broken.seq}: ${broken.why}. The ${entries} entries before it hold.`;
  }
  return entries === 0 ? 'There are no entries yet.' : `All ${entries} entries hold.`;
}

export function frozenReply(reason: string, isFrozen: boolean): Reply {
  const line = isFrozen
    ? 'Nobody can confirm a change in this server until an admin runs `/changes unfreeze`. What was sent before is not undone by this.'
    : 'Changes can be confirmed again.';
  return {
    embeds: [
      card({
        title: isFrozen ? '🧊 Changes are frozen' : 'Changes are no longer frozen',
        tone: isFrozen ? 'warning' : 'good',
        lines: [line, `Why: ${plain(reason, 300)}`],
      }),
    ],
  };
}

export function unknownChangeSentence(typed: string): string {
  return `There is no change ${code(typed, 40)} in this server. \`/changes list\` shows those there are.`;
}
