import type { APIEmbed } from 'discord-api-types/v10';
import type { Reply } from '../../domain/messages/reply.js';
import { nothingToShow, partsCut } from '../../views/errors/router-sentences.js';
import { clampRows } from './clamp-components.js';
import { clampEmbeds } from './clamp-embeds.js';
import { clampFiles } from './clamp-files.js';
import { cutBlock } from './clamp-text.js';

const CONTENT = 2000;

/**
 * The budgeter: whatever comes in, what goes out breaks no limit that Discord puts on a
 * message, and says what was left out. A reply that fits comes out as it went in, but for
 * empty parts. `attachmentLimit`: most bytes of one file where it goes, if Discord said so.
 */
export function clampReply(reply: Reply, attachmentLimit?: number): Reply {
  const embeds = clampEmbeds(reply.embeds ?? []);
  const rows = clampRows(reply.components ?? []);
  const files = clampFiles(reply.files ?? [], attachmentLimit);
  const left = [...embeds.left, ...rows.left, ...files.left];
  const renamed = new Map(
    (reply.files ?? []).flatMap(({ name, data }) => {
      const now = files.kept.find((file) => file.data === data)?.name ?? name;
      return now === name ? [] : [[`attachment://${name}`, `attachment://${now}`] as const];
    }),
  );
  const content = fitContent(reply.content ?? '', left);
  const empty = content === '' && embeds.kept.length === 0 && files.kept.length === 0;
  return {
    ...(content === '' && !empty ? {} : { content: empty ? nothingToShow() : content }),
    ...(embeds.kept.length === 0
      ? {}
      : { embeds: renamed.size === 0 ? embeds.kept : withNames(embeds.kept, renamed) }),
    ...(rows.kept.length === 0 ? {} : { components: rows.kept }),
    ...(files.kept.length === 0 ? {} : { files: files.kept }),
  };
}

function fitContent(content: string, left: readonly string[]): string {
  const text = content.trim() === '' ? '' : content;
  if (left.length === 0) return cutBlock(text, CONTENT);
  const note = partsCut(left);
  return text === '' ? note : `${cutBlock(text, CONTENT - note.length - 1)}\n${note}`;
}

/** A picture that is shown from a file follows the file when that had to be renamed. */
function withNames(embeds: readonly APIEmbed[], renamed: ReadonlyMap<string, string>): APIEmbed[] {
  const follow = <Part extends { url: string }>(part: Part): Part => ({
    ...part,
    url: renamed.get(part.url) ?? part.url,
  });
  return embeds.map(({ image, thumbnail, ...rest }) => ({
    ...rest,
    ...(image === undefined ? {} : { image: follow(image) }),
    ...(thumbnail === undefined ? {} : { thumbnail: follow(thumbnail) }),
  }));
}
