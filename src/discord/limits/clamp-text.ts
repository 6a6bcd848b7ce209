import { textCut } from '../../views/errors/router-sentences.js';

/**
 * Limits are in UTF-16 code units, of which there are never fewer than Discord counts. Discord
 * refuses half a surrogate pair, so texts are made well-formed.
 */

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Of a message, beside its embeds. */
export const CONTENT = 2000;
/** How many code units around a cut to search for whole graphemes. */
const WINDOW = 64;
/** Below this limit, a note about the cut would leave no room for the text itself. */
const ROOM_FOR_NOTE = 100;
const FENCE = '```';

/** For labels and titles: at most `limit` code units, ending in `…` if cut. */
export function cutLine(raw: string, limit: number): string {
  const text = raw.toWellFormed();
  if (text.length <= limit) return text;
  if (limit < 1) return '';
  return `${text.slice(0, wholeEnd(text, limit - 1))}…`;
}

/** For paragraphs and tables: cuts at a line end if one is near, and says how much is missing. */
export function cutBlock(raw: string, limit: number): string {
  const text = raw.toWellFormed();
  if (text.length <= limit) return text;
  if (limit < ROOM_FOR_NOTE) return cutLine(text, limit);
  const room = limit - textCut(text.length).length - FENCE.length - 2;
  const kept = withoutBrokenTail(text.slice(0, lineEnd(text, wholeEnd(text, room))));
  const closing = insideFence(kept) ? `\n${FENCE}` : '';
  return `${kept}${closing}\n${textCut(text.length - kept.length)}`;
}

/** The last grapheme boundary at or before `end`. */
function wholeEnd(text: string, end: number): number {
  const from = Math.max(0, end - WINDOW);
  let whole = from;
  for (const { index, segment } of graphemes.segment(text.slice(from, end + WINDOW))) {
    const next = from + index + segment.length;
    if (next > end) break;
    whole = next;
  }
  if (whole > from) return whole;
  // One grapheme fills the window: keep at least its code points whole.
  const code = text.charCodeAt(end - 1);
  return code >= 0xd800 && code <= 0xdbff ? end - 1 : end;
}

function lineEnd(text: string, end: number): number {
  const newline = text.lastIndexOf('\n', end);
  return newline > end * 0.8 ? newline : end;
}

/** Removes an unfinished mention, link, code span or escape, which would alter what follows. */
function withoutBrokenTail(text: string): string {
  let kept = text.replace(/[\\`\s]+$/, '');
  if (!insideFence(kept)) {
    const angle = kept.lastIndexOf('<');
    if (angle > kept.length - 80 && angle > kept.lastIndexOf('>')) kept = kept.slice(0, angle);
    const bracket = kept.lastIndexOf('[');
    if (bracket > kept.length - 300 && bracket > kept.lastIndexOf(')')) {
      kept = kept.slice(0, bracket);
    }
    const span = kept.lastIndexOf('`');
    const line = kept.slice(kept.lastIndexOf('\n') + 1);
    if (line.split('`').length % 2 === 0) kept = kept.slice(0, span);
  }
  return kept.trim() === '' ? text.replace(/[\\`]+$/, '') : kept;
}

function insideFence(text: string): boolean {
  return text.split(FENCE).length % 2 === 0;
}
