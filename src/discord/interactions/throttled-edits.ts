import type { Reply } from '../../domain/messages/reply.js';

/** What is still to come of an answer whose first state has been shown. */
export interface Rest {
  readonly states: AsyncIterator<Reply>;
  /** Shows one state. */
  show(reply: Reply): Promise<void>;
  /** True when nobody can see further states, or none are wanted: the source is then closed. */
  isOver(): boolean;
}

/** Discord takes about one edit a second of a message. */
const EDIT_GAP_MS = 1000;

/**
 * Shows states as they come, at most one a second: of those that came meanwhile only the
 * newest, and always the last. Throws what the source throws, after showing what came before.
 */
export async function showThrottled(rest: Rest): Promise<void> {
  const inbox: { newest: Reply | null; ended: boolean; closed: boolean; wake: () => void } = {
    newest: null,
    ended: false,
    closed: false,
    wake: () => undefined,
  };

  async function take(): Promise<void> {
    try {
      while (!inbox.closed && !rest.isOver()) {
        const next = await rest.states.next();
        if (next.done === true) return;
        inbox.newest = next.value;
        inbox.wake();
      }
      await rest.states.return?.();
    } finally {
      inbox.ended = true;
      inbox.wake();
    }
  }

  /** Cut short by the source's end, so that the last state does not wait. */
  function gap(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, EDIT_GAP_MS);
      inbox.wake = () => {
        if (!inbox.ended) return;
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function give(): Promise<void> {
    try {
      for (;;) {
        if (!inbox.ended) await gap();
        if (!inbox.ended && inbox.newest === null) {
          await new Promise<void>((resolve) => (inbox.wake = resolve));
        }
        const state = inbox.newest;
        inbox.newest = null;
        if (state !== null) await rest.show(state);
        else if (inbox.ended) return;
      }
    } finally {
      inbox.closed = true;
    }
  }

  const [taken, given] = await Promise.allSettled([take(), give()]);
  if (given.status === 'rejected') throw given.reason;
  if (taken.status === 'rejected') throw taken.reason;
}
