import { isStale, overAlerts, withoutOver } from '../../domain/alerts/message-state.js';
import { isOfDeletedKey } from '../../domain/alerts/evaluate/close-alerts.js';
import { tellsDue } from '../../domain/alerts/posts-to-send.js';
import { createKeyedQueue } from '../../domain/async/keyed-queue.js';
import { createAlertModels } from './alert-model.js';
import { createMessageEdits } from './message-edits.js';
import type { AlertPostsParts } from './alert-posts-parts.js';
import { createAlertChannelRefusedNotice } from './alert-channel-refused-notice.js';
import { createPostMessages } from './post-messages.js';
import { reportFailure } from '../../domain/async/report-failure.js';

/**
 * Updates what people see to the state of a server's alerts: posts what is due, redraws messages,
 * and moves past alerts to the history. May be called at any time, from any process.
 */
export function createAlertPosts(parts: AlertPostsParts) {
  const { states, clock, history, onError } = parts;
  const models = createAlertModels(parts);
  const post = createPostMessages({
    ...parts,
    models,
    onRefused: createAlertChannelRefusedNotice(parts),
  });
  const edit = createMessageEdits({ ...parts, models });
  const queue = createKeyedQueue();

  /**
   * Removed only once kept in the history, so a process that ends in between loses none. By now the
   * next key may be connected, of whose past those of a deleted key are no part.
   */
  async function archive(guildId: string): Promise<void> {
    const over = overAlerts(await states.read(guildId));
    if (over.length === 0) return;
    const past = over.filter((each) => !isOfDeletedKey(each));
    if (past.length > 0) await history.add(guildId, past);
    await states.change(guildId, (state) => withoutOver(state, over));
  }

  /** A failing step doesn't stop the others. */
  async function deliver(guildId: string): Promise<void> {
    const state = await states.read(guildId);
    const now = clock.now();
    const due = tellsDue(state, now);
    // Nearly always the case: one read and nothing more.
    if (due.length === 0 && !isStale(state, now) && overAlerts(state).length === 0) return;
    for (const tell of due)
      await reportFailure(post(guildId, tell), 'an alert was not told', onError);
    await reportFailure(edit(guildId), 'messages of alerts were not drawn', onError);
    await reportFailure(archive(guildId), 'alerts that are over were not kept', onError);
  }

  return {
    /** Never rejects. */
    deliver: (guildId: string): Promise<void> =>
      queue.run(guildId, () => reportFailure(deliver(guildId), 'alerts were not posted', onError)),
    /** Resolves once nothing is running. */
    idle: () => queue.idle(),
  };
}
