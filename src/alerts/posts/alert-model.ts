import { isOver, noteOf, type Alert, type GuildAlerts } from '../../domain/alerts/alert.js';
import type { Condition } from '../../domain/alerts/conditions.js';
import type { AlertRule } from '../../domain/alerts/rule.js';
import { silenceInForce } from '../../domain/alerts/message-state.js';
import { toResult } from '../../domain/errors/result.js';
import type { AlertBeside, AlertModel } from '../../views/alerts/alert-card.js';
import { CONDITION_NAMES } from '../../views/alerts/alert-figures.js';
import { messageUrl } from '../../views/changes/change-name.js';
import { readingsChart } from '../../views/charts/alert-readings.js';
import type { Picture } from '../../views/charts/render/picture.js';
import type { AlertPostsParts } from './alert-posts-parts.js';
import { HOUR_MS, MINUTE_MS } from '../../domain/time/units.js';
import { isWithin } from '../../domain/time/is-within.js';

const SHORT_HOURS = 6;
const LONG_HOURS = 24;

/** Of the kept figures: which one is drawn, and its unit. */
const DRAWN: Partial<
  Readonly<Record<Condition, { readonly of: Condition; readonly unit: string }>>
> = {
  hashrate: { of: 'hashrate', unit: 'H/s' },
  'active-miners': { of: 'active-miners', unit: '' },
  'offline-miners': { of: 'active-miners', unit: '' },
  efficiency: { of: 'efficiency', unit: '%' },
};

interface AlertInState {
  readonly state: GuildAlerts;
  readonly alert: Alert;
  readonly rule: AlertRule | undefined;
}

type ModelParts = Pick<AlertPostsParts, 'readings' | 'guilds' | 'clock' | 'onError'>;

/** Collects what an alert's message shows. A chart that can't be drawn is left out. */
export function createAlertModels(parts: ModelParts) {
  const { readings, guilds, clock, onError } = parts;

  async function chartOf(guildId: string, { alert, rule }: AlertInState): Promise<Picture | null> {
    const drawn = DRAWN[alert.condition];
    if (rule === undefined || drawn === undefined || alert.value === undefined) return null;
    const isOwn = drawn.of === alert.condition;
    const isLong = (alert.endedAt ?? clock.now()) - alert.since > (SHORT_HOURS / 2) * HOUR_MS;
    const kept = await readings(guildId, rule, isLong ? LONG_HOURS : SHORT_HOURS);
    // They are of the key that is connected by now, and the alert may be of a former one.
    const key = await guilds.keyInfo(guildId);
    if (key !== null && alert.readAt < key.connectedAt) return null;
    return readingsChart({
      heading: CONDITION_NAMES[drawn.of],
      unit: drawn.unit,
      // The figure and its threshold, if that is what the chart shows.
      readings: isOwn ? [...kept, { at: alert.readAt, value: alert.value }] : kept,
      limit: isOwn ? alert.limit : undefined,
      zone: (await guilds.settings(guildId)).timeZone,
    });
  }

  return async (guildId: string, subject: AlertInState): Promise<AlertModel> => {
    const { state, alert, rule } = subject;
    const chart = await toResult(chartOf(guildId, subject));
    if (!chart.ok) onError('the chart of an alert could not be drawn', chart.error);
    return {
      alert,
      rule,
      silence: isOver(alert) ? null : silenceInForce(state, alert.ruleId, clock.now()),
      missingSince: noteOf(state, alert.ruleId).missing?.since ?? null,
      chart: chart.ok ? chart.value : null,
      beside: besideOf(guildId, subject),
    };
  };
}

/** One cause often starts several alerts. */
const BESIDE_MS = 15 * MINUTE_MS;

function besideOf(guildId: string, { state, alert }: AlertInState): AlertBeside[] {
  return state.alerts.flatMap(({ id, phase, firedAt, condition, message }) => {
    const isNear = isWithin(alert.firedAt ?? 0, firedAt ?? 0, BESIDE_MS);
    if (id === alert.id || phase !== 'firing' || !isNear || !message || message.isGone) return [];
    return [{ condition, link: messageUrl({ guildId, ...message }) }];
  });
}

export type AlertModels = ReturnType<typeof createAlertModels>;
