import type { Reply } from '../../domain/messages/reply.js';
import { partsCut } from '../../views/errors/router-sentences.js';
import { clampEmbeds } from './clamp-embeds.js';
import { clampMenus } from './clamp-menus.js';
import { CONTENT, cutBlock } from './clamp-text.js';

/**
 * Limits texts and embeds, which grow with what the pool or a person gave, to what Discord allows,
 * and says what was left out. The views bound the number of buttons, menu entries and files.
 */
export function clampReply({ content, embeds, components, ...rest }: Reply): Reply {
  const { kept, left } = clampEmbeds(embeds ?? []);
  const text = fitContent(content ?? '', left);
  return {
    ...rest,
    ...(text === '' ? {} : { content: text }),
    ...(kept.length === 0 ? {} : { embeds: kept }),
    ...(components === undefined ? {} : { components: clampMenus(components) }),
  };
}

function fitContent(content: string, left: readonly string[]): string {
  if (left.length === 0) return cutBlock(content, CONTENT);
  const note = partsCut(left);
  return content === '' ? note : `${cutBlock(content, CONTENT - note.length - 1)}\n${note}`;
}
