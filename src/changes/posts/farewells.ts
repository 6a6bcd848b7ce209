import type { Clock } from '../../domain/time/clock.js';
import { isChannelGone } from '../../domain/errors/errors.js';
import { toResult } from '../../domain/errors/result.js';
import type { Guilds } from '../../guilds/guilds.js';
import type { Messages } from '../../domain/messages/ports.js';
import type { Store } from '../../store/store.js';
import { auditReply } from '../../views/audit/audit.js';
import { auditNonce } from './audit-nonce.js';
import { parseEntry, type Entry } from '../../domain/changes/entry.js';
import { TRIED_FOR_MS } from './retries.js';
import { readTrail, trailOf } from '../trail/trail.js';

/**
 * An audit channel that is told no longer hears of that as its last: who silences it, is seen
 * to. How far this has come is kept apart from what the channel of now was told, so that one
 * that cannot be told never holds up the other, and no farewell holds up the next. What fails is
 * tried again for a day, and then given up.
 */
export interface Farewells {
  /**
   * Says what is to be said. Throws what kept it from one that is to be tried again; or that the
   * store cannot be reached, or a trail not be read.
   */
  say(guildId: string): Promise<void>;
}

export interface FarewellsParts {
  readonly store: Store;
  readonly guilds: Pick<Guilds, 'settings'>;
  readonly messages: Messages;
  readonly clock: Clock;
  readonly onError: (what: string, error: unknown) => void;
}

/** A channel that is still to hear of an entry. */
interface Owed {
  readonly seq: number;
  readonly channelId: string;
  readonly since: number;
}

interface Mark {
  /** The last entry that was looked at. */
  readonly upTo: number;
  readonly owed?: readonly Owed[];
}

/** Nobody leaves so many channels in a day but to fill the store. */
const MOST_OWED = 20;

export function createFarewells(parts: FarewellsParts): Farewells {
  const { store, guilds, messages, clock, onError } = parts;
  const marks = store.namespace<Mark>('audit-farewells');
  /** Where the store could not take it: what was said is not said again for that. */
  const unsaved = new Map<string, Mark>();

  async function markOf(guildId: string): Promise<Mark> {
    const kept = (await marks.get(guildId)) ?? { upTo: 0 };
    const ours = unsaved.get(guildId);
    return ours !== undefined && ours.upTo >= kept.upTo ? ours : kept;
  }

  async function newlyOwed(guildId: string, upTo: number): Promise<{ upTo: number; owed: Owed[] }> {
    const { auditChannelId } = await guilds.settings(guildId);
    const owed: Owed[] = [];
    let last = upTo;
    for await (const text of readTrail(store, guildId, upTo + 1)) {
      const entry = parseEntry(text);
      last = entry.seq;
      for (const channelId of channelsLeft(entry))
        if (channelId !== auditChannelId) owed.push({ seq: last, channelId, since: clock.now() });
    }
    return { upTo: last, owed };
  }

  /** Null once there is nothing more to be done for it; else why not. */
  async function sayOne(guildId: string, { seq, channelId, since }: Owed): Promise<unknown> {
    const lines = [{ entry: await entryAt(guildId, seq), change: null }];
    const told = await toResult(
      messages.post(channelId, auditReply(lines), auditNonce(channelId, lines)),
    );
    if (told.ok) return null;
    // Often it was left because it is gone.
    if (!isChannelGone(told.error) && clock.now() - since <= TRIED_FOR_MS) return told.error;
    onError('the audit channel before is not told any more', told.error);
    return null;
  }

  async function entryAt(guildId: string, seq: number): Promise<Entry> {
    const text = await store.entryAt(trailOf(guildId), seq);
    if (text === null) throw new Error(`the trail of ${guildId} has no entry ${seq}`);
    return parseEntry(text);
  }

  return {
    async say(guildId) {
      const before = await markOf(guildId);
      const { upTo, owed: fresh } = await newlyOwed(guildId, before.upTo);
      const owed: Owed[] = [];
      const errors: unknown[] = [];
      for (const each of [...(before.owed ?? []), ...fresh].slice(-MOST_OWED)) {
        const error = await sayOne(guildId, each);
        if (error === null) continue;
        owed.push(each);
        errors.push(error);
      }
      if (
        upTo !== before.upTo ||
        owed.length !== (before.owed ?? []).length ||
        unsaved.has(guildId)
      ) {
        const mark = { upTo, owed };
        unsaved.set(guildId, mark);
        await marks.set(guildId, mark);
        unsaved.delete(guildId);
      }
      if (errors.length > 0) throw errors[0];
    },
  };
}

function channelsLeft(entry: Entry): readonly string[] {
  if (entry.step !== 'set') return [];
  return entry.details.changed.flatMap(({ what, before }) => (what === 'audit' ? before : []));
}
