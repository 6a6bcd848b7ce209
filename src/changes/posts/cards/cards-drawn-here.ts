import type { PostedMessage } from '../../../domain/messages/reply.js';
import type { ChangesState } from '../../../domain/changes/state/state.js';

/** Beyond this the oldest are forgotten. */
const MOST = 1_000;

interface OwnRender {
  /** How many losses had been accepted by then. */
  readonly restores: number;
  /** When it was drawn, as Discord shows it; undefined: it was posted, and not edited since. */
  readonly editedAt: number | undefined;
}

/**
 * The cards this process has drawn itself since entries were last lost. Another process may have
 * drawn over them since, so this counts only where Discord can't show a card.
 */
export function createCardsDrawnHere() {
  const renders = new Map<string, OwnRender>();

  function has({ messageId }: PostedMessage, { restores }: ChangesState): boolean {
    return renders.get(messageId)?.restores === restores.length;
  }

  return {
    has,
    /** Whether nobody has edited it since: the time of the last edit is still the own one's. */
    isLast(where: PostedMessage, state: ChangesState, editedAt: number | undefined): boolean {
      return has(where, state) && renders.get(where.messageId)?.editedAt === editedAt;
    },
    add({ messageId }: PostedMessage, { restores }: ChangesState, editedAt?: number): void {
      renders.delete(messageId);
      renders.set(messageId, { restores: restores.length, editedAt });
      const [oldest] = renders.keys();
      if (renders.size > MOST && oldest !== undefined) renders.delete(oldest);
    },
    clear: (): void => renders.clear(),
  };
}
