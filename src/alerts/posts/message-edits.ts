import { setTimeout as sleep } from 'node:timers/promises';
import { ruleOf, type Alert, type GuildAlerts } from '../../domain/alerts/alert.js';
import { rulesInForce, type GuildRules } from '../../domain/alerts/rule.js';
import { GIVEN_UP_MS } from '../../domain/alerts/posts-to-send.js';
import {
  drawnAgain,
  isStale,
  messageGone,
  staleAlerts,
} from '../../domain/alerts/message-state.js';
import { staleBursts, burstAlerts, burstRevision } from '../../domain/alerts/burst-shown.js';
import { backoff } from '../../domain/async/backoff.js';
import { isChannelGone } from '../../domain/errors/channel-refused.js';
import { toResult, type Result } from '../../domain/errors/result.js';
import type { PostedMessage, Reply } from '../../domain/messages/reply.js';
import { alertMessage } from '../../views/alerts/alert-messages.js';
import { burstMessage } from '../../views/alerts/burst-message.js';
import type { AlertModels } from './alert-model.js';
import type { AlertPostsParts } from './alert-posts-parts.js';
import { withClaim } from '../../domain/async/with-claim.js';
import { MINUTE_MS, SECOND_MS, HOUR_MS } from '../../domain/time/units.js';
import { processUptime } from '../../domain/time/uptime.js';

interface EditParts extends AlertPostsParts {
  readonly models: AlertModels;
}

const GAP = { firstMs: MINUTE_MS, ceilingMs: HOUR_MS };
const MAX_KNOWN = 10_000;
/** Half a minute to a minute in all. */
const TRY_GAP = { firstMs: 250, ceilingMs: 10 * SECOND_MS };
const MAX_TRIES = 11;

interface EditFailures {
  /** Both by the process's own count: setting the clock neither ends nor delays the tries. */
  readonly since: number;
  readonly times: number;
  readonly nextAt: number;
}

interface MessageEdit {
  /** Id of the alert or burst. */
  readonly id: string;
  readonly message: PostedMessage;
  readonly revision: number;
  /** When it was known what there is to draw. */
  readonly at: number;
  /** What it shows. */
  readonly alerts: readonly Alert[];
  readonly draw: (alerts: readonly Alert[]) => Promise<Reply> | Reply;
}

/** After a standstill the store may be away as well; what was drawn then would stay for good. */
async function untilDone(step: () => Promise<void>): Promise<void> {
  for (let failures = 1; ; failures++) {
    const done = await toResult(step());
    if (done.ok) return;
    if (failures === MAX_TRIES) throw done.error;
    await sleep(backoff(failures, TRY_GAP));
  }
}

/** Redraws messages that are out of date. */
export function createMessageEdits(parts: EditParts) {
  const { store, states, rules, channels, clock, history, models, onError } = parts;
  const { uptime = processUptime } = parts;
  /** Messages this process couldn't edit, by server and id; other processes try on their own. */
  const failing = new Map<string, EditFailures>();

  /** An edit notifies nobody, and can't alter mentions and replies. */
  function editAs({ channelId, messageId }: PostedMessage, drawn: Reply): Promise<Result<unknown>> {
    const { pings: _, repliesTo: __, ...reply } = drawn;
    return toResult(channels.edit(channelId, messageId, reply));
  }

  async function edit(guildId: string, wanted: MessageEdit): Promise<void> {
    const { id, message, alerts, draw } = wanted;
    const key = `${guildId}:${id}`;
    const earlier = failing.get(key);
    if (earlier !== undefined && uptime() < earlier.nextAt) return;
    const { messageId } = message;
    const done = await editAs(message, await draw(alerts));
    if (done.ok) {
      failing.delete(key);
      return untilDone(() => noteDrawn(guildId, wanted));
    }
    const now = uptime();
    const { since, times } = earlier ?? { since: now, times: 0 };
    if (isChannelGone(done.error) || now - since >= GIVEN_UP_MS) {
      failing.delete(key);
      await states.change(guildId, (state) => messageGone(state, { id }, messageId));
      return;
    }
    if (times === 0) onError('the message of an alert could not be edited', done.error);
    if (failing.size >= MAX_KNOWN) failing.clear();
    failing.set(key, { since, times: times + 1, nextAt: now + backoff(times + 1, GAP) });
  }

  async function noteDrawn(guildId: string, wanted: MessageEdit): Promise<void> {
    const { id, message, revision, at } = wanted;
    const drawn = { messageId: message.messageId, shown: revision, at };
    const noted = await states.change(guildId, (state) => drawnAgain(state, { id }, drawn));
    if (noted === null) await drawOverLate(guildId, wanted);
  }

  /**
   * This process stood still, and its edit came after another process had drawn the end: draw that
   * again.
   */
  async function drawOverLate(guildId: string, wanted: MessageEdit): Promise<void> {
    const { alerts, message, draw } = wanted;
    const ended: Alert[] = [];
    for (const { id } of alerts) {
      const alert = await history.ended(guildId, id);
      if (alert !== null) ended.push(alert);
    }
    if (ended.length === 0) return;
    const done = await editAs(message, await draw(ended));
    if (!done.ok && !isChannelGone(done.error)) throw done.error;
  }

  function editsOf(
    guildId: string,
    state: GuildAlerts,
    { all, at }: { readonly all: GuildRules; readonly at: number },
  ): readonly MessageEdit[] {
    const inForce = rulesInForce(all);
    const ofAlert = (alert: Alert) => ruleOf(alert, inForce);
    const ofAlerts = staleAlerts(state, at).flatMap((alert): MessageEdit[] => {
      const { id, message, revision, ruleId } = alert;
      if (message === undefined) return [];
      const rule = ofAlert(alert);
      const tell = { id: `${id}-firing`, alertId: id, ruleId };
      const draw = async ([shown = alert]: readonly Alert[]) =>
        alertMessage(await models(guildId, { state, alert: shown, rule }), tell, rule?.roleId);
      return [{ id, message, revision, at, alerts: [alert], draw }];
    });
    const ofBursts = staleBursts(state, at).flatMap(({ id, message }): MessageEdit[] => {
      if (message === undefined) return [];
      const alerts = burstAlerts(state, id);
      const tell = { id: `storm-${id}-firing`, alertId: id, ruleId: '' };
      // All alerts of a burst have the same place.
      const roleId = alerts.map((alert) => ofAlert(alert)?.roleId).find(Boolean) ?? all.roleId;
      const draw = (shown: readonly Alert[]) =>
        burstMessage({ alerts: shown, ruleOf: ofAlert, now: clock.now() }, tell, roleId);
      const revision = burstRevision(state, id);
      return [{ id, message, revision, at, alerts, draw }];
    });
    return [...ofAlerts, ...ofBursts];
  }

  /** Throws what the store throws. */
  return async (guildId: string): Promise<void> => {
    if (!isStale(await states.read(guildId), clock.now())) return;
    // One process at a time, because otherwise the older of two drawings may arrive last.
    await withClaim(store, `alert-edits:${guildId}`, async () => {
      const at = clock.now();
      const state = await states.read(guildId);
      const edits = editsOf(guildId, state, { all: await rules.of(guildId), at });
      for (const each of edits) await edit(guildId, each);
    });
  };
}
