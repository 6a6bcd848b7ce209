import type { FleetActionRequest, FleetActions } from './fleet-actions.js';
import type { Site } from '../sites.js';

const minuteMs = 60_000;

/** A team's initial list of actions: some over, some running, one queued. */
export function startFirstActions(
  actions: FleetActions,
  sites: readonly Site[],
  now: number,
): void {
  const plans: Omit<FleetActionRequest, 'site'>[] = [
    {
      type: 'Reboot',
      description: 'Nightly restart',
      miners: 60,
      seconds: 300,
      createdAt: now - 2900 * minuteMs,
    },
    {
      type: 'Sleep',
      description: 'Curtailment',
      miners: 180,
      seconds: 600,
      createdAt: now - 1500 * minuteMs,
    },
    {
      type: 'Wake Up',
      description: 'After curtailment',
      miners: 180,
      seconds: 900,
      failing: 0.12,
      createdAt: now - 1380 * minuteMs,
    },
    {
      type: 'Change Pool Settings',
      description: 'New stratum host',
      miners: 240,
      seconds: 1800,
      createdAt: now - 12 * minuteMs,
    },
    {
      type: 'Reboot',
      description: 'Failing miners',
      miners: 40,
      seconds: 600,
      createdAt: now - 2 * minuteMs,
    },
    {
      type: 'Change ATM Settings',
      description: 'Summer profile',
      miners: 120,
      seconds: 900,
      delaySeconds: 7200,
    },
  ];
  for (const [index, plan] of plans.entries()) {
    const site = sites[index % sites.length];
    if (site) actions.start({ ...plan, site });
  }
}
