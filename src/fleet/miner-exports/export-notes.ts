import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { openNotes } from '../../store/rows.js';
import type { Store } from '../../store/store.js';
import { SECOND_MS, MINUTE_MS } from '../../domain/time/units.js';

/** What other processes learn about an export. */
const exportNote = z.discriminatedUnion('state', [
  z.object({ state: z.literal('running'), guildId: z.string(), requesterId: z.string() }),
  z.object({ state: z.literal('ended'), guildId: z.string(), cancelledBy: z.string().nullable() }),
]);
type ExportNote = z.output<typeof exportNote>;

const endWish = z.object({ byUserId: z.string(), nonce: z.string() });
type EndWish = z.output<typeof endWish>;

/** Longer than any export runs, and than its message can be edited. */
const KEPT_MS = 15 * MINUTE_MS;
/** A click that crossed the last edit of its message arrives within this time. */
const ENDED_KEPT_MS = MINUTE_MS;
/** The process that runs it looks once a second. */
const HEARD_WITHIN_MS = 8 * SECOND_MS;
const LOOK_MS = 200;

/**
 * What processes tell each other about exports, through the store: over HTTP, a click may reach any
 * of them. If a power cut loses a note, it has ended the export too.
 */
export function createExportNotes(store: Pick<Store, 'notes'>) {
  const told = openNotes(store, { space: 'exports', schema: exportNote });
  const wishes = openNotes(store, { space: 'export-wishes', schema: endWish });
  const wish = (byUserId: string): EndWish => ({
    byUserId,
    nonce: randomBytes(9).toString('base64url'),
  });

  return {
    begun: (id: string, of: { guildId: string; requesterId: string }): Promise<void> =>
      told.set(id, { state: 'running', ...of }, KEPT_MS),
    ended: (id: string, of: { guildId: string; cancelledBy: string | null }): Promise<void> =>
      told.set(id, { state: 'ended', ...of }, ENDED_KEPT_MS),
    find: (id: string): Promise<ExportNote | undefined> => told.find(id),
    /** Somebody wants this export to end. */
    wishFor: (id: string): Promise<EndWish | undefined> => wishes.find(id),
    /** The newest wish to end all exports of a guild; those begun after it ignore it. */
    wishForAll: (guildId: string): Promise<EndWish | undefined> => wishes.find(`all:${guildId}`),
    endAll: (guildId: string, byUserId: string): Promise<void> =>
      wishes.set(`all:${guildId}`, wish(byUserId), KEPT_MS),
    /** Waits until the export's process reports what became of it; undefined if none does. */
    async end(
      id: string,
      byUserId: string,
    ): Promise<Extract<ExportNote, { state: 'ended' }> | undefined> {
      await wishes.set(id, wish(byUserId), KEPT_MS);
      for (let waited = 0; waited < HEARD_WITHIN_MS; waited += LOOK_MS) {
        await delay(LOOK_MS);
        const now = await told.find(id);
        if (now?.state === 'ended') return now;
      }
      await told.delete(id);
      return undefined;
    },
  };
}

export type ExportNotes = ReturnType<typeof createExportNotes>;
