import { ifDamaged } from '../../domain/errors/store-errors.js';
import { z } from 'zod';
import { withValues } from '../../domain/changes/settings/setting-changes.js';
import type { Change } from '../../domain/changes/change.js';
import type { ChangesState } from '../../domain/changes/state/state.js';
import { ChannelRefused } from '../../domain/errors/channel-refused.js';
import { toResult } from '../../domain/errors/result.js';
import { withClaim } from '../../domain/async/with-claim.js';
import { nonceOf } from '../../domain/messages/nonce.js';
import { postOnce } from '../../domain/messages/post-once.js';
import { openRows } from '../../store/rows.js';
import { noticeButtonId, noticeReply, type NoticeKind } from '../../views/changes/second-person.js';
import { summarize } from '../kinds/kinds.js';
import type { Cards } from './cards/cards.js';
import type { Expiry } from '../../domain/changes/expiry.js';
import { isKeyGone } from '../../domain/changes/unresolved.js';
import {
  approvalRulesFor,
  refusalForBadChecksum,
} from '../../domain/changes/change-permissions.js';
import { MINUTE_MS, DAY_MS } from '../../domain/time/units.js';
import type { SharedParts } from '../shared-parts.js';

/** When a change's reminder is due: a tenth of its life before its end, within bounds. */
export function reminderAt({ askedAt, expiresAt }: Pick<Change, 'askedAt' | 'expiresAt'>): number {
  const life = expiresAt - askedAt;
  const ahead = Math.max(5 * MINUTE_MS, Math.min(life / 10, 120 * MINUTE_MS));
  // A third of a life under 15 minutes, which only a deployment can set.
  return expiresAt - Math.min(ahead, life / 3);
}

/** The notice that is due now, if the change needs a second person; null = none. */
function noticeDue(change: Change, expiry: Expiry): NoticeKind | null {
  if (change.state !== 'pending' || expiry.whyExpired(change) !== null) return null;
  return expiry.waitedMs(change) >= reminderAt(change) - change.askedAt ? 'reminder' : 'asked';
}

interface NoticesParts extends SharedParts {
  readonly cards: Cards;
}

/** A notice as stored. */
const storedNotice = z.object({
  /** When it may have been posted first. */
  since: z.number(),
  /** It is known to be posted. */
  isPosted: z.literal(true).optional(),
});

/** Lasts beyond the change's end, in case a clock goes back. */
const KEPT_MS = DAY_MS;
const MAX_KNOWN = 1_000;

export type Notices = ReturnType<typeof createNotices>;

/**
 * Tells the second person of a waiting change: at the request, if a role is to be pinged, and once
 * before it expires. Each notice is posted once over all processes: claimed and noted before it
 * leaves, searched for by its button if the answer is unknown, and sent with the same nonce.
 */
export function createNotices(parts: NoticesParts) {
  const { store, trail, cards, restoreDetector, guilds, clock, expiry, onError } = parts;
  const notes = openRows(store, { space: 'change-notices', schema: storedNotice });
  /** By notice: `true` once told, or the hash of the entry as of which there is nothing to tell. */
  const known = new Map<string, string | true>();

  function learn(key: string, what: string | true): void {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(key, what);
  }

  /** Null if this state needs no notice. */
  async function wantedIn(state: ChangesState, guildId: string, { id, which }: NoticeId) {
    const change = state.changes.get(id);
    if (change === undefined || state.behind !== null || state.frozen !== null) return null;
    if (isKeyGone(state, change) || noticeDue(change, expiry) !== which) return null;
    const settings = withValues(await guilds.settings(guildId), state.settings);
    const rules = approvalRulesFor(change, settings);
    if (rules.approval !== 'second') return null;
    if (refusalForBadChecksum(change, rules) !== null) return null;
    const roleId = settings.pingRoleId;
    return which === 'asked' && roleId === undefined ? null : { change, roleId };
  }

  /** Runs under the claim. */
  async function post(guildId: string, told: NoticeId, key: string): Promise<void> {
    const { id, which } = told;
    // Where that can't be read, it may have been posted at any time since the request.
    const note = await ifDamaged(notes.get(key), async () => {
      const { changes } = await trail.state(guildId, id);
      return { since: changes.get(id)?.askedAt ?? 0, isPosted: undefined };
    });
    if (note?.isPosted === true) return learn(key, true);
    // Without a known card there is nothing to reply to; it is looked for at growing gaps.
    if (which === 'asked' && (await cards.placeOf(guildId, id)) === undefined) return;
    // If the store lost entries, the change may have been decided long ago.
    await Promise.all([cards.judge(guildId, id), restoreDetector.readAuditChannelOnce(guildId)]);
    const place = await cards.placeOf(guildId, id);
    const state = await trail.state(guildId, id);
    const wanted = await wantedIn(state, guildId, told);
    // Nobody can confirm a change whose card was emptied.
    if (wanted === null || (await cards.isHeld(guildId, id))) return learn(key, state.lastHash);
    const { change, roleId } = wanted;
    const channelId = place?.channelId ?? change.channelId;
    const since = note?.since ?? clock.now();
    const ttl = change.expiresAt - clock.now() + KEPT_MS;
    const outcome = await postOnce(parts, {
      channelId,
      customIdPrefix: noticeButtonId(change, which),
      nonce: nonceOf(['notice', key]),
      maybeSince: note?.since,
      async compose() {
        return noticeReply(change, {
          which,
          summary: summarize(change),
          guildId,
          card: place,
          roleId,
        });
      },
      async begin() {
        await notes.set(key, { since }, ttl);
        return true;
      },
      posted: () => {
        learn(key, true);
        return notes.set(key, { since, isPosted: true }, ttl);
      },
    });
    if ('error' in outcome) throw outcome.error;
  }

  async function tell(guildId: string, told: NoticeId): Promise<void> {
    const key = keyOf(guildId, told);
    const state = await trail.state(guildId, told.id);
    if ((await wantedIn(state, guildId, told)) === null) return learn(key, state.lastHash);
    const posting = withClaim(store, `change-notice:${key}`, () => post(guildId, told, key));
    const posted = await toResult(posting);
    if (posted.ok) return;
    const { error } = posted;
    // What isn't allowed now may be soon, so it is tried again at growing gaps.
    if (!(error instanceof ChannelRefused) || error.reason === 'forbidden') throw error;
    learn(key, true);
    onError('a channel did not take the notice of a change', error);
  }

  return {
    /** The notice to look at, as far as this process knows; null = none. */
    due(guildId: string, change: Change, { lastHash }: ChangesState): NoticeKind | null {
      const which = noticeDue(change, expiry);
      if (which === null) return null;
      const told = known.get(keyOf(guildId, { id: change.id, which }));
      return told === true || told === lastHash ? null : which;
    },
    /** Throws whatever is worth retrying. */
    tell,
  };
}

interface NoticeId {
  /** The change's card. */
  readonly id: string;
  readonly which: NoticeKind;
}

function keyOf(guildId: string, { id, which }: NoticeId): string {
  return `${guildId}:${id}:${which}`;
}
