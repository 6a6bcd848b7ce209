import { createAlertStates } from '../../../../src/alerts/alert-states.js';
import type { GuildAlerts } from '../../../../src/domain/alerts/alert.js';
import { openStoreOf } from '../../changes/change-world.js';
import type { World } from '../../world.js';

/** Writes alerts into the bot's store, as another process of the same bot would. */
export async function changeAlerts(
  world: Pick<World, 'env' | 'guild'>,
  step: (now: GuildAlerts) => GuildAlerts,
): Promise<void> {
  const store = await openStoreOf(world);
  await createAlertStates(store).change(world.guild.id, step);
  await store.close();
}
