import { changeAddressElsewhere, losePower, restorePower } from '../pool/controls.js';
import { deviations } from '../pool/deviations.js';
import {
  answering,
  challengePage,
  needsFilter,
  silentOnWrites,
  type FaultOf,
} from '../pool/faults.js';
import type { ControlsView } from './protocol.js';
import type { Stage } from './stage.js';

export interface Controls {
  view(): ControlsView;
  setPoolMode(mode: string): void;
  setDeviation(name: string, isOn: boolean): void;
  happen(event: string): Promise<void>;
}

const modes: Readonly<Record<string, FaultOf | null>> = {
  Well: null,
  Slow: () => ({ kind: 'delay', ms: 1_500 }),
  'Fails (500)': answering(500),
  Silent: () => ({ kind: 'hang' }),
  'Silent on changes': silentOnWrites(),
  'Asks for a filter': needsFilter(),
  'Challenge page': challengePage(),
};

const MINUTE = 60_000;

const events: Readonly<Record<string, (stage: Stage) => unknown>> = {
  '15 minutes pass': (stage) => letTimePass(stage, 15 * MINUTE),
  'An hour passes': (stage) => letTimePass(stage, 60 * MINUTE),
  'A day passes': (stage) => letTimePass(stage, 24 * 60 * MINUTE),
  'Cedar Ridge loses power': ({ workspace }) => losePower(workspace, 'Cedar Ridge'),
  'Cedar Ridge has power again': ({ workspace }) => restorePower(workspace, 'Cedar Ridge'),
  'Somebody changes a payout address at the pool': ({ workspace }) =>
    changeAddressElsewhere(workspace, 'cedar-ridge-air', 'BTC'),
};

export function createControls(stage: Stage): Controls {
  const { workspace } = stage;
  let mode = 'Well';
  const chosen = new Set<string>();
  return {
    view: () => ({
      poolModes: Object.keys(modes),
      poolMode: mode,
      deviations: Object.keys(deviations).map((name) => ({ name, isOn: chosen.has(name) })),
      events: Object.keys(events),
    }),
    setPoolMode(next) {
      mode = next;
      workspace.fault = modes[next] ?? null;
    },
    setDeviation(name, isOn) {
      if (isOn) chosen.add(name);
      else chosen.delete(name);
      const rewrites = Object.entries(deviations).filter(([each]) => chosen.has(each));
      workspace.rewrite = (body, request) =>
        rewrites.reduce((rewritten, [, rewrite]) => rewrite(rewritten, request), body);
    },
    async happen(event) {
      await events[event]?.(stage);
    },
  };
}

/** In leaps of at least a minute: what is due every second runs once a leap. */
async function letTimePass({ clock }: Stage, ms: number): Promise<void> {
  const leap = Math.max(MINUTE, ms / 288);
  for (let passed = 0; passed < ms; passed += leap) await clock.jump(leap);
}
