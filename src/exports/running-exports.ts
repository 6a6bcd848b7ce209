import { randomBytes } from 'node:crypto';
import { settlesWithin } from '../domain/async/timeout.js';
import type { AskedExport } from '../views/fleet/miner-export.js';
import type { ExportTraces } from './export-traces.js';

/**
 * The exports that run in this process, so that a click can end one. All interactions of a
 * guild come to the same shard and so to the same process. An export dies with its process; in
 * the store is only a trace, so that its message does not go on as if it lived.
 */
export interface RunningExports {
  /** Null when the guild has as many under way as it may, or the whole process has. */
  begin(of: ExportBeginning): RunningExport | null;
  find(guildId: string, id: string): RunningExport | undefined;
  /** Ends all and waits until they have said so. For a process that stops. */
  stop(): Promise<void>;
}

export interface ExportBeginning {
  readonly guildId: string;
  readonly requesterId: string;
  /** Null for a message that one person sees: after a restart nobody can edit it. */
  readonly channelId: string | null;
  readonly asked: AskedExport;
}

export interface RunningExport {
  readonly id: string;
  readonly guildId: string;
  readonly requesterId: string;
  /** Aborted with an `ExportEnded`. */
  readonly signal: AbortSignal;
  /** False when it had already come to its end, which then stands. */
  cancel(byUserId: string): boolean;
  /** From here on nothing can cancel it. */
  readonly settle: () => void;
  /** Nobody waits for it any more, or all is said. */
  readonly leave: () => void;
}

export type EndReason =
  | { readonly kind: 'cancelled'; readonly byUserId: string }
  /** It took longer than a message can be waited for. */
  | { readonly kind: 'too-long' }
  /** The bot stops. */
  | { readonly kind: 'stopping' }
  /** Nobody can see its message any more. */
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
const LONGEST_MS = 13 * 60_000;
/** Each holds up to a message's worth of compressed files. */
const MOST_PER_GUILD = 3;
const MOST = 12;
const STOP_WITHIN_MS = 2_000;

interface Begun extends RunningExport {
  readonly gone: Promise<void>;
  readonly stopping: () => void;
}

export function createRunningExports(traces: Pick<ExportTraces, 'keep'>): RunningExports {
  const running = new Map<string, Begun>();

  return {
    begin({ guildId, requesterId, channelId, asked }) {
      const ofGuild = [...running.values()].filter((each) => each.guildId === guildId);
      if (ofGuild.length >= MOST_PER_GUILD || running.size >= MOST) return null;
      const id = randomBytes(9).toString('base64url');
      const ending = new AbortController();
      let settled = false;
      let left: () => void = () => undefined;
      const gone = new Promise<void>((resolve) => (left = resolve));
      const end = (reason: EndReason): boolean => {
        if (settled || ending.signal.aborted) return false;
        ending.abort(new ExportEnded(reason));
        return true;
      };
      const timer = setTimeout(() => end({ kind: 'too-long' }), LONGEST_MS).unref();
      const stopping = () => end({ kind: 'stopping' });
      const release =
        channelId === null ? () => undefined : traces.keep(id, { guildId, channelId, asked });
      const begun = {
        id,
        guildId,
        requesterId,
        signal: ending.signal,
        gone,
        stopping,
        cancel: (byUserId: string) => end({ kind: 'cancelled', byUserId }),
        settle: () => void (settled = true),
        leave() {
          clearTimeout(timer);
          end({ kind: 'left' });
          running.delete(id);
          release();
          left();
        },
      };
      running.set(id, begun);
      return begun;
    },
    find(guildId, id) {
      const found = running.get(id);
      return found?.guildId === guildId ? found : undefined;
    },
    async stop() {
      const all = [...running.values()];
      for (const each of all) each.stopping();
      await settlesWithin(STOP_WITHIN_MS, Promise.all(all.map(({ gone }) => gone)));
    },
  };
}
