import type { MinerRecord } from './fleet.js';
import { timestamp, uuid } from './formulas.js';
import type { World } from './workspace.js';

export interface ActionPlan {
  readonly type: string;
  readonly description: string;
  /** The site's name. */
  readonly site: string;
  readonly miners: number;
  /** How long it takes, and how long ago it began. */
  readonly seconds: number;
  readonly secondsAgo: number;
}

export type ActionRecord = ReturnType<typeof makeAction>;
const durations = new WeakMap<ActionRecord, number>();

export function startAction(world: World, plan: ActionPlan): void {
  const site = world.sites.find(({ name }) => name === plan.site);
  const members = world.miners.filter(({ site_id }) => site_id === site?.id).slice(0, plan.miners);
  const action = makeAction(uuid('action', world.actions.length), members, {
    action_type: plan.type,
    description: plan.description,
    created_at: timestamp(world.now() - plan.secondsAgo * 1000),
  });
  world.actions.push(action);
  durations.set(action, plan.seconds);
}

/** 2.14. It progresses with the pool's time. */
function makeAction(
  id: string,
  members: readonly MinerRecord[],
  about: { action_type: string; description: string; created_at: string },
) {
  return {
    id,
    status: 'PENDING',
    site_id: members[0]?.site_id,
    initiated_by: 'ops@northwind.example',
    ...about,
    total_miners: members.length,
    url: `/v2/commander/actions/${id}`,
    progress: 0,
    success_miners: 0,
    error_miners: 0,
    miners_summary: members.map((miner) => ({
      miner_id: miner.id,
      miner_ip: miner.ip_address,
      ...waiting,
    })),
  };
}

const waiting = { status: 'PENDING', execution_log_summary: 'Waiting', failure_code: '' };
const success = { status: 'SUCCESS', execution_log_summary: 'Done', failure_code: '' };
const refused = 'The miner refused the credentials';
const failures = [
  { status: 'FAILED', execution_log_summary: refused, failure_code: 'AUTH_FAILED' },
  { status: 'FAILED', execution_log_summary: 'No answer', failure_code: 'MINER_UNREACHABLE' },
];

/** Brings the record up to date; every 17th miner fails. One from elsewhere stays as it is. */
export function progress(action: ActionRecord, now: number): ActionRecord {
  const seconds = durations.get(action);
  if (seconds === undefined) return action;
  const share = Math.min(1, (now - Date.parse(action.created_at)) / 1000 / seconds);
  const finished = action.miners_summary.slice(0, Math.floor(action.total_miners * share));
  for (const [index, miner] of finished.entries())
    Object.assign(miner, index % 17 === 3 ? failures[index % 2] : success);
  action.error_miners = finished.filter(({ status }) => status === 'FAILED').length;
  action.success_miners = finished.length - action.error_miners;
  action.progress = Math.floor(share * 100);
  action.status = share === 1 ? 'COMPLETED' : 'PROCESSING';
  return action;
}
