import type { Context } from '../command.js';

type SavingRooms = Pick<Context, 'alerts' | 'daily' | 'follow'>;

/**
 * What a command saves outside of the trail, each time only after `check`: a removal of the bot
 * deletes all of it, so nothing that was asked for before may be in force after it.
 */
export function checkBeforeSaving(
  { alerts, daily, follow }: SavingRooms,
  check: () => Promise<void>,
): SavingRooms {
  async function checked<Saved>(save: () => Promise<Saved>): Promise<Saved> {
    await check();
    return save();
  }
  return {
    alerts: {
      ...alerts,
      changeRules: (...given) => checked(() => alerts.changeRules(...given)),
      change: (...given) => checked(() => alerts.change(...given)),
    },
    daily: { ...daily, change: (...given) => checked(() => daily.change(...given)) },
    follow: {
      ...follow,
      begin: (...given) => checked(() => follow.begin(...given)),
      beginPrivately: (...given) => checked(() => follow.beginPrivately(...given)),
    },
  };
}
