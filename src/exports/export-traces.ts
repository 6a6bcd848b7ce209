import { encodeCustomId } from '../domain/custom-id.js';
import type { Clock } from '../domain/time/clock.js';
import { ChannelRefused } from '../domain/errors/errors.js';
import type { Channels } from '../domain/messages/ports.js';
import { entriesOf } from '../store/entries.js';
import type { Store } from '../store/store.js';
import {
  EXPORT_CANCEL,
  exportBrokenOffReply,
  type AskedExport,
} from '../views/fleet/miner-export.js';

/** Where an export that everybody sees stands, as it lies in the store. Times in ms. */
interface Trace {
  readonly guildId: string;
  readonly channelId: string;
  readonly asked: AskedExport;
  readonly startedAt: number;
  /** Moves on while its process lives; says nothing else, as two hosts' clocks may differ. */
  readonly renewals: number;
  /** So long it may stand still. */
  readonly quietMs: number;
}

/** A trace as one process has watched it, by its own time. */
interface Watched {
  readonly renewals: number;
  readonly unchangedMs: number;
}

export interface TraceParts {
  readonly store: Pick<Store, 'namespace' | 'compareAndSet'>;
  readonly clock: Clock;
  readonly channels: Pick<Channels, 'edit' | 'find'>;
  /** Told of what went wrong; it is tried again. */
  readonly onError: (what: string, error: unknown) => void;
}

const SPACE = 'export-traces';
const ALIVE_MS = 20_000;
const RENEW_MS = 5_000;
const SEARCH_MS = 5_000;
/** For the last state of a message, with its files, to reach Discord. */
const UPLOAD_MS = 60_000;
/** A message that cannot be reached for so long is given up. */
const GIVE_UP_MS = 3_600_000;

/**
 * A killed process leaves a message that says "Exporting" for ever. So each export leaves a
 * trace while it runs, and whichever process finds one that nobody renews says on the message
 * that it was broken off. Only a message that still has the button to cancel is touched: one
 * that got its file a moment before keeps it.
 */
export function createExportTraces({ store, clock, channels, onError }: TraceParts) {
  const space = store.namespace<Trace>(SPACE);
  let searching: NodeJS.Timeout | undefined;
  let lastLookAt = clock.now();
  let watched = new Map<string, Watched>();
  let search: Promise<void> = Promise.resolve();

  async function trying(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      onError(what, error);
    }
  }

  async function breakOff(id: string, trace: Trace): Promise<void> {
    const taken = { ...trace, renewals: trace.renewals + 1, quietMs: ALIVE_MS };
    // Another process was first.
    if (!(await store.compareAndSet<Trace>(SPACE, id, { now: trace, next: taken }))) return;
    try {
      const { channelId, asked, startedAt } = trace;
      const cancel = encodeCustomId(EXPORT_CANCEL, id);
      const messageId = await channels.find(channelId, cancel, startedAt);
      if (messageId !== null)
        await channels.edit(channelId, messageId, exportBrokenOffReply(asked));
    } catch (error) {
      const isOver = clock.now() > trace.startedAt + GIVE_UP_MS;
      if (!(error instanceof ChannelRefused) && !isOver) throw error;
    }
    await space.delete(id);
  }

  async function searchOnce(): Promise<void> {
    const passed = sinceLastLook();
    const seen = new Map<string, Watched>();
    for await (const [id, trace] of entriesOf(space)) {
      const before = watched.get(id);
      const unchangedMs =
        before !== undefined && before.renewals === trace.renewals
          ? before.unchangedMs + passed
          : 0;
      seen.set(id, { renewals: trace.renewals, unchangedMs });
      if (unchangedMs >= trace.quietMs)
        await trying('an export that was broken off could not be told of', () =>
          breakOff(id, trace),
        );
    }
    watched = seen;
  }

  /**
   * Never more than the time from look to look: where it was longer the clock jumped, this
   * process slept, or the store was away, and then nobody else could renew a trace either.
   */
  function sinceLastLook(): number {
    const now = clock.now();
    const passed = Math.min(Math.max(now - lastLookAt, 0), SEARCH_MS);
    lastLookAt = now;
    return passed;
  }

  return {
    /** Until the function that it gives is called; from then on the trace runs out by itself. */
    keep(id: string, of: Pick<Trace, 'guildId' | 'channelId' | 'asked'>): () => void {
      const startedAt = clock.now();
      let written = Promise.resolve();
      const next = (work: () => Promise<unknown>) => {
        written = written.then(() => trying('the trace of an export could not be kept', work));
      };
      let renewals = 0;
      const renew = (quietMs: number) =>
        next(() => space.set(id, { ...of, startedAt, renewals: ++renewals, quietMs }));
      renew(ALIVE_MS);
      const renewing = setInterval(() => renew(ALIVE_MS), RENEW_MS).unref();
      return () => {
        clearInterval(renewing);
        renew(UPLOAD_MS + ALIVE_MS);
        setTimeout(() => next(() => space.delete(id)), UPLOAD_MS).unref();
      };
    },
    start(): void {
      const look = () => {
        search = search.then(() => trying('broken exports could not be searched for', searchOnce));
      };
      look();
      searching = setInterval(look, SEARCH_MS);
    },
    async close(): Promise<void> {
      clearInterval(searching);
      await search;
    },
  };
}

export type ExportTraces = ReturnType<typeof createExportTraces>;
