import { escape, plural } from '../cards/kit/text.js';
import type { Card } from '../discord/reply.js';

export function frozenCard(reason: string): Card {
  return {
    title: '🧊 Changes are frozen',
    tone: 'warning',
    lines: [
      'Nobody can confirm a change until an admin runs `/changes unfreeze`. What was sent stays sent.',
      `Reason: ${escape(reason, 300)}`,
    ],
  };
}

export function unfrozenCard(reason: string): Card {
  return {
    title: 'Changes can be confirmed again',
    tone: 'good',
    lines: [`Reason: ${escape(reason, 300)}`],
  };
}

interface Trail {
  readonly entries: number;
  /** The first entry that was changed or is missing. */
  readonly brokenAt: number | null;
}

/** Of the export as JSON lines; `total` entries are in the file. */
export function trailCard({ brokenAt }: Trail, total: number): Card {
  const title = `Audit trail · ${plural(total, 'entry', 'entries')}`;
  if (brokenAt === null)
    return { title, tone: 'good', lines: ['Intact: no entry is missing or changed.'] };
  const broken = `**Broken at entry ${brokenAt}.**`;
  const rest = brokenAt > 1 ? ' The entries before it are intact.' : '';
  return { title, tone: 'bad', lines: [`${broken}${rest}`] };
}

/** Of the export as CSV. */
export function exportCard(total: number): Card {
  return { title: `Changes · ${total}`, tone: 'good' };
}
