import type { Condition } from '../../domain/alerts/conditions.js';
import type { StoredReadings } from '../watch/stored-readings.js';
import type { StoredFigure } from '../watch/reading-chunks.js';
import { readOf } from '../watch/wanted-reads.js';
import type { Guilds } from '../../guilds/guilds.js';
import type { AlertPostsParts } from './alert-posts-parts.js';

/** The kept figure that a condition watches; for missing miners, the number that remain. */
const FIGURES: Partial<Readonly<Record<Condition, StoredFigure>>> = {
  hashrate: 'hashrate_5m',
  'active-miners': 'active_miners',
  efficiency: 'efficiency_5m',
  'offline-miners': 'active_miners',
};

/** The figures that are kept of what a rule watches. */
export function createRuleReadings(
  { recent }: Pick<StoredReadings, 'recent'>,
  guilds: Pick<Guilds, 'settings' | 'keyInfo'>,
): AlertPostsParts['readings'] {
  return async (guildId, rule, hours) => {
    const figure = FIGURES[rule.condition];
    if (figure === undefined) return [];
    const { currency: usual } = await guilds.settings(guildId);
    // Figures are kept of summaries: here, of the one about the same part of the fleet.
    const read = readOf({ ...rule, condition: 'active-miners' }, { currency: usual, roundMs: 0 });
    if (read?.kind !== 'summary') return [];
    const { currency, scope } = read;
    // A former key's figures may be another workspace's.
    const since = (await guilds.keyInfo(guildId))?.connectedAt ?? 0;
    return recent(guildId, { currency, scope, figure }, { hours, since });
  };
}
