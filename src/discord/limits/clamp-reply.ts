import type { Reply } from '../../domain/messages/reply.js';
import { partsCut } from '../../views/errors/router-sentences.js';
import { clampEmbeds } from './clamp-embeds.js';
import { clampMenus } from './clamp-menus.js';
import { cutBlock } from './clamp-text.js';

const CONTENT = 2000;

/**
 * Holds texts and embeds, which grow with what the pool or a person gave, to Discord's limits, and
 * says what was left out. How many buttons, menu entries and files there are, the views bound.
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
