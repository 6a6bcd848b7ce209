import { ruleOf } from '../domain/alerts/alert.js';
import { dayOfAlerts, type DayOfAlerts } from '../domain/alerts/day-of-alerts.js';
import { isOfDeletedKey } from '../domain/alerts/evaluate/close-alerts.js';
import { asAlert } from '../domain/alerts/past-alert.js';
import { afterRuleChange } from '../domain/alerts/rule-changes.js';
import { rulesInForce, type AlertRule, type GuildRules } from '../domain/alerts/rule.js';
import type { Channels } from '../domain/messages/channels-port.js';
import type { Reply } from '../domain/messages/reply.js';
import { createAlertStates } from './alert-states.js';
import { createAlertHistory } from './history.js';
import { createAlertPosts } from './posts/alert-posts.js';
import type { AlertPostsParts } from './posts/alert-posts-parts.js';
import { createRuleReadings } from './posts/rule-readings.js';
import {
  createExternalChangesWatch,
  type ExternalChangesWatchParts,
} from './external-changes/external-changes-watch.js';
import { createRuleStore } from './rule-store.js';
import { readInterval } from './watch/read-interval.js';
import { createWatch, ROUND_MS, type WatchParts } from './watch/watch.js';

/** A process that stood still for longer has lost its connections anyway. */
const ENDED_LATELY_DAYS = 7;

export type AlertsParts = Omit<
  WatchParts,
  'rules' | 'states' | 'history' | 'deliver' | 'externalChanges'
> &
  Pick<AlertPostsParts, 'guilds' | 'uptime'> & {
    readonly channels: Pick<Channels, 'post' | 'find' | 'edit'>;
    /** How Pitboss's own changes explain a difference at the pool. */
    readonly differences: Pick<
      ExternalChangesWatchParts,
      'explain' | 'enter' | 'effects' | 'verifyAwaited'
    >;
  };

export type Alerts = ReturnType<typeof createAlerts>;

/** Alerts, as commands and `bot.ts` see them. */
export function createAlerts(parts: AlertsParts) {
  const { store, clock, channels } = parts;
  const rules = createRuleStore(store);
  const states = createAlertStates(store);
  const history = createAlertHistory(parts);
  const posts = createAlertPosts({
    ...parts,
    rules,
    states,
    history: {
      async add(guildId, over) {
        const all = rulesInForce(await rules.of(guildId));
        try {
          await history.add(guildId, over, (alert) => ruleOf(alert, all));
        } finally {
          // The server may have been forgotten meanwhile, and nobody would look at it again.
          if ((await parts.guilds.keyInfo(guildId)) === null) await history.forget(guildId);
        }
      },
      async ended(guildId, alertId) {
        const { alerts } = await history.recent(guildId, ENDED_LATELY_DAYS);
        const past = alerts.find(({ id }) => id === alertId);
        return past === undefined ? null : asAlert(past);
      },
    },
    readings: createRuleReadings(
      { recent: (...asked) => watch.readings.recent(...asked) },
      parts.guilds,
    ),
  });
  const externalChanges = createExternalChangesWatch({ ...parts, ...parts.differences });
  const watch = createWatch({
    ...parts,
    rules,
    states,
    history,
    externalChanges,
    deliver: posts.deliver,
  });

  /** Closes alerts of rules that were changed or removed. */
  async function changeRules(guildId: string, change: (now: GuildRules) => GuildRules) {
    let before: GuildRules = { rules: [] };
    const after = await rules.change(guildId, (now) => change((before = now)));
    const now = clock.now();
    const closed = await states.change(guildId, (state) =>
      afterRuleChange(state, { before, after, now }),
    );
    if (closed !== null) await posts.deliver(guildId);
    return after;
  }

  return {
    rules: (guildId: string) => rules.of(guildId),
    changeRules,
    /** How far apart a rule's readings are, in ms; null if it rests on none. */
    async checkedEvery(guildId: string, rule: AlertRule): Promise<number | null> {
      const [{ currency }, set] = await Promise.all([
        parts.guilds.settings(guildId),
        rules.of(guildId),
      ]);
      const { roundMs = ROUND_MS } = parts;
      return readInterval(rule, { rules: rulesInForce(set), currency, roundMs });
    },
    state: states.read,
    /** Null if `step` found nothing to do. */
    change: states.change,
    /** Updates the messages to the state at once. Never rejects. */
    deliver: posts.deliver,
    /**
     * Posts something other than an alert: a test, or a note to the audit channel. Throws
     * `ChannelRefused`.
     */
    post: async (channelId: string, reply: Reply) => void (await channels.post(channelId, reply)),
    /** Alerts that ended in the last days, newest first; 400 days at most. */
    past: history.recent,
    /** What a daily post says about alerts. */
    async lastDay(guildId: string): Promise<DayOfAlerts> {
      const [state, past, { rules: own }] = await Promise.all([
        states.read(guildId),
        history.recent(guildId, 1),
        rules.of(guildId),
      ]);
      const present = state.alerts.filter((each) => !isOfDeletedKey(each));
      return dayOfAlerts([...present, ...past.alerts], own.length > 0, clock.now());
    },
    /** Whether anything is kept about a guild's alerts. Throws `DamagedEntry`. */
    async has(guildId: string): Promise<boolean> {
      if ((await rules.of(guildId)).rules.length > 0) return true;
      for (const each of [states, history, externalChanges, watch])
        if (await each.has(guildId)) return true;
      return false;
    },
    /** Like `forget`, but the messages of open alerts say first that nobody watches them any more. */
    async close(guildId: string): Promise<void> {
      await watch.endAlerts(guildId);
      // Before Discord is waited for: by then the next key may have rules and alerts of its own.
      await rules.forget(guildId);
      await history.forget(guildId);
      await watch.close(guildId);
    },
    /** Deletes everything kept about a guild's alerts. */
    async forget(guildId: string): Promise<void> {
      await rules.forget(guildId);
      await states.forget(guildId);
      await history.forget(guildId);
      await watch.forget(guildId);
    },
    /** Past figures of the pool, for charts and baselines. */
    readings: watch.readings,
    runner: watch.rounds,
    /** Alerts of the servers that this process watches, by phase. */
    counts: () => watch.counts(),
  };
}
