import type { PostedMessage, Reply } from '../../domain/messages/reply.js';
import type { Guilds } from '../../guilds/guilds.js';
import type { Clock } from '../../domain/time/clock.js';
import { hashOf } from '../../domain/json/canonical-json.js';
import { encodeCustomId } from '../../domain/custom-id.js';
import type { History, Messages } from '../../domain/messages/ports.js';
import type { Store } from '../../store/store.js';
import { CHANGE_BUTTONS } from '../../views/changes/change-buttons.js';
import { changeCard } from '../../views/changes/change-card.js';
import { storeRiskSentence } from '../../views/setup/store-risks.js';
import { witnessOf } from '../../domain/changes/witness.js';
import type { Change } from '../../domain/changes/change.js';
import { createDrawnHere } from './drawn-here.js';
import { answerOf, statusIn } from '../../domain/changes/change-summary.js';
import type { ChangeKind } from '../kinds/kind.js';
import type { KeyedQueue } from '../../domain/async/keyed-queue.js';
import type { ChangesState } from '../../domain/changes/state.js';
import { VERIFIED_FOR_MS } from './verification-schedule.js';
import { createRetries } from './retries.js';
import { ruleFor } from '../rules.js';
import type { Trail } from '../trail/trail.js';
import type { Verdict, Witnesses } from '../trail/witnesses.js';

/**
 * The cards of changes. A card is only ever a picture of the trail: it is drawn after a step is
 * written, and drawn again when that failed, so a card that lags says less than is known and
 * never more. Before a process draws over what it did not draw itself, it looks at what people
 * see there: a card that tells of entries which are lost stays as it stands.
 */
export interface Cards {
  /** The card as a message; tells us where it stands once it is posted. */
  show(guildId: string, change: Change, known?: ChangesState): Promise<Reply>;
  /**
   * Posts the card of a change by itself, once, also when asked twice within minutes. Never
   * throws: `/changes show` has it too.
   */
  post(guildId: string, change: Change): Promise<void>;
  posted(guildId: string, changeId: string, where: PostedMessage): Promise<void>;
  /** A card that was clicked on, in case nobody could note where it was posted. */
  clicked(guildId: string, changeId: string, where: PostedMessage): Promise<void>;
  /** Where the card of a change stands, as far as it was noted. */
  placeOf(guildId: string, changeId: string): Promise<PostedMessage | undefined>;
  /**
   * Holds against the trail what the card shows now; nothing is asked of Discord about a card
   * that this process drew itself. Throws when Discord cannot tell.
   */
  judge(guildId: string, changeId: string): Promise<Verdict>;
  /** Draws the newest state where the card stands. Never throws. */
  redraw(guildId: string, changeId: string): Promise<void>;
  /** All of a guild's cards that may show an earlier state. */
  redrawStale(guildId: string, trailState: ChangesState): Promise<void>;
  /** Begins again what could not be drawn, where that is due. */
  retry(): void;
}

export interface CardsParts {
  readonly store: Store;
  readonly trail: Pick<Trail, 'state'>;
  readonly witnesses: Pick<Witnesses, 'read'>;
  readonly guilds: Pick<Guilds, 'settings'>;
  readonly messages: Messages;
  readonly history: Pick<History, 'find'>;
  readonly clock: Clock;
  readonly lanes: KeyedQueue;
  readonly kindOf: (name: string) => ChangeKind;
  readonly consoleUrl: string | undefined;
  readonly onError: (what: string, error: unknown) => void;
}

interface Posted extends PostedMessage {
  /** The newest entry of the trail when the card was drawn, where that is known. */
  readonly drawnAt?: number;
}

interface Place extends PostedMessage {
  /** The newest entry of the change that the card shows. */
  readonly drawn: number;
}

/** How old a change may be for its card to be looked for in the channel. */
const LOST_FOR_MS = 24 * 3_600_000;

export function createCards(parts: CardsParts): Cards {
  const { trail, witnesses, guilds, messages, clock, lanes, kindOf, onError } = parts;
  const { consoleUrl } = parts;
  const places = parts.store.namespace<Place>('change-cards');
  const retries = createRetries<{ guildId: string; changeId: string }>(clock);
  const drawnHere = createDrawnHere();
  const keyOf = (guildId: string, changeId: string) => `${guildId}:${changeId}`;

  async function show(guildId: string, change: Change, known?: ChangesState): Promise<Reply> {
    const [trailState, settings] = await Promise.all([
      known ?? trail.state(guildId),
      guilds.settings(guildId),
    ]);
    const kind = kindOf(change.kind);
    const reply = changeCard(change, {
      title: kind.title,
      answeredStatus: statusIn(answerOf(change)),
      preview: kind.preview(change.input, change.present, change.lookalikes),
      found:
        change.found === undefined
          ? []
          : kind.preview(change.input, change.found, change.lookalikes),
      objection:
        change.found === undefined
          ? null
          : kind.objection(change.input, change.found, change.lookalikes),
      report: change.answer === undefined ? [] : kind.report(change.answer, consoleUrl),
      mustType: kind.toType(change.input, change.present).length > 0,
      rule: ruleFor(change, settings).approval,
      ruleNow: settings.approval[change.rule],
      isFrozen: trailState.frozen !== null,
      isBehind: trailState.behind !== null,
      witness: witnessOf(trailState),
      observedStatus: statusIn(change.observed?.present),
      storeRisk: storeRiskSentence(parts.store.risks()),
      lookedForUntil: change.ended === undefined ? null : change.ended.at + VERIFIED_FOR_MS,
    });
    const drawnAt = trailState.lastSeq;
    return {
      ...reply,
      onPosted(where) {
        drawnHere.add(where, trailState);
        return posted(guildId, change.id, { ...where, drawnAt });
      },
    };
  }

  async function posted(guildId: string, changeId: string, where: Posted): Promise<void> {
    const { channelId, messageId, drawnAt } = where;
    const { changes, lastSeq } = await trail.state(guildId);
    const change = changes.get(changeId);
    if (change === undefined) return;
    const isPending = change.state === 'pending';
    const drawn = isPending ? change.seq : 0;
    await places.set(keyOf(guildId, changeId), { channelId, messageId, drawn });
    // Something may have happened between drawing and posting; a freeze is no step of the change.
    const isAsDrawn = isPending && (drawnAt ?? lastSeq) === lastSeq;
    if (!isAsDrawn) await redraw(guildId, changeId);
  }

  async function draw(guildId: string, changeId: string): Promise<void> {
    const key = keyOf(guildId, changeId);
    const place = await places.get(key);
    const isBehind = (await trail.state(guildId)).behind !== null;
    if (place === undefined || isBehind) return retries.succeeded(key);
    const verdict = await judge(guildId, changeId);
    // Read after it was judged, which may have entered that the trail is behind.
    const trailState = await trail.state(guildId);
    const change = trailState.changes.get(changeId);
    if (change === undefined || trailState.behind !== null) return retries.succeeded(key);
    const reply = await show(guildId, change, trailState);
    // What a lost card tells is told nowhere else any more, so the change gets another one.
    if (verdict === 'lost') await postAnew(guildId, change, { reply, trailState });
    else {
      await messages.edit(place.channelId, place.messageId, reply);
      drawnHere.add(place, trailState);
      await places.set(key, { ...place, drawn: change.seq });
    }
    retries.succeeded(key);
  }

  async function judge(guildId: string, changeId: string): Promise<Verdict> {
    const place = await places.get(keyOf(guildId, changeId));
    if (place === undefined || drawnHere.has(place, await trail.state(guildId))) return 'fits';
    const verdict = await witnesses.read(guildId, place, { where: 'card', card: changeId });
    return verdict === 'gone' ? 'fits' : verdict;
  }

  async function postAnew(
    guildId: string,
    { id, seq, channelId }: Change,
    { reply, trailState }: { readonly reply: Reply; readonly trailState: ChangesState },
  ): Promise<void> {
    const nonce = hashOf([guildId, id, seq]).slice(0, 25);
    const { messageId } = await messages.post(channelId, reply, nonce);
    drawnHere.add({ channelId, messageId }, trailState);
    await places.set(keyOf(guildId, id), { channelId, messageId, drawn: seq });
    // Not waited for: this runs in the lane of that very card.
    if ((await trail.state(guildId)).lastSeq !== trailState.lastSeq) void redraw(guildId, id);
  }

  /** One at a time for each card, so that an earlier state is never drawn over a later one. */
  function redraw(guildId: string, changeId: string): Promise<void> {
    const key = keyOf(guildId, changeId);
    return lanes.run(`card:${key}`, async () => {
      try {
        await draw(guildId, changeId);
      } catch (error) {
        retries.failed(key, { guildId, changeId }, [error]);
        onError('a card could not be drawn', error);
      }
    });
  }

  /** Of a process that was killed between posting a card and noting where it stands. */
  async function findLost(guildId: string, { id, channelId, askedAt }: Change): Promise<void> {
    if (clock.now() - askedAt > LOST_FOR_MS) return;
    try {
      const buttonId = encodeCustomId(CHANGE_BUTTONS.cancel, id);
      const messageId = await parts.history.find(channelId, buttonId, askedAt);
      if (messageId !== null) await posted(guildId, id, { channelId, messageId });
    } catch (error) {
      onError('a card could not be looked for', error);
    }
  }

  return {
    show,
    posted,
    async clicked(guildId, changeId, where) {
      const known = await places.get(keyOf(guildId, changeId));
      if (known === undefined) await posted(guildId, changeId, where);
    },
    async placeOf(guildId, changeId) {
      return places.get(keyOf(guildId, changeId));
    },
    judge,
    redraw,
    async post(guildId, change) {
      const { id, channelId } = change;
      try {
        const { messageId } = await messages.post(channelId, await show(guildId, change), id);
        await posted(guildId, id, { channelId, messageId });
      } catch (error) {
        onError('the card of a change could not be posted', error);
      }
    },
    async redrawStale(guildId, trailState) {
      for (const change of trailState.changes.values()) {
        const { id, seq, state } = change;
        const place = await places.get(keyOf(guildId, id));
        if (place === undefined) await findLost(guildId, change);
        // A pending one also shows whether the guild is frozen, which is no step of its own.
        else if (place.drawn < seq || state === 'pending') await redraw(guildId, id);
      }
    },
    retry() {
      for (const { guildId, changeId } of retries.take()) void redraw(guildId, changeId);
    },
  };
}
