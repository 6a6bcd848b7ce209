import { createAlertStates } from '../../../src/alerts/alert-states.js';
import { createAlertPosts } from '../../../src/alerts/posts/alert-posts.js';
import { createRuleStore } from '../../../src/alerts/rule-store.js';
import type { Alert } from '../../../src/domain/alerts/alert.js';
import { guildRules, type GuildRules, type AlertRule } from '../../../src/domain/alerts/rule.js';
import type { Channels } from '../../../src/domain/messages/channels-port.js';
import { guildSettings } from '../../../src/domain/guild/guild-settings.js';
import type { Clock } from '../../../src/domain/time/clock.js';
import type { Uptime } from '../../../src/domain/time/uptime.js';
import type { Store } from '../../../src/store/store.js';

export const GUILD = '800000000000000001';
export const CHANNEL = '900000000000000001';
export const AUDIT = '900000000000000009';
export const ROLE = '700000000000000001';
export const SECOND_ROLE = '700000000000000002';
export const START = Date.UTC(2026, 2, 1, 8);
export const MINUTE = 60_000;

export function aRule(change: Partial<AlertRule> = {}): AlertRule {
  return {
    id: 'rate1',
    condition: 'hashrate',
    threshold: { unit: 'percent', value: '80' },
    forMinutes: 10,
    channelId: CHANNEL,
    roleId: ROLE,
    severity: 'warning',
    remindMinutes: 60,
    since: START,
    setBy: '1',
    ...change,
  };
}

/** Ended alerts, kept by id whichever process hands them over. */
export interface History {
  readonly kept: Map<string, Alert>;
  add(guildId: string, over: readonly Alert[]): Promise<void>;
  ended(guildId: string, alertId: string): Promise<Alert | null>;
}

export function createHistory(): History {
  const kept = new Map<string, Alert>();
  return {
    kept,
    async add(_guildId, over) {
      for (const each of over) if (!kept.has(each.id)) kept.set(each.id, each);
    },
    ended: async (_guildId, alertId) => kept.get(alertId) ?? null,
  };
}

export interface Outside {
  readonly store: Store;
  readonly channels: Pick<Channels, 'post' | 'find' | 'edit'>;
  readonly history: Pick<History, 'add' | 'ended'>;
  readonly clock: Clock;
  /** Unless given, as the clock goes. */
  readonly uptime?: Uptime;
}

/** One process's share of posting alerts, and the errors it reports. */
export function startPosts(
  { store, channels, history, clock, uptime = () => clock.now() }: Outside,
  auditChannelId: string | undefined = AUDIT,
) {
  const trouble: unknown[] = [];
  const states = createAlertStates(store);
  const rules = createRuleStore(store);
  const posts = createAlertPosts({
    store,
    states,
    rules,
    channels,
    history,
    clock,
    uptime,
    guilds: {
      keyInfo: async () => null,
      settings: async () => guildSettings.parse({ auditChannelId }),
    },
    readings: async () => [],
    onError: (_what, error) => void trouble.push(error),
  });
  return { posts, states, rules, trouble };
}

export async function withRules(store: Store, rules: Partial<GuildRules>): Promise<void> {
  await createRuleStore(store).change(GUILD, () => guildRules.parse(rules));
}
