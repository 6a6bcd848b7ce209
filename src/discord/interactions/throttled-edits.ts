import type { Reply } from '../../domain/messages/reply.js';
import { settlesWithin } from '../../domain/async/timeout.js';
import { SECOND_MS } from '../../domain/time/units.js';

/** The rest of an answer whose first state has been shown. */
export interface RemainingStates {
  readonly states: AsyncIterator<Reply>;
  show(reply: Reply): Promise<void>;
  /** True if nobody can see further states, or none are wanted: the source is then closed. */
  isOver(): boolean;
}

/** Discord accepts about one edit a second per message. */
const EDIT_GAP_MS = SECOND_MS;

/**
 * Shows the newest state once a second, and always the last. Throws what the source throws, after
 * showing what came before.
 */
export async function showThrottled(rest: RemainingStates): Promise<void> {
  const inbox: { newest: Reply | null; isClosed: boolean } = { newest: null, isClosed: false };

  async function read(): Promise<void> {
    while (!inbox.isClosed && !rest.isOver()) {
      const next = await rest.states.next();
      if (next.done === true) return;
      inbox.newest = next.value;
    }
    await rest.states.return?.();
  }

  const reading = read();
  try {
    for (let hasEnded = false; !hasEnded;) {
      hasEnded = await settlesWithin(EDIT_GAP_MS, reading);
      const state = inbox.newest;
      inbox.newest = null;
      if (state !== null) await rest.show(state);
    }
  } finally {
    inbox.isClosed = true;
  }
  await reading;
}
