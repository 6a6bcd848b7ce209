import { errors, invalidField, invalidForm } from '../errors.js';
import type { LoopbackAttachment } from '../loopback-discord.js';
import { isRaw, rawList, textOf, type Raw } from '../validation/raw.js';
import type { DiscordState } from '../state/discord-state.js';
import { FILE_BYTES } from '../guilds.js';

const FILES = 10;

/** A part `files[index]` of a multipart request. */
export interface Upload {
  readonly index: number;
  readonly name: string;
  readonly contentType: string;
  readonly data: Uint8Array;
}

interface AttachmentsChange {
  /** Those before the edit; empty for a new message. */
  readonly present: readonly LoopbackAttachment[];
  /** The body's `attachments`: kept ones by id, new ones by the index of their file. */
  readonly listed: unknown;
  readonly uploads: readonly Upload[];
  readonly channelId: string;
}

/** The attachments after a post or an edit (Discord's reference, "Editing Message Attachments"). */
export function resolveAttachments(
  world: DiscordState,
  change: AttachmentsChange,
): LoopbackAttachment[] {
  const most = fileBytesIn(world, change.channelId);
  if (change.uploads.some((upload) => upload.data.byteLength > most)) throw errors.tooLarge();
  const listed = Array.isArray(change.listed) ? rawList(change.listed) : null;
  const kept = listed ? keep(listed, change) : [...change.present];
  const added = change.uploads.map((upload) => {
    const meta = listed?.find((each) => String(each['id']) === String(upload.index));
    return attach(world, change.channelId, { upload, meta: meta ?? {} });
  });
  const all = [...kept, ...added];
  if (all.length > FILES) {
    throw invalidForm([
      {
        path: ['attachments'],
        code: 'BASE_TYPE_MAX_LENGTH',
        message: `Must be ${FILES} or fewer in length.`,
      },
    ]);
  }
  return all;
}

function fileBytesIn(world: DiscordState, channelId: string): number {
  const guildId = world.channels.get(channelId)?.guildId ?? '';
  return world.guilds.get(guildId)?.fileBytes ?? FILE_BYTES;
}

function keep(listed: readonly Raw[], change: AttachmentsChange): LoopbackAttachment[] {
  return listed.flatMap((entry, position) => {
    const id = String(entry['id']);
    const present = change.present.find((each) => each.id === id);
    if (present) return [present];
    if (change.uploads.some((upload) => String(upload.index) === id)) return [];
    throw invalidField(
      ['attachments', position, 'id'],
      'names neither a sent file nor a present attachment',
    );
  });
}

function attach(
  world: DiscordState,
  channelId: string,
  { upload, meta }: { upload: Upload; meta: Raw },
): LoopbackAttachment {
  const id = world.ids.next();
  const filename = textOf(meta['filename']) || upload.name;
  return {
    id,
    filename,
    description: textOf(meta['description']) || null,
    size: upload.data.byteLength,
    contentType: upload.contentType,
    url: `${world.address.origin}/attachments/${channelId}/${id}/${encodeURIComponent(filename)}`,
    data: upload.data,
    inEmbed: false,
  };
}

/** Resolves `attachment://name` in embeds, and marks the files they show. */
export function linkEmbeds(
  embeds: readonly Raw[],
  attachments: readonly LoopbackAttachment[],
): { embeds: Raw[]; attachments: LoopbackAttachment[] } {
  const shown = new Set<string>();
  const byName = (url: string) =>
    attachments.find((each) => url === `attachment://${each.filename}` || url === each.url);
  const link = (media: unknown): unknown => {
    if (!isRaw(media)) return media;
    for (const key of ['url', 'icon_url']) {
      const file = byName(textOf(media[key]));
      if (!file) continue;
      shown.add(file.id);
      return { ...media, [key]: file.url };
    }
    return media;
  };
  const linked = embeds.map((embed) => {
    const copy: Raw = { ...embed };
    for (const key of ['image', 'thumbnail', 'author', 'footer']) {
      if (key in copy) copy[key] = link(copy[key]);
    }
    return copy;
  });
  return {
    embeds: linked,
    attachments: attachments.map((each) => ({ ...each, inEmbed: shown.has(each.id) })),
  };
}
