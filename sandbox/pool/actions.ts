import type { MinerRecord } from './fleet.js';
import { timestamp, uuid } from './formulas.js';

/** How long each takes. */
const SECONDS = 600;

export type ActionRecord = ReturnType<typeof makeAction>;
const ours = new WeakSet<ActionRecord>();

interface About {
  readonly action_type: string;
  readonly description: string;
  readonly startedAt: number;
}

/** 2.14. It progresses with the pool's time. */
export function makeAction(
  members: readonly MinerRecord[],
  { startedAt, action_type, description }: About,
) {
  const id = uuid('action', action_type, startedAt);
  const action = {
    id,
    status: 'PROCESSING',
    site_id: members[0]?.site_id,
    initiated_by: 'ops@northwind.example',
    action_type,
    description,
    created_at: timestamp(startedAt),
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
  ours.add(action);
  return action;
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
  if (!ours.has(action)) return action;
  const share = Math.min(1, (now - Date.parse(action.created_at)) / 1000 / SECONDS);
  const finished = action.miners_summary.slice(0, Math.floor(action.total_miners * share));
  for (const [index, miner] of finished.entries())
    Object.assign(miner, index % 17 === 3 ? failures[index % 2] : success);
  action.error_miners = finished.filter(({ status }) => status === 'FAILED').length;
  action.success_miners = finished.length - action.error_miners;
  action.progress = Math.floor(share * 100);
  action.status = share === 1 ? 'COMPLETED' : 'PROCESSING';
  return action;
}
