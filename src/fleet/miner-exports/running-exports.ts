import { settlesWithin } from '../../domain/async/timeout.js';
import { toResult } from '../../domain/errors/result.js';
import type { ExportNotes } from './export-notes.js';
import { startExport, type RunningExport, type StartedExport } from './running-export.js';
import { SECOND_MS, MINUTE_MS } from '../../domain/time/units.js';

/** An export that may still run, here or in another process. */
interface Cancellable {
  readonly requesterId: string;
  /** `gone`: its process has died, and the export with it. */
  cancel(byUserId: string): Promise<'cancelled' | 'ended' | 'gone'>;
}

/** Each holds up to a message's worth of compressed files. */
const MAX_PER_GUILD = 3;
const MAX_TOTAL = 12;
const STOP_WITHIN_MS = 2 * SECOND_MS;
/** A click that crossed the last edit of its message arrives within this time. */
const ENDED_KEPT_MS = MINUTE_MS;

/**
 * The exports running in this process, so that a click can end one. If the click reaches another
 * process, the two communicate through the store. An export dies with its process.
 */
export function createRunningExports(notes: ExportNotes) {
  const entries = new Map<string, StartedExport>();
  const ended = new Set<string>();

  function forget(id: string): void {
    entries.delete(id);
    ended.add(id);
    setTimeout(() => ended.delete(id), ENDED_KEPT_MS).unref();
  }

  async function findElsewhere(
    guildId: string,
    id: string,
  ): Promise<Cancellable | 'ended' | undefined> {
    const found = await notes.find(id);
    if (found?.guildId !== guildId) return undefined;
    if (found.state === 'ended') return 'ended';
    return {
      requesterId: found.requesterId,
      async cancel(byUserId) {
        const told = await notes.end(id, byUserId);
        if (told === undefined) return 'gone';
        return told.cancelledBy === null ? 'ended' : 'cancelled';
      },
    };
  }

  return {
    /** Null if the guild, or the whole process, is already running as many as it may. */
    begin(guildId: string, requesterId: string): RunningExport | null {
      const ofGuild = [...entries.values()].filter((each) => each.guildId === guildId);
      if (ofGuild.length >= MAX_PER_GUILD || entries.size >= MAX_TOTAL) return null;
      const started = startExport({ guildId, requesterId }, notes, forget);
      entries.set(started.running.id, started);
      return started.running;
    },
    /**
     * `ended`: it ran until a moment ago, so its message has its last state. Undefined: no process
     * is running it, or it ended long ago.
     */
    async find(guildId: string, id: string): Promise<Cancellable | 'ended' | undefined> {
      if (ended.has(id)) return 'ended';
      const found = entries.get(id);
      if (found === undefined) return findElsewhere(guildId, id);
      if (found.guildId !== guildId) return undefined;
      return {
        requesterId: found.running.requesterId,
        cancel: async (byUserId) =>
          found.end({ kind: 'cancelled', byUserId }) ? 'cancelled' : 'ended',
      };
    },
    /**
     * Ends the exports of a guild whose key was removed or replaced. If the store can't tell the
     * other processes, theirs run to the end.
     */
    async cancelAll(guildId: string, byUserId: string): Promise<void> {
      for (const each of entries.values())
        if (each.guildId === guildId) each.end({ kind: 'cancelled', byUserId });
      await toResult(notes.endAll(guildId, byUserId));
    },
    /** Ends those that this process runs for a guild that removed the bot. */
    forget(guildId: string): void {
      for (const each of entries.values())
        if (each.guildId === guildId) each.end({ kind: 'removed' });
    },
    /** Ends all exports and waits until their messages say so. For a stopping process. */
    async stop(): Promise<void> {
      const all = [...entries.values()];
      for (const { end } of all) end({ kind: 'stopping' });
      await settlesWithin(STOP_WITHIN_MS, Promise.all(all.map(({ left }) => left)));
    },
  };
}

export type RunningExports = ReturnType<typeof createRunningExports>;
