import type { Card } from './reply.js';

/** Discord's limits of a message (documentation, Message resource). It counts characters, we count
 * UTF-16 units, of which there are never fewer. */
const TITLE = 256;
const DESCRIPTION = 4_096;
const ALL_EMBEDS = 6_000;
const EMBEDS = 10;
/** Discord takes 2,048, but a footer names one event. */
const FOOTER = 256;
const SHORT_QUOTE = 80;
const FENCE = '```';

export interface FittedCard {
  readonly title: string;
  readonly description: string;
  readonly footer: string;
}

/** The texts of the cards of one message, cut where Discord would refuse them. */
export function fitCards(
  cards: readonly Card[],
  finish: (text: string) => string,
): readonly FittedCard[] {
  const fitted = cards.slice(0, EMBEDS).map((card) => ({
    title: cutText(card.title, TITLE),
    description: finish((card.lines ?? []).filter(Boolean).join('\n')),
    footer: cutText(card.footer ?? '', FOOTER),
  }));
  let room =
    ALL_EMBEDS - fitted.reduce((sum, card) => sum + card.title.length + card.footer.length, 0);
  return fitted.map((card) => {
    const description = fitLines(card.description, Math.min(DESCRIPTION, room));
    room -= description.length;
    return { ...card, description };
  });
}

/** Small print goes first, then quotes are cut, then lines from the end. */
export function fitLines(text: string, max: number): string {
  if (text.length <= max) return text;
  const lines = text.split('\n').filter((line) => !line.startsWith('-# '));
  const shorter = lines.map((line) => (line.startsWith('> ') ? cutText(line, SHORT_QUOTE) : line));
  const kept = fits(lines, max) ? lines : shorter;
  if (fits(kept, max)) return kept.join('\n');
  return withoutLastLines(kept, max);
}

function withoutLastLines(lines: readonly string[], max: number): string {
  for (let end = lines.length - 1; end > 0; end--) {
    const text = ended(lines.slice(0, end), lines.length - end);
    if (text.length <= max) return text;
  }
  return cutText(lines[0] ?? '', max);
}

function ended(kept: readonly string[], missing: number): string {
  const isInBlock = kept.join('\n').split(FENCE).length % 2 === 0;
  const note = `… ${missing} more ${missing === 1 ? 'line' : 'lines'}`;
  return [...kept, ...(isInBlock ? [FENCE] : []), note].join('\n');
}

function fits(lines: readonly string[], max: number): boolean {
  return lines.join('\n').length <= max;
}

/** At most `max` UTF-16 units, with `…` for what was cut. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  if (max < 1) return '';
  return `${text.slice(0, max - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
