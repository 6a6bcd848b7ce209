import { ifDamaged } from '../../../domain/errors/store-errors.js';
import { z } from 'zod';
import { hashPrefix } from '../../../domain/changes/entry-ref.js';
import type { Entry } from '../../../domain/changes/entry.js';
import { openNotes } from '../../../store/rows.js';
import { trailOf } from '../../trail/stored-trail.js';
import { createCursors } from './kept-cursor.js';
import type { AuditParts } from './audit-lines.js';

/** The last entry that the audit channel no longer needs. */
const auditCursor = z.object({
  seq: z.number(),
  /** The beginning of its hash; earlier versions stored its number alone. */
  head: z.string().optional(),
  /** How often an admin had accepted a restore by then. */
  restores: z.number().optional(),
});
type AuditCursor = z.output<typeof auditCursor>;

/** A whole trail told again would bury the channel for an hour. */
const MAX_TOLD_AGAIN = 100;

const NOTHING: AuditCursor = { seq: 0 };

/**
 * How far the audit channel has been told. A cursor outlives a trail that was put back from an
 * older copy: as long as it stands ahead, nothing would be told.
 */
export function createAuditCursor({ store, trail, restoreDetector }: AuditParts) {
  const stored = createCursors<number | AuditCursor>(
    openNotes(store, { space: 'audit-posted', schema: z.union([z.number(), auditCursor]) }),
    (each) => asCursor(each).seq,
  );

  async function read(guildId: string): Promise<AuditCursor> {
    return asCursor((await stored.get(guildId)) ?? NOTHING);
  }

  /**
   * Where the cursor is damaged, the channel itself tells: otherwise nothing would be told again.
   * Where people have written too much below, or it can't be read, the newest entries are told.
   */
  async function shownIn(guildId: string): Promise<number> {
    const shown = await restoreDetector.lastFitting(guildId);
    return shown?.seq ?? Math.max(0, (await store.lastSeq(trailOf(guildId))) - MAX_TOLD_AGAIN);
  }

  async function isInTrail(guildId: string, { seq, head }: AuditCursor): Promise<boolean> {
    if (head === undefined) return true;
    return (await trail.hashAt(guildId, seq))?.startsWith(head) === true;
  }

  /**
   * `posted`: the hash of the entry that was posted. An older copy may have been put back since, in
   * which another entry has that number, or will have it.
   */
  async function set(guildId: string, seq: number, posted?: string): Promise<void> {
    const hash = posted ?? (seq === 0 ? null : await trail.hashAt(guildId, seq));
    if (hash === null) return void (await stored.set(guildId, { seq }));
    const { restores } = await trail.remembered(guildId);
    await stored.set(guildId, { seq, head: hashPrefix(hash), restores: restores.length });
  }

  return {
    set,
    at: async (guildId: string): Promise<number> =>
      (await ifDamaged(read(guildId), async () => ({ seq: await shownIn(guildId) }))).seq,
    /**
     * Where to go on from, before `written` is told. If the trail lacks the cursor's entry, that is
     * entered, and what the channel shows of the present trail decides.
     */
    async checked(guildId: string, written: readonly Entry[]): Promise<number> {
      const cursor = await ifDamaged(read(guildId), () => null);
      if (cursor === null) {
        const shown = await shownIn(guildId);
        await set(guildId, shown);
        return shown;
      }
      const [first] = written;
      const { seq, head = '' } = cursor;
      const follows = first?.seq === seq + 1 && first.previous.startsWith(head);
      if (follows || (await isInTrail(guildId, cursor))) return seq;
      const shown = await restoreDetector.lastFitting(guildId);
      const before = await store.lastSeq(trailOf(guildId));
      await restoreDetector.enterBehind(guildId, { seq, head }, cursor.restores ?? 0);
      const from = shown?.seq ?? Math.min(before, seq);
      await set(guildId, from);
      return from;
    },
  };
}

function asCursor(stored: number | AuditCursor): AuditCursor {
  return typeof stored === 'number' ? { seq: stored } : stored;
}
