import { randomBytes } from 'node:crypto';
import { settlesWithin } from '../../domain/async/timeout.js';

export interface RunningExport {
  readonly id: string;
  readonly requesterId: string;
  /** Aborted with an `ExportEnded`. */
  readonly signal: AbortSignal;
  /** False when it had already ended. */
  cancel(byUserId: string): boolean;
  /** From here on nothing can cancel it. */
  settle(): void;
  /** Its last state is shown, or nobody reads it any more. */
  leave(): void;
}

export type EndReason =
  | { readonly kind: 'cancelled'; readonly byUserId: string }
  | { readonly kind: 'too-long' }
  /** The bot stops. */
  | { readonly kind: 'stopping' }
  /** Nobody reads its message any more. */
  | { readonly kind: 'left' };

export class ExportEnded extends Error {
  override readonly name = 'ExportEnded';
  readonly reason: EndReason;

  constructor(reason: EndReason) {
    super(`export ended: ${reason.kind}`);
    this.reason = reason;
  }
}

/** Below the 15 minutes for which an answer that only one person sees can be edited. */
const MAX_DURATION_MS = 13 * 60_000;
/** Each holds up to a message's worth of compressed files. */
const MAX_PER_GUILD = 3;
const MAX_TOTAL = 12;
const STOP_WITHIN_MS = 2_000;
/** A click that crossed the last edit of its message arrives within this. */
const ENDED_KEPT_MS = 60_000;

interface Entry {
  readonly guildId: string;
  readonly running: RunningExport;
  readonly end: (reason: EndReason) => boolean;
  readonly left: Promise<void>;
}

/**
 * The exports that run in this process, so that a click can end one. All interactions of a
 * guild come to the process that holds its shard. An export dies with its process.
 */
export function createRunningExports() {
  const entries = new Map<string, Entry>();
  const ended = new Set<string>();

  return {
    /** Null when the guild, or the whole process, already runs as many as it may. */
    begin(guildId: string, requesterId: string): RunningExport | null {
      const ofGuild = [...entries.values()].filter((each) => each.guildId === guildId);
      if (ofGuild.length >= MAX_PER_GUILD || entries.size >= MAX_TOTAL) return null;
      const id = randomBytes(9).toString('base64url');
      const ending = new AbortController();
      let isSettled = false;
      const end = (reason: EndReason): boolean => {
        if (isSettled || ending.signal.aborted) return false;
        ending.abort(new ExportEnded(reason));
        return true;
      };
      const timer = setTimeout(() => end({ kind: 'too-long' }), MAX_DURATION_MS).unref();
      let resolveLeft: () => void = () => undefined;
      const left = new Promise<void>((resolve) => (resolveLeft = resolve));
      const running: RunningExport = {
        id,
        requesterId,
        signal: ending.signal,
        cancel: (byUserId) => end({ kind: 'cancelled', byUserId }),
        settle: () => void (isSettled = true),
        leave() {
          clearTimeout(timer);
          end({ kind: 'left' });
          entries.delete(id);
          ended.add(id);
          setTimeout(() => ended.delete(id), ENDED_KEPT_MS).unref();
          resolveLeft();
        },
      };
      entries.set(id, { guildId, running, end, left });
      return running;
    },
    /**
     * `ended`: it ran here until a moment ago, so its message has its last state. Undefined: this
     * process never ran it, or it ended long ago.
     */
    find(guildId: string, id: string): RunningExport | 'ended' | undefined {
      if (ended.has(id)) return 'ended';
      const found = entries.get(id);
      return found?.guildId === guildId ? found.running : undefined;
    },
    /** Ends those of a guild whose key was taken away or replaced. */
    cancelAll(guildId: string, byUserId: string): void {
      for (const each of entries.values())
        if (each.guildId === guildId) each.running.cancel(byUserId);
    },
    /** Ends all and waits until their messages say so. For a process that stops. */
    async stop(): Promise<void> {
      const all = [...entries.values()];
      for (const { end } of all) end({ kind: 'stopping' });
      await settlesWithin(STOP_WITHIN_MS, Promise.all(all.map(({ left }) => left)));
    },
  };
}

export type RunningExports = ReturnType<typeof createRunningExports>;
