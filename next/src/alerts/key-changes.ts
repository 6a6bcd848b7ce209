import { deleteAlerts } from '../guilds/delete-guild.js';
import type { KeyWork } from '../guilds/guilds.js';
import { deciding, endAlerts, type Engine } from './engine.js';
import { forgetReadings } from './readings.js';
import { readAlerts } from './rows.js';

/**
 * Another key may be of another workspace: nobody can say any more whether alerts on figures are
 * over. Events stay, and so does the alert that the pool cannot be read, which any key can end.
 */
export function keyWork(engine: Engine): KeyWork {
  return async (tx, { guild }, what) => {
    const server = await deciding(engine, tx, guild);
    const alerts = await readAlerts(tx, guild);
    if (what === 'deleted') {
      await endAlerts(server, alerts, 'The key was deleted.');
      return deleteAlerts(tx, guild);
    }
    const onFigures = alerts.filter(
      ({ event, condition }) => event === null && condition !== 'pool',
    );
    await endAlerts(server, onFigures, 'Another key was connected.');
    return forgetReadings(tx, guild);
  };
}
