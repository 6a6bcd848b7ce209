import type { PostedMessage, Reply, ShownMessage } from '../../../domain/messages/reply.js';
import type { Change } from '../../../domain/changes/change.js';
import { changeIn, type ChangesState } from '../../../domain/changes/state/state.js';
import { isOpen } from '../../../domain/changes/state/state-machine.js';
import { ChannelRefused, isChannelGone } from '../../../domain/errors/channel-refused.js';
import { UserError } from '../../../domain/errors/user-errors.js';
import { toResult } from '../../../domain/errors/result.js';
import { recordReply } from '../../../views/changes/record/change-record.js';
import { kindOf } from '../../kinds/kinds.js';
import {
  cardHiddenWords,
  refusalWords,
  shownElsewhereWords,
} from '../../../views/changes/refusal-sentences.js';
import { ShownEntryUnread } from '../../trail/restore-detector.js';
import type { CardContents, CardView } from './card-contents.js';
import type { CardPlace, CardPlaces } from './card-places.js';
import type { CardSearch } from './card-search.js';
import type { SharedParts } from '../../shared-parts.js';
import type { WhatCardsShow } from './what-cards-show.js';

export interface PostedCard {
  readonly where: PostedMessage;
  readonly shown: CardView;
}

interface ShownAgainWhere {
  readonly guildId: string;
  readonly channelId: string;
}

interface CardRepliesParts extends SharedParts {
  readonly places: CardPlaces;
  readonly contents: CardContents;
  readonly known: WhatCardsShow;
  readonly search: CardSearch;
  readonly notePosted: (guildId: string, changeId: string, posted: PostedCard) => Promise<void>;
}

/** A change's card as the answer to somebody: new, again, for one person, or as its full record. */
export function createCardReplies(parts: CardRepliesParts) {
  const { trail, channels, places, contents, known, search, notePosted } = parts;

  /** The card as a message; its `onPosted` notes where it was posted. */
  async function show(guildId: string, change: Change, shown: CardView): Promise<Reply> {
    return {
      ...(await contents.draw(guildId, change, shown)),
      onPosted: (where) => notePosted(guildId, change.id, { where, shown }),
    };
  }

  /**
   * A card shown again. While the live card exists, this one only links to it and has the full
   * record, because it is never redrawn; otherwise it becomes the live card.
   */
  async function showAgain(
    change: Change,
    state: ChangesState,
    { guildId, channelId }: ShownAgainWhere,
  ): Promise<Reply> {
    const isBehind = state.behind !== null;
    const place = await placeToShow(guildId, change, isBehind);
    if (place !== undefined && !isBehind) {
      const found = await lookAt(place);
      const isLater = found === null && (await findLaterToShow(guildId, change, place)) !== null;
      if (found === 'there' || isLater) return record(guildId, change.id);
      // What it showed can't be read; it may have said that this change was sent.
      const isUnread =
        found !== null &&
        change.state === 'pending' &&
        !(await known.isLastEditOwn(guildId, place, found.editedAt));
      if (isUnread) await places.note(guildId, change.id, { ...place, isHeld: true });
    }
    if (!isBehind && (await mayNotStandIn(channelId, change)))
      throw new UserError(shownElsewhereWords(change.channelId));
    // Keep a card that was shown again as it was requested.
    const shown = { state, isWhole: isOpen(change) ? undefined : (true as const) };
    const reply = await contents.draw(guildId, change, shown);
    if (isBehind) return reply;
    return {
      ...reply,
      async onPosted(where) {
        const isTaken = await places.take(guildId, change.id, { from: place, to: where });
        const live = await places.of(guildId, change.id);
        // Also where a search has found and noted it before.
        if (isTaken || live?.messageId === where.messageId)
          return notePosted(guildId, change.id, { where, shown });
        // Another card was noted while this one was being posted.
        const copy = await contents.draw(guildId, change, { state, ...(live && { live }) });
        await channels.edit(where.channelId, where.messageId, copy);
      },
    };
  }

  /** Where it is; a waiting one is looked for, because it may say that the change was sent. */
  async function placeToShow(
    guildId: string,
    change: Change,
    isBehind: boolean,
  ): Promise<CardPlace | undefined> {
    if (isBehind || !isOpen(change)) return places.of(guildId, change.id);
    const found = await search.findPlace(guildId, change.id).catch(throwInWords);
    if (found === 'hidden') throw new UserError(cardHiddenWords);
    return found === 'none' ? undefined : found;
  }

  /** Where entries are lost, it is looked for where the change was requested. */
  async function mayNotStandIn(channelId: string, change: Change): Promise<boolean> {
    if (change.state !== 'pending' || channelId === change.channelId) return false;
    const looked = await toResult(channels.newest(change.channelId));
    return looked.ok || !isChannelGone(looked.error);
  }

  /** One that took the deleted one's place, likewise. */
  async function findLaterToShow(
    guildId: string,
    change: Change,
    deleted: CardPlace,
  ): Promise<CardPlace | null> {
    if (!isOpen(change)) return null;
    return search.findLater(guildId, change.id, deleted).catch(throwInWords);
  }

  /** The card for one person, with the buttons that apply. */
  async function showPrivately(guildId: string, changeId: string): Promise<Reply> {
    const state = await trail.state(guildId, changeId);
    const live = await places.of(guildId, changeId);
    const shown = { state, isPrivate: true as const, ...(live && { live }) };
    return contents.draw(guildId, changeIn(state, changeId), shown);
  }

  /** The full record for one person; `on`: the card they clicked. */
  async function record(guildId: string, changeId: string, on?: PostedMessage): Promise<Reply> {
    const state = await trail.state(guildId, changeId);
    const change = changeIn(state, changeId);
    const live = (await places.of(guildId, changeId)) ?? on;
    const shown = { state, isWhole: true as const, ...(live && { live }) };
    const whole = await contents.draw(guildId, change, shown);
    return recordReply(whole, change, {
      fieldChanges: kindOf(change.kind).fieldChanges(change.input, change.present),
      entries: state.digests.get(changeId)?.entries ?? [],
      hash: await trail.hashAt(guildId, change.seq),
    });
  }

  /** What is left of an emptied card; null = it is gone. `there` also if Discord can't tell. */
  async function lookAt({
    channelId,
    messageId,
  }: CardPlace): Promise<ShownMessage | null | 'there'> {
    const looked = await toResult(channels.look(channelId, messageId));
    if (!looked.ok) return 'there';
    return looked.value === null || looked.value.isBare === true ? looked.value : 'there';
  }

  return { show, showAgain, showPrivately, record };
}

function throwInWords(cause: unknown): never {
  if (cause instanceof ChannelRefused) throw new UserError(cardHiddenWords, { cause });
  if (!(cause instanceof ShownEntryUnread)) throw cause;
  throw new UserError(refusalWords({ why: 'card-not-shown' }, null), { cause });
}
