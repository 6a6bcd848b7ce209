import type { Reply } from '../command.js';
import { card } from './card.js';

/** One thing the doctor looked at. The word stands beside the sign for those who see no colour. */
export interface Finding {
  readonly what: string;
  readonly state: 'ok' | 'failed' | 'skipped';
  /** What was found, or why not. A sentence of ours, or escaped text. */
  readonly detail: string;
}

const SIGNS = { ok: '✅ ok', failed: '❌ failed', skipped: '➖ not checked' } as const;

export function checkupReply(findings: readonly Finding[], readAt: number): Reply {
  const failed = findings.filter(({ state }) => state === 'failed').length;
  return {
    embeds: [
      card({
        title:
          failed === 0
            ? 'Everything checked is in order'
            : `${failed} of ${findings.length} checks failed`,
        tone: failed === 0 ? 'good' : 'warning',
        lines: findings.map(
          ({ what, state, detail }) => `${SIGNS[state]} · **${what}** · ${detail}`,
        ),
        readAt,
        footer: 'Checked',
      }),
    ],
  };
}
