import type { Change } from '../../../domain/changes/change.js';
import type { ChangesState } from '../../../domain/changes/state/state.js';
import type { AgeOf } from '../../../domain/time/ages.js';
import type { Uptime } from '../../../domain/time/uptime.js';
import type { Trail } from '../../trail/trail.js';
import { cardKey, type CardPlaces } from './card-places.js';
import { RETRIED_FOR_MS } from '../../../domain/async/retry-for-a-day.js';
import { SECOND_MS } from '../../../domain/time/units.js';
import { reportFailure } from '../../../domain/async/report-failure.js';

interface StaleCardsParts {
  readonly trail: Pick<Trail, 'state'>;
  readonly places: Pick<CardPlaces, 'of'>;
  readonly uptime: Uptime;
  readonly ageOf: AgeOf;
  readonly redraw: (guildId: string, changeId: string) => Promise<void>;
  readonly findLost: (guildId: string, changeId: string) => Promise<void>;
  readonly onError: (what: string, error: unknown) => void;
}

/** Longer than Discord takes to carry out what a previous process left unfinished. */
const LATE_POST_MS = 10 * SECOND_MS;

/** Beyond this they are tried again. */
const MOST_GONE = 1_000;

/** Which cards may show less than the trail says, and drawing those again. */
export function createStaleCards(parts: StaleCardsParts) {
  const { trail, places, uptime, ageOf, redraw, findLost, onError } = parts;
  /** Cards that nobody sees any more. */
  const gone = new Set<string>();
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

  /** Whether the cards of all changes with an entry after `since` show their newest state. */
  async function areDrawn(guildId: string, state: ChangesState, since: number): Promise<boolean> {
    for (const [id, { seq }] of touchedAfter(state, since)) {
      const place = await places.of(guildId, id);
      if (place !== undefined && place.drawn >= seq) continue;
      const change = (await trail.state(guildId, id)).changes.get(id);
      if (change === undefined) continue;
      const at = lastTouched(change);
      if (ageOf(`touched:${id}:${at}`, at) <= RETRIED_FOR_MS) return false;
    }
    return true;
  }

  /** Redraws cards of changes with an entry after `since` that may be stale. */
  async function redrawStale(guildId: string, state: ChangesState, since: number): Promise<void> {
    for (const [id, { seq, state: reached }] of touchedAfter(state, since)) {
      if (gone.has(cardKey(guildId, id))) continue;
      const place = await places.of(guildId, id);
      if (place === undefined)
        await reportFailure(findLost(guildId, id), 'a card could not be looked for', onError);
      // A pending card also shows whether the guild is frozen, which is no step of the change.
      else if (place.drawn < seq || reached === 'pending') {
        await redraw(guildId, id);
        drawAgain(guildId, id);
      }
    }
  }

  function giveUp(key: string): void {
    if (gone.size >= MOST_GONE) gone.clear();
    gone.add(key);
  }

  return { drawAgain, drawDue, areDrawn, redrawStale, giveUp };
}

function touchedAfter({ digests }: ChangesState, since: number) {
  return [...digests.entries()].filter(([, { seq }]) => seq > since);
}

function lastTouched({ askedAt, closed, ended, observed, resolved }: Change): number {
  return Math.max(askedAt, ...[closed, ended, observed, resolved].map((mark) => mark?.at ?? 0));
}
