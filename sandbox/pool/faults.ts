import type { Fault, PoolRequest } from './types.js';

/** What happens to a request; nothing unusual if undefined. For `workspace.fault`. */
export type FaultOf = (request: PoolRequest) => Fault | undefined;

export function answering(status: number, body?: unknown): FaultOf {
  return () => ({ kind: 'answer', status, body });
}

/** Nobody answers: each connection breaks. */
export function down(): FaultOf {
  return () => ({ kind: 'reset' });
}

/** Writes get no answer and are not carried out; reads are well. */
export function silentOnWrites(): FaultOf {
  return ({ method }) => (method === 'GET' ? undefined : { kind: 'hang' });
}

/** What a proxy shows to servers' addresses. */
export function challengePage(): FaultOf {
  const body = '<!DOCTYPE html><html><head><title>Just a moment...</title></head></html>';
  const headers = { 'content-type': 'text/html; charset=UTF-8', 'cf-mitigated': 'challenge' };
  return () => ({ kind: 'answer', status: 403, body, headers });
}

/** Where the path with its query contains this. */
export function onlyFor(path: string, fault: FaultOf): FaultOf {
  return (request) => (request.path.includes(path) ? fault(request) : undefined);
}

const filtered = /\/pool\/(summary|revenue|dev-fee|payment-settings)/;

/** As pools do for which the documented filters aren't optional. */
export function needsFilter(): FaultOf {
  const message = 'either subaccount_names or site_id is required';
  const refuse = answering(400, { error: { code: 'BAD_REQUEST', message } });
  return (request) => {
    const isFiltered = /[?&](subaccount_names|site_id)=/.test(request.path);
    const needsOne = request.method === 'GET' && filtered.test(request.path);
    return needsOne && !isFiltered ? refuse(request) : undefined;
  };
}

/** A list that names this subaccount is refused as a whole. */
export function forbids(name: string): FaultOf {
  const message = 'User does not have access to these subaccounts';
  const refuse = answering(403, { error: { code: 'FORBIDDEN', message } });
  return (request) => {
    const given = new URL(request.path, 'http://pool').searchParams.getAll('subaccount_names');
    return given.join(',').split(',').includes(name) ? refuse(request) : undefined;
  };
}
