import { z } from 'zod';
import { readEntryRef, type EntryRef } from '../../domain/changes/entry-ref.js';
import { footerOfPlainWords, lostItsEmbeds } from './without-embeds.js';

/** A message as it was sent, to tell Discord's answer from what something in between gave. */
export interface SentMessage {
  readonly json: object;
  /** Undefined if an interaction didn't say where it is. */
  readonly channelId: string | undefined;
  /** The message that is edited. */
  readonly messageId?: string;
  readonly nonce?: string;
}

const shownText = z.object({
  content: z.string().optional(),
  embeds: z
    .array(
      z.object({
        title: z.string().optional(),
        description: z.string().optional(),
        footer: z.object({ text: z.string() }).nullish(),
      }),
    )
    .optional(),
});
const message = z.object({
  id: z.string(),
  channel_id: z.string(),
  /** Discord repeats it in the answer to a post alone, perhaps not to a repeated one. */
  nonce: z.union([z.string(), z.number()]).nullish(),
  content: z.string(),
  embeds: z.array(z.unknown()),
});

/**
 * The id of the message that was sent, if the answer shows it as it was sent. Null for another
 * message, a past state of it, or no message: then nobody knows whether Discord took it.
 */
export function takenMessageId(answer: unknown, sent: SentMessage): string | null {
  const read = message.safeParse(answer);
  if (!read.success) return null;
  const { id, channel_id: channelId } = read.data;
  const nonce = read.data.nonce?.toString();
  const isThere = agree(channelId, sent.channelId) && agree(id, sent.messageId);
  if (!isThere || !agree(nonce, sent.nonce)) return null;
  const isNonceLost = nonce === undefined && sent.nonce !== undefined;
  return isAsSent(answer, sent.json, isNonceLost) ? id : null;
}

/** As far as both are known. */
function agree(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

/**
 * Two states of a message are told apart by the trail's entry at which each was drawn. A text is
 * compared only where nothing else tells two posts apart, because Discord may write it otherwise.
 */
function isAsSent(answer: unknown, json: object, byText: boolean): boolean {
  const wanted = entryRefIn(json);
  if (wanted === null && !byText) return true;
  const shown = entryRefIn(answer);
  if (shown === null && lostItsEmbeds(json, answer)) return true;
  if (wanted === null) return lettersIn(answer) === lettersIn(json);
  return shown?.seq === wanted.seq && shown.head === wanted.head;
}

function entryRefIn(body: unknown): EntryRef | null {
  const { content, embeds } = shownText.safeParse(body).data ?? {};
  return readEntryRef(embeds?.[0]?.footer?.text ?? footerOfPlainWords(content));
}

/** Spaces, say, may be others than were sent. */
function lettersIn(body: unknown): string {
  const { content = '', embeds = [] } = shownText.safeParse(body).data ?? {};
  const texts = embeds.map(({ title = '', description = '' }) => title + description);
  return [content, ...texts].join('').replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Throws for messages of another channel, or none: they say nothing of this one. */
export function messagesOf(channelId: string, answer: unknown): unknown[] {
  return z.array(z.looseObject({ channel_id: z.literal(channelId) })).parse(answer);
}
