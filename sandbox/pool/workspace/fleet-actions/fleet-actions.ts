import { timestamp } from '../days.js';
import type { Fleet } from '../miners.js';
import { keyed, keyedUuid, pick } from '../random.js';
import type { FleetActionRecord } from '../records.js';
import type { Site } from '../sites.js';

/** Actions on miners, which progress with the clock. */
export interface FleetActions {
  readonly ids: readonly string[];
  start(request: FleetActionRequest): string;
  /** Null for an unknown id. */
  read(id: string): FleetActionRecord | null;
  /** Makes at least this share of its time, 0 to 1, count as passed. */
  advance(id: string, share: number): void;
  /** Whatever hasn't ended by now never will. */
  stop(id: string): void;
}

export interface FleetActionRequest {
  readonly type: string;
  readonly description: string;
  readonly site: Site;
  /** How many of the site's miners; fewer if it has fewer. */
  readonly miners: number;
  /** Until the last of them has ended, after `delaySeconds` in the queue. */
  readonly seconds: number;
  readonly delaySeconds?: number;
  /** Share of the miners that fail, 0.04 by default. */
  readonly failing?: number;
  /** A past time for an action that is over. */
  readonly createdAt?: number;
}

interface Run extends FleetActionRequest {
  readonly createdAt: number;
  readonly members: readonly number[];
  reached: number;
  stoppedAt: number | null;
}

const failures = [
  ['MINER_UNREACHABLE', 'No answer from the miner within 30 s'],
  ['AUTH_FAILED', 'The miner refused the credentials'],
  ['FIRMWARE_UNSUPPORTED', 'The firmware does not know this command'],
] as const;

export function createFleetActions(seed: number, fleet: Fleet, now: () => number): FleetActions {
  const runs = new Map<string, Run>();

  function find(id: string): Run {
    const run = runs.get(id);
    if (!run) throw new RangeError(`No fleet action ${id}`);
    return run;
  }

  return {
    get ids() {
      return [...runs.keys()];
    },
    start(request) {
      const id = keyedUuid(seed, 'fleet action', runs.size);
      runs.set(id, {
        ...request,
        createdAt: request.createdAt ?? now(),
        members: membersOf(fleet, request),
        reached: 0,
        stoppedAt: null,
      });
      return id;
    },
    read(id) {
      const run = runs.get(id);
      return run ? recordOf({ id, run, fleet, seed, now: now() }) : null;
    },
    advance(id, share) {
      const run = find(id);
      run.reached = Math.max(run.reached, share);
    },
    stop(id) {
      find(id).stoppedAt ??= now();
    },
  };
}

function membersOf(fleet: Fleet, { site, miners }: FleetActionRequest): number[] {
  const members: number[] = [];
  for (let index = 0; index < fleet.size && members.length < miners; index++) {
    if (fleet.facts(index).site.id === site.id) members.push(index);
  }
  return members;
}

interface Reading {
  readonly id: string;
  readonly run: Run;
  readonly fleet: Fleet;
  readonly seed: number;
  readonly now: number;
}

function recordOf(reading: Reading): FleetActionRecord {
  const { id, run } = reading;
  const results = run.members.map((index) => resultOf(reading, index));
  const succeeded = results.filter(({ status }) => status === 'SUCCESS').length;
  const failed = results.filter(({ status }) => status === 'FAILED').length;
  const ended = succeeded + failed;
  return {
    id,
    action_type: run.type,
    status: statusOf(reading, ended),
    site_id: run.site.id,
    created_at: timestamp(run.createdAt),
    initiated_by: 'ops@northwind.example',
    total_miners: results.length,
    url: `/v2/commander/actions/${id}`,
    description: run.description,
    progress: results.length === 0 ? 100 : Math.floor((ended / results.length) * 100),
    success_miners: succeeded,
    error_miners: failed,
    miners_summary: results,
  };
}

function statusOf({ run, now }: Reading, ended: number): string {
  if (ended === run.members.length) return 'COMPLETED';
  if (run.stoppedAt !== null) return 'CANCELLED';
  return passedShare(run, now) === 0 ? 'PENDING' : 'PROCESSING';
}

/** The share of its time that has passed, 0 to 1. */
function passedShare(run: Run, now: number): number {
  const started = run.createdAt + (run.delaySeconds ?? 0) * 1000;
  const passed = Math.max(0, (run.stoppedAt ?? now) - started) / (run.seconds * 1000);
  return Math.min(1, Math.max(passed, run.reached));
}

function resultOf({ id, run, fleet, seed, now }: Reading, index: number) {
  const miner = fleet.miner(index);
  const known = { miner_id: miner.id, miner_ip: miner.ip_address };
  const passed = passedShare(run, now);
  if (passed === 0 || keyed(seed, id, 'ends', index) > passed) {
    const text = passed === 0 ? 'Waiting' : 'Command sent';
    return { ...known, status: 'PENDING', execution_log_summary: text, failure_code: '' };
  }
  if (keyed(seed, id, 'fails', index) < (run.failing ?? 0.04)) {
    const [code, why] = pick(failures, keyed(seed, id, 'why', index));
    return { ...known, status: 'FAILED', execution_log_summary: why, failure_code: code };
  }
  return { ...known, status: 'SUCCESS', execution_log_summary: 'Done', failure_code: '' };
}
