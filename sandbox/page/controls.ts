import { setTimeout as sleep } from 'node:timers/promises';
import { DAY, HOUR, MINUTE, SECOND } from '../../src/clock.js';
import { changeAddressElsewhere, changeHeat, losePower, restorePower } from '../pool/controls.js';
import { deviations } from '../pool/deviations.js';
import {
  answering,
  challengePage,
  needsFilter,
  silentOnWrites,
  type FaultOf,
} from '../pool/faults.js';
import type { Workspace } from '../pool/types.js';
import type { Stage } from './stage.js';

interface PoolMode {
  readonly fault?: FaultOf;
  readonly rewrite?: NonNullable<Workspace['rewrite']>;
}

export const poolModes: Readonly<Record<string, PoolMode>> = {
  Well: {},
  Slow: { fault: () => ({ kind: 'delay', ms: 1_500 }) },
  'Fails (500)': { fault: answering(500) },
  Silent: { fault: () => ({ kind: 'hang' }) },
  'Silent on changes': { fault: silentOnWrites() },
  'Asks for a filter': { fault: needsFilter() },
  'Challenge page': { fault: challengePage() },
  'Forgets the hashrate': { rewrite: deviations.noHashrate },
  'Leaves fields out': { rewrite: deviations.nulls },
  'Fields of other shapes': { rewrite: deviations.oddFields },
};

export function setPoolMode(stage: Stage, name: string): void {
  const { fault = null, rewrite = null } = poolModes[name] ?? {};
  Object.assign(stage.workspace, { fault, rewrite });
  stage.poolMode = name;
}

const site = 'Cedar Ridge';

/** What people and machines elsewhere do, by the label of its button. */
export const events = {
  '15 minutes pass': (stage: Stage) => letTimePass(stage, 15 * MINUTE),
  'An hour passes': (stage: Stage) => letTimePass(stage, HOUR),
  'A day passes': (stage: Stage) => letTimePass(stage, DAY),
  'Cedar Ridge loses power': ({ workspace }: Stage) => losePower(workspace, site),
  'Cedar Ridge has power again': ({ workspace }: Stage) => restorePower(workspace, site),
  'Miners at Cedar Ridge run hot': ({ workspace }: Stage) => changeHeat(workspace, site, 12),
  'They have cooled down': ({ workspace }: Stage) => changeHeat(workspace, site, -12),
  'Somebody changes a payout address at the pool': ({ workspace }: Stage) =>
    void changeAddressElsewhere(workspace, 'cedar-ridge-air', 'BTC'),
} satisfies Readonly<Record<string, (stage: Stage) => void | Promise<void>>>;

/**
 * In leaps, between which the bot gets the time it needs. Of a long time it sees every third
 * minute: it looks at the pool once a minute, and a thousand looks take long.
 */
export async function letTimePass({ clock, workspace }: Stage, ms: number): Promise<void> {
  if (ms <= MINUTE) return clock.advance(ms);
  const end = clock.now() + ms;
  while (clock.now() < end) {
    if (ms > 2 * HOUR) await clock.jump(2 * MINUTE);
    for (const _ of [1, 2, 3]) {
      let answered = workspace.requests.length;
      await clock.jump(18 * SECOND);
      await clock.advance(2 * SECOND);
      // While it asks the pool.
      while (workspace.requests.length > answered) {
        answered = workspace.requests.length;
        await sleep(15);
      }
    }
  }
}
