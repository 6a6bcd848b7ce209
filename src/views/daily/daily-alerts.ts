import type { APIEmbed } from 'discord-api-types/v10';
import type { DayOfAlerts } from '../../domain/alerts/day-of-alerts.js';
import type { Result } from '../../domain/errors/result.js';
import { card } from '../kit/card.js';
import { count } from '../kit/figures.js';

/** One line; null if no rule is set and nothing happened. */
export function alertsOfDayCard(alerts: Result<DayOfAlerts> | undefined): APIEmbed | null {
  if (alerts === undefined) return null;
  if (!alerts.ok)
    return card({ tone: 'warning', lines: ['⚠️ Alerts of the last 24 hours: not readable.'] });
  const { fired, open, hasRules } = alerts.value;
  if (fired === 0 && open === 0)
    return hasRules ? card({ lines: ['Alerts of the last 24 hours: none'] }) : null;
  const now = open === 0 ? 'none is open now' : `**${count(open)}** open now`;
  return card({
    tone: open > 0 ? 'warning' : 'neutral',
    lines: [`Alerts of the last 24 hours: **${count(fired)}**, ${now} · \`/alerts list\``],
  });
}
