import { changeAddressElsewhere, losePower, restorePower } from '../pool/controls.js';
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
  'Leaves fields out': { rewrite: deviations.nulls },
  'Fields of other shapes': { rewrite: deviations.oddFields },
};

export function setPoolMode(stage: Stage, name: string): void {
  const { fault = null, rewrite = null } = poolModes[name] ?? {};
  Object.assign(stage.workspace, { fault, rewrite });
  stage.poolMode = name;
}

const MINUTE = 60_000;

export const events: Readonly<Record<string, (stage: Stage) => unknown>> = {
  '15 minutes pass': (stage) => letTimePass(stage, 15 * MINUTE),
  'An hour passes': (stage) => letTimePass(stage, 60 * MINUTE),
  'A day passes': (stage) => letTimePass(stage, 24 * 60 * MINUTE),
  'Cedar Ridge loses power': ({ workspace }) => losePower(workspace, 'Cedar Ridge'),
  'Cedar Ridge has power again': ({ workspace }) => restorePower(workspace, 'Cedar Ridge'),
  'Somebody changes a payout address at the pool': ({ workspace }) =>
    changeAddressElsewhere(workspace, 'cedar-ridge-air', 'BTC'),
};

/** In leaps of at least a minute: what is due every second runs once a leap. */
async function letTimePass({ clock }: Stage, ms: number): Promise<void> {
  const leap = Math.max(MINUTE, ms / 288);
  for (let passed = 0; passed < ms; passed += leap) await clock.jump(leap);
}
