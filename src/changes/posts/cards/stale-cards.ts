import type { Change } from '../../../domain/changes/change.js';
import { replacedBy } from '../../../domain/changes/effect/replaced-at-pool.js';
import type { ChangesState } from '../../../domain/changes/state/state.js';
import { cardKey, type CardPlace, type CardPlaces } from './card-places.js';
import { RETRIED_FOR_MS } from '../../../domain/async/retry-for-a-day.js';
import { SECOND_MS } from '../../../domain/time/units.js';
import { reportFailure } from '../../../domain/async/report-failure.js';
import type { SharedParts } from '../../shared-parts.js';
import type { CardSearch } from './card-search.js';

interface StaleCardsParts extends SharedParts {
  readonly places: CardPlaces;
  readonly redraw: (guildId: string, changeId: string) => Promise<void>;
  readonly findLost: CardSearch['findLost'];
}

/** Longer than Discord takes to carry out what a previous process left unfinished. */
const LATE_POST_MS = 10 * SECOND_MS;

/** Beyond this they are tried again. */
const MOST_GONE = 1_000;

/** Which cards may show less than the trail says, and drawing those again. */
export function createStaleCards(parts: StaleCardsParts) {
  const { trail, places, uptime, ageOf, redraw, findLost, onError } = parts;
  /** By card: the message that nobody sees any more. */
  const gone = new Map<string, string>();
  const isGone = (key: string, place: CardPlace | undefined) =>
    place !== undefined && gone.get(key) === place.messageId;
  /** Cards to draw once more, and when. */
  const again = new Map<string, { guildId: string; changeId: string; at: number }>();

  /** Redraws after a start, because an edit of another process may still arrive late. */
  function drawAgain(guildId: string, changeId: string): void {
    again.set(cardKey(guildId, changeId), { guildId, changeId, at: uptime() + LATE_POST_MS });
  }

  /** Redraws those for which that time has come. */
  function drawDue(): void {
    for (const [key, { guildId, changeId, at }] of again) {
      if (uptime() < at) continue;
      again.delete(key);
      void redraw(guildId, changeId);
    }
  }

  /**
   * Whether the cards of all changes with their newest entry after `since`, and by `upTo`, show that.
   */
  async function areDrawn(
    guildId: string,
    state: ChangesState,
    { since, upTo }: { readonly since: number; readonly upTo: number },
  ): Promise<boolean> {
    for (const [id, { seq }] of touchedAfter(state, since)) {
      if (seq > upTo) continue;
      const place = await places.of(guildId, id);
      if (place !== undefined && place.drawn >= seq) continue;
      if (isGone(cardKey(guildId, id), place)) continue;
      const change = await trail.changeOf(guildId, id);
      if (change === undefined) continue;
      const at = lastTouched(change);
      if (ageOf(`touched:${id}:${at}`, at) <= RETRIED_FOR_MS) return false;
    }
    return true;
  }

  /** Redraws cards of changes with an entry after `since` that show an earlier state. */
  async function redrawUndrawn(guildId: string, state: ChangesState, since: number): Promise<void> {
    const isStale = (place: CardPlace, [, { seq }]: Touched) => place.drawn < seq;
    return redrawWhere(guildId, touchedAfter(state, since), isStale);
  }

  /**
   * Those too that may be stale by what is no step of their change: a pending card shows whether the guild
   * is frozen, and one that waits at the pool which other change's values are listed there.
   */
  async function redrawStale(guildId: string, state: ChangesState, since: number): Promise<void> {
    const replaced = replacedSince(state, since);
    const mayBeStale = [...state.digests.entries()].filter(
      ([id, { seq }]) => seq > since || replaced.has(id),
    );
    return redrawWhere(
      guildId,
      mayBeStale,
      (place, [id, { seq, state: reached }]) =>
        place.drawn < seq || reached === 'pending' || replaced.has(id),
    );
  }

  async function redrawWhere(
    guildId: string,
    touched: readonly Touched[],
    isStale: (place: CardPlace, touched: Touched) => boolean,
  ): Promise<void> {
    for (const each of touched) {
      const [id] = each;
      const place = await places.of(guildId, id);
      if (isGone(cardKey(guildId, id), place)) continue;
      if (place === undefined)
        await reportFailure(findLost(guildId, id), 'a card could not be looked for', onError);
      else if (isStale(place, each)) {
        await redraw(guildId, id);
        drawAgain(guildId, id);
      }
    }
  }

  async function giveUp(guildId: string, changeId: string): Promise<void> {
    const place = await places.of(guildId, changeId);
    if (place === undefined) return;
    if (gone.size >= MOST_GONE) gone.clear();
    gone.set(cardKey(guildId, changeId), place.messageId);
  }

  return { drawAgain, drawDue, areDrawn, redrawStale, redrawUndrawn, giveUp };
}

type Touched = ReturnType<typeof touchedAfter>[number];

function touchedAfter({ digests }: ChangesState, since: number) {
  return [...digests.entries()].filter(([, { seq }]) => seq > since);
}

/** Changes in whose place the pool was seen to list another, as far as they are in memory. */
function replacedSince(state: ChangesState, since: number): ReadonlySet<string> {
  const seen = touchedAfter(state, since).flatMap(([id]) => state.changes.get(id) ?? []);
  return new Set(
    seen
      .filter(({ observed }) => observed !== undefined)
      .flatMap((change) => replacedBy(change, state))
      .map(({ id }) => id),
  );
}

function lastTouched({ askedAt, closed, ended, observed, lapsed, resolved }: Change): number {
  return Math.max(
    askedAt,
    ...[closed, ended, observed, lapsed, resolved].map((mark) => mark?.at ?? 0),
  );
}
