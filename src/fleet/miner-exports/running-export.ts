import { randomBytes } from 'node:crypto';
import { withFallback } from '../../domain/async/timeout.js';
import { toResult } from '../../domain/errors/result.js';
import type { ExportNotes } from './export-notes.js';
import { SECOND_MS, MINUTE_MS } from '../../domain/time/units.js';

export interface RunningExport {
  readonly id: string;
  readonly requesterId: string;
  /** Aborted with an `ExportEnded`. */
  readonly signal: AbortSignal;
  /** Tells other processes about it, and ends it if one of them was asked to. Never throws. */
  heed(): Promise<void>;
  /** From here on, nothing can cancel it. */
  settle(): void;
  /** Its last state is shown, or nobody reads it any more. */
  leave(): void;
}

export type EndReason =
  | { readonly kind: 'cancelled'; readonly byUserId: string }
  | { readonly kind: 'too-long' }
  /** Its server removed the bot. */
  | { readonly kind: 'removed' }
  /** The bot is stopping. */
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

export interface StartedExport {
  readonly guildId: string;
  readonly running: RunningExport;
  /** False if it had already ended. */
  readonly end: (reason: EndReason) => boolean;
  readonly left: Promise<void>;
}

/** Below the 15 minutes for which an ephemeral answer can be edited. */
const MAX_DURATION_MS = 13 * MINUTE_MS;
/** A slow store must not hold up what people see. */
const HEED_WITHIN_MS = SECOND_MS;

/** An export of this process, from its start. `onLeft` gets its id once it is over. */
export function startExport(
  of: { readonly guildId: string; readonly requesterId: string },
  notes: ExportNotes,
  onLeft: (id: string) => void,
): StartedExport {
  const { guildId, requesterId } = of;
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
  const before = toResult(notes.wishForAll(guildId));
  let isTold = false;

  async function heed(): Promise<void> {
    if (!isTold) await notes.begun(id, of);
    isTold = true;
    const [first, all, own] = await Promise.all([
      before,
      notes.wishForAll(guildId),
      notes.wishFor(id),
    ]);
    const isNew = first.ok && all?.nonce !== first.value?.nonce;
    const wish = own ?? (isNew ? all : undefined);
    if (wish !== undefined) end({ kind: 'cancelled', byUserId: wish.byUserId });
  }

  const running: RunningExport = {
    id,
    requesterId,
    signal: ending.signal,
    async heed() {
      await withFallback(HEED_WITHIN_MS, toResult(heed()), null);
    },
    settle: () => void (isSettled = true),
    leave() {
      clearTimeout(timer);
      end({ kind: 'left' });
      onLeft(id);
      if (isTold) void toResult(notes.ended(id, { guildId, cancelledBy: cancelledBy(ending) }));
      resolveLeft();
    },
  };
  return { guildId, running, end, left };
}

function cancelledBy({ signal }: AbortController): string | null {
  const reason = signal.reason instanceof ExportEnded ? signal.reason.reason : null;
  return reason?.kind === 'cancelled' ? reason.byUserId : null;
}
