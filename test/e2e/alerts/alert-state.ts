import { join } from 'node:path';
import { createAlertStates } from '../../../src/alerts/alert-states.js';
import type { GuildAlerts } from '../../../src/domain/alerts/alert.js';
import { systemClock } from '../../../src/domain/time/clock.js';
import { openEmbeddedStore } from '../../../src/store/sqlite/embedded.js';
import type { World } from '../world.js';

/** Puts alerts where the bot keeps them, as another process of the same bot would. */
export async function changeAlerts(
  { dataDir, guild }: Pick<World, 'dataDir' | 'guild'>,
  step: (now: GuildAlerts) => GuildAlerts,
): Promise<void> {
  const store = await openEmbeddedStore(join(dataDir, 'data'), systemClock);
  await createAlertStates(store).change(guild.id, step);
  await store.close();
}
