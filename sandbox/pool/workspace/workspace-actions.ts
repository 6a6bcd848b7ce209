import { timestamp } from './days.js';
import { keyedUuid } from './random.js';
import type { ActorRecord, WorkspaceActionRecord } from './records.js';

/** Requested changes, and what becomes of them. Nothing in the API reads them afterwards. */
export interface WorkspaceActions {
  readonly records: readonly WorkspaceActionRecord[];
  /** Applied at once if no approval is required. Returns a copy of the record. */
  open(request: ActionRequest): WorkspaceActionRecord;
  readonly approve: (id: string) => void;
  readonly reject: (id: string) => void;
}

interface ActionRequest {
  readonly name: string;
  readonly requiresApproval: boolean;
  readonly metadata: Record<string, unknown>;
  readonly apply: () => void;
  /** However it ended. */
  readonly settle?: () => void;
}

interface Open {
  readonly record: WorkspaceActionRecord;
  readonly request: ActionRequest;
}

export function createWorkspaceActions(seed: number, now: () => number): WorkspaceActions {
  const all = new Map<string, Open>();
  const apiKey = actor('Pitboss', 'API_KEY');
  const approver = actor('Dana Whitfield', 'USER');

  function actor(name: string, type: string): ActorRecord {
    return { id: keyedUuid(seed, 'actor', name), display_name: name, type };
  }

  function pending(id: string): Open {
    const found = all.get(id);
    if (!found) throw new RangeError(`No workspace action ${id}`);
    if (found.record.status !== 'PENDING') {
      throw new RangeError(`Workspace action ${id} is ${found.record.status} already`);
    }
    return found;
  }

  return {
    get records() {
      return [...all.values()].map(({ record }) => record);
    },
    open(request) {
      const id = keyedUuid(seed, 'workspace action', all.size);
      const record: WorkspaceActionRecord = {
        id,
        action_name: request.name,
        status: request.requiresApproval ? 'PENDING' : 'COMPLETED',
        initiated_at: timestamp(now()),
        initiated_by: apiKey,
        requires_approval: request.requiresApproval,
        canceled_by: null,
        approved_at: null,
        rejected_at: null,
        approved_by: [],
        rejected_by: [],
        url: `/v2/workspace/actions/${id}`,
        metadata: request.metadata,
      };
      all.set(id, { record, request });
      if (!request.requiresApproval) {
        request.apply();
        request.settle?.();
      }
      return structuredClone(record);
    },
    approve(id) {
      const { record, request } = pending(id);
      record.status = 'COMPLETED';
      record.approved_at = timestamp(now());
      record.approved_by = [approver];
      request.apply();
      request.settle?.();
    },
    reject(id) {
      const { record, request } = pending(id);
      record.status = 'CANCELLED';
      record.rejected_at = timestamp(now());
      record.rejected_by = [approver];
      request.settle?.();
    },
  };
}
