import type { Trail } from '../trail/trail.js';
import type { Cards } from './cards.js';

interface RedrawParts {
  readonly trail: Pick<Trail, 'state'>;
  readonly cards: Pick<Cards, 'redraw'>;
}

/** Every pending card shows some guild-wide things, such as a freeze. */
export async function redrawPending({ trail, cards }: RedrawParts, guildId: string): Promise<void> {
  const { changes } = await trail.state(guildId);
  for (const { id, state } of changes.values()) {
    if (state === 'pending') await cards.redraw(guildId, id);
  }
}
