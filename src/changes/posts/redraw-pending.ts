import type { Trail } from '../trail/trail.js';
import type { Cards } from './cards.js';

interface RedrawParts {
  readonly trail: Pick<Trail, 'state'>;
  readonly cards: Pick<Cards, 'redraw'>;
}

/** All pending cards show some things of the guild, such as a freeze. */
export async function redrawPending({ trail, cards }: RedrawParts, guildId: string): Promise<void> {
  const { changes } = await trail.state(guildId);
  for (const { id, state } of changes.values()) {
    if (state === 'pending') await cards.redraw(guildId, id);
  }
}
