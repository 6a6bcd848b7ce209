import { encodeCustomId } from '../domain/custom-id.js';
import type { Clock } from '../domain/clock.js';
import { ChannelRefused } from '../domain/errors.js';
import type { History, Messages } from '../messages.js';
import type { Store } from '../store/store.js';
import { EXPORT_CANCEL, exportBrokenOffReply, type AskedExport } from '../views/miner-export.js';

/** Where an export that everybody sees stands, as it lies in the store. Times in ms. */
interface Trace {
  readonly guildId: string;
  readonly channelId: string;
  readonly asked: AskedExport;
  readonly startedAt: number;
  /** Moved on while its process lives. */
  readonly aliveUntil: number;
}

export interface TraceParts {
  readonly store: Pick<Store, 'space' | 'replace'>;
  readonly clock: Clock;
  readonly messages: Pick<Messages, 'edit'>;
  readonly history: History;
  /** Told of what went wrong; it is tried again. */
  readonly onTrouble: (what: string, error: unknown) => void;
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
export function createExportTraces({ store, clock, messages, history, onTrouble }: TraceParts) {
  const space = store.space<Trace>(SPACE);
  let searching: NodeJS.Timeout | undefined;
  let search: Promise<void> = Promise.resolve();

  async function trying(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      onTrouble(what, error);
    }
  }

  async function breakOff(id: string, trace: Trace): Promise<void> {
    const taken = { ...trace, aliveUntil: clock.now() + ALIVE_MS };
    // Another process was first.
    if (!(await store.replace<Trace>(SPACE, id, { now: trace, next: taken }))) return;
    try {
      const { channelId, asked, startedAt } = trace;
      const cancel = encodeCustomId(EXPORT_CANCEL, id);
      const messageId = await history.find(channelId, cancel, startedAt);
      if (messageId !== null)
        await messages.edit(channelId, messageId, exportBrokenOffReply(asked));
    } catch (error) {
      const isOver = clock.now() > trace.startedAt + GIVE_UP_MS;
      if (!(error instanceof ChannelRefused) && !isOver) throw error;
    }
    await space.delete(id);
  }

  async function searchOnce(): Promise<void> {
    if (space.iterator === undefined) throw new Error('this store cannot list its keys');
    const now = clock.now();
    for await (const [id, trace] of space.iterator(undefined))
      if (trace.aliveUntil <= now)
        await trying('an export that was broken off could not be told of', () =>
          breakOff(id, trace),
        );
  }

  return {
    /** Until the function that it gives is called; from then on the trace runs out by itself. */
    keep(id: string, of: Pick<Trace, 'guildId' | 'channelId' | 'asked'>): () => void {
      const startedAt = clock.now();
      let written = Promise.resolve();
      const next = (work: () => Promise<unknown>) => {
        written = written.then(() => trying('the trace of an export could not be kept', work));
      };
      const renew = (ms: number) =>
        next(() => space.set(id, { ...of, startedAt, aliveUntil: clock.now() + ms }));
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
