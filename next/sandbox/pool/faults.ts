import type { Fault, PoolRequest } from './types.js';

/** What happens to a request; nothing unusual if undefined. For `workspace.fault`. */
export type FaultOf = (request: PoolRequest) => Fault | undefined;

/** Nobody answers: each connection breaks. */
export function down(): FaultOf {
  return () => ({ kind: 'reset' });
}

export function answering(status: number, body?: unknown): FaultOf {
  return () => ({ kind: 'answer', status, body });
}

/** What a proxy shows to servers' addresses. */
export function challengePage(): FaultOf {
  const body =
    '<!DOCTYPE html><html><head><title>Just a moment...</title></head><body></body></html>';
  const headers = { 'content-type': 'text/html; charset=UTF-8', 'cf-mitigated': 'challenge' };
  return () => ({ kind: 'answer', status: 403, body, headers });
}

/** In seconds, or as a date; without the header if undefined. */
export function rateLimited(retryAfter?: number | string): FaultOf {
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` };
  const body = { error: { code: 'TOO_MANY_REQUESTS', message: 'Too many requests' } };
  return () => ({ kind: 'answer', status: 429, body, headers });
}

/** Writes get no answer and are not carried out; reads are well. */
export function silentOnWrites(): FaultOf {
  return ({ method }) => (method === 'GET' ? undefined : { kind: 'hang' });
}

/** Where the path with its query contains this. */
export function onlyFor(path: string, fault: FaultOf): FaultOf {
  return (request) => (request.path.includes(path) ? fault(request) : undefined);
}

const filtered = /\/pool\/(summary|revenue|dev-fee|payment-settings)/;

/** As pools do for which the documented filters aren't optional. */
export function needsFilter(): FaultOf {
  const message = 'either subaccount_names or site_id is required';
  const body = { error: { code: 'BAD_REQUEST', message } };
  return ({ method, path }) =>
    method === 'GET' && filtered.test(path) && !/[?&](subaccount_names|site_id)=/.test(path)
      ? { kind: 'answer', status: 400, body }
      : undefined;
}

/** A list that names one of these is refused as a whole. */
export function forbids(...names: readonly string[]): FaultOf {
  const message = 'User does not have access to these subaccounts';
  const body = { error: { code: 'FORBIDDEN', message } };
  return ({ path }) => {
    const given = new URL(path, 'http://pool').searchParams.getAll('subaccount_names').join(',');
    return given.split(',').some((name) => names.includes(name))
      ? { kind: 'answer', status: 403, body }
      : undefined;
  };
}
