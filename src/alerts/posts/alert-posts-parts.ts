import type { Alert } from '../../domain/alerts/alert.js';
import type { AlertRule } from '../../domain/alerts/rule.js';
import type { Channels } from '../../domain/messages/channels-port.js';
import type { Clock } from '../../domain/time/clock.js';
import type { Uptime } from '../../domain/time/uptime.js';
import type { Guilds } from '../../guilds/guilds.js';
import type { Store } from '../../store/store.js';
import type { TimedFigure } from '../../views/charts/alert-readings.js';
import type { AlertStates } from '../alert-states.js';
import type { RuleStore } from '../rule-store.js';

export interface AlertPostsParts {
  readonly store: Pick<Store, 'claim' | 'hold' | 'release'>;
  readonly states: AlertStates;
  readonly rules: Pick<RuleStore, 'of'>;
  readonly guilds: Pick<Guilds, 'settings' | 'keyInfo'>;
  readonly channels: Pick<Channels, 'post' | 'find' | 'edit'>;
  readonly clock: Clock;
  /** Unless given, the process's own. */
  readonly uptime?: Uptime;
  readonly history: {
    /** Skips those that are kept already, by their ids. */
    add(guildId: string, over: readonly Alert[]): Promise<void>;
    /** A recently ended alert; null if there is none of that id. */
    ended(guildId: string, alertId: string): Promise<Alert | null>;
  };
  /** Kept figures of what a rule watches, for its chart; empty if none are kept. */
  readonly readings: (
    guildId: string,
    rule: AlertRule,
    hours: number,
  ) => Promise<readonly TimedFigure[]>;
  readonly onError: (what: string, error: unknown) => void;
}
