import { randomBytes } from 'node:crypto';
import type { Alert, GuildAlerts } from '../../domain/alerts/alert.js';
import { closeAll } from '../../domain/alerts/evaluate/close-alerts.js';
import type { Condition } from '../../domain/alerts/conditions.js';
import { rulesInForce } from '../../domain/alerts/rule.js';
import { ifDamaged } from '../../domain/errors/store-errors.js';
import type { Guilds } from '../../guilds/guilds.js';
import type { Store } from '../../store/store.js';
import type { AlertStates } from '../alert-states.js';
import { createDeleteForRemovedKey } from '../delete-for-removed-key.js';
import type { RuleStore } from '../rule-store.js';
import type { RuleFinding } from './evaluate-round.js';
import { createStoredReadings } from './stored-readings.js';
import { createLeaseHolder } from './leases.js';
import { createGuildRound, type RoundParts } from './guild-round.js';
import { createRoundSchedule } from './round-schedule.js';
import { createLastSeenStore } from './last-read-contracts.js';
import { SECOND_MS, MINUTE_MS } from '../../domain/time/units.js';

/** What is counted of the watch. */
export interface WatchMetrics {
  alertRound(lateSeconds: number): void;
  ruleJudged(judged: { readonly condition: Condition; readonly result: RuleResult }): void;
}

type RuleResult = 'breached' | 'near' | 'clear' | 'no-data' | 'event' | 'quiet';

export interface WatchParts extends Pick<
  RoundParts,
  'openPool' | 'clock' | 'onError' | 'externalChanges' | 'deliver'
> {
  readonly store: Store;
  readonly rules: RuleStore;
  readonly states: AlertStates;
  readonly guilds: Pick<Guilds, 'keyInfo' | 'settings' | 'connectedGuilds'>;
  /** In which each server is looked at once. */
  readonly roundMs?: number | undefined;
  /** Of alerts that are over. */
  readonly history: { readonly forget: (guildId: string) => Promise<void> };
  readonly metrics?: WatchMetrics | undefined;
}

export const ROUND_MS = MINUTE_MS;

export type Watch = ReturnType<typeof createWatch>;

/** The background of alerts: looks at every connected server, and evaluates its rules. */
export function createWatch(parts: WatchParts) {
  const { store, states, clock, guilds, deliver, metrics, roundMs = ROUND_MS } = parts;
  const readings = createStoredReadings(store, clock);
  const seen = createLastSeenStore(store);
  /** Of servers that have alerts. */
  const phases = new Map<string, readonly Alert['phase'][]>();

  function onEvaluated(
    guildId: string,
    state: GuildAlerts,
    findings: readonly RuleFinding[],
  ): void {
    if (state.alerts.length === 0) phases.delete(guildId);
    else
      phases.set(
        guildId,
        state.alerts.map(({ phase }) => phase),
      );
    for (const finding of findings) {
      const result = resultOf(finding);
      if (result !== null) metrics?.ruleJudged({ condition: finding.rule.condition, result });
    }
  }

  async function forgetLooks(guildId: string): Promise<void> {
    await parts.externalChanges.forget(guildId);
    await seen.forget(guildId);
    phases.delete(guildId);
  }

  /** Ends all alerts of a guild; their messages still tell of them. */
  async function endAlerts(guildId: string): Promise<void> {
    const set = await ifDamaged(parts.rules.of(guildId), () => ({ rules: [] }));
    const inForce = rulesInForce(set);
    const ending = states.change(guildId, (state) => closeAll(state, inForce, clock.now()));
    // Where they can't be read, no message can be told that nobody watches any more.
    await ifDamaged(ending, () => null);
  }

  /** In the store alone. */
  async function endWatch(guildId: string): Promise<void> {
    // First: the next key's looks may be stored while Discord is waited for.
    await forgetLooks(guildId);
    await endAlerts(guildId);
  }

  async function deleteOnceTold(guildId: string): Promise<void> {
    await deliver(guildId);
    for (const each of [readings, states, parts.history]) {
      // Discord may have taken its time, and a key been connected meanwhile.
      if ((await guilds.keyInfo(guildId)) !== null) return;
      await each.forget(guildId);
    }
  }

  const gone = createDeleteForRemovedKey({ ...parts, endWatch, deleteOnceTold });
  const { round, idle } = createGuildRound({
    ...parts,
    seen,
    readings,
    roundMs,
    onEvaluated,
    // By what deleted the key too; but that may have come before what this round wrote.
    forgetIfGone: gone.ifGone,
  });
  const rounds = createRoundSchedule({
    ...parts,
    roundMs,
    async servers() {
      const connected = await guilds.connectedGuilds();
      // The store answers again.
      gone.again();
      return connected;
    },
    leases: createLeaseHolder(store, clock, randomBytes(8).toString('hex')),
    round,
    begunByRounds: () => Promise.all([idle(), gone.idle()]),
    onBegun: (lateMs) => metrics?.alertRound(lateMs / SECOND_MS),
    onGone(guildId) {
      phases.delete(guildId);
      parts.externalChanges.letGo(guildId);
    },
  });

  return {
    rounds,
    readings,
    /** Alerts of the servers that this process watches, by phase, as of their last rounds. */
    counts(): ReadonlyMap<Alert['phase'], number> {
      const counts = new Map<Alert['phase'], number>();
      for (const phase of [...phases.values()].flat())
        counts.set(phase, (counts.get(phase) ?? 0) + 1);
      return counts;
    },
    /** Whether any readings are stored of a guild, or what contracts and approvals were last. */
    has: async (guildId: string) => (await seen.has(guildId)) || readings.has(guildId),
    endAlerts,
    /**
     * Ends all alerts, has their messages say so, and deletes what is kept. Once another key is
     * connected, nothing more is deleted.
     */
    async close(guildId: string): Promise<void> {
      await endWatch(guildId);
      await deleteOnceTold(guildId);
    },
    /** Deletes all but the alerts. */
    async forget(guildId: string): Promise<void> {
      await forgetLooks(guildId);
      await readings.forget(guildId);
    },
  };
}

/** Null where its turn didn't come. */
function resultOf({ reading, events }: RuleFinding): RuleResult | null {
  if (events !== undefined) return events.length > 0 ? 'event' : 'quiet';
  if (reading === undefined) return null;
  return reading?.verdict ?? 'no-data';
}
