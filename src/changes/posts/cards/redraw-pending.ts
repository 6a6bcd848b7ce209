import type { Change } from '../../../domain/changes/change.js';
import { isWatched } from '../../../domain/changes/effect/observation-schedule.js';
import type { SharedParts } from '../../shared-parts.js';
import type { Cards } from './cards.js';

interface RedrawParts extends SharedParts {
  readonly cards: Cards;
}

/** Every pending card shows some guild-wide things, such as a freeze. */
export function redrawPending(parts: RedrawParts, guildId: string): Promise<void> {
  return redrawAll(parts, guildId, ({ state }) => state === 'pending');
}

/** A card whose effect is looked for says so, which ends with its key. */
export function redrawWatched(parts: RedrawParts, guildId: string): Promise<void> {
  return redrawAll(parts, guildId, (change) => isWatched(change, parts.ageOf));
}

/** A found key: waiting cards say whether it is theirs, and others whether they are still watched. */
export async function redrawForKey(parts: RedrawParts, guildId: string): Promise<void> {
  await redrawPending(parts, guildId);
  await redrawWatched(parts, guildId);
}

async function redrawAll(
  { trail, cards }: RedrawParts,
  guildId: string,
  isWanted: (change: Change) => boolean,
): Promise<void> {
  const { changes } = await trail.state(guildId);
  for (const change of changes.values())
    if (isWanted(change)) await cards.redraw(guildId, change.id);
}
