import { HTTPException } from 'hono/http-exception';
import type { PoolFaults } from './loopback-pool.js';

export type RefusalStatus = 400 | 401 | 403 | 404 | 409 | 422 | 429 | 500 | 503;

const codes: Record<RefusalStatus, string> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  422: 'UNPROCESSABLE_ENTITY',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
};

const messages: Record<RefusalStatus, string> = {
  400: 'Bad request',
  401: 'Invalid API key',
  403: 'User does not have access to this resource',
  404: 'Not found',
  409: 'Conflict',
  422: 'Unprocessable entity',
  429: 'Too many requests',
  500: 'Internal server error',
  503: 'Service unavailable',
};

/** Whether `refuse` may have thrown this status. */
export function isRefusalStatus(status: number): status is RefusalStatus {
  return status in codes;
}

/** Ends the operation with an error answer. */
export function refuse(status: RefusalStatus, message?: string): never {
  throw new HTTPException(status, { message: message ?? messages[status] });
}

/** A refusal's answer, with a body of the kind in `faults.errorBody`. */
export function refusalResponse(
  { errorBody, retryAfterSeconds }: PoolFaults,
  status: RefusalStatus,
  message = messages[status],
): Response {
  const { type, text } = bodyOf(errorBody, status, message);
  const headers = new Headers(type === null ? {} : { 'content-type': type });
  if (status === 429 && retryAfterSeconds !== null)
    headers.set('retry-after', `${retryAfterSeconds}`);
  return new Response(text, { status, headers });
}

function bodyOf(form: PoolFaults['errorBody'], status: RefusalStatus, message: string) {
  const code = codes[status];
  switch (form) {
    case 'nested':
      return json({ error: { code, message } });
    case 'flat':
      return json({ statusCode: status, code, error: messages[status], message });
    case 'text':
      return { type: 'text/plain; charset=utf-8', text: message };
    case 'html':
      return {
        type: 'text/html; charset=utf-8',
        text: `<!doctype html><html><head><title>${status}</title></head><body><h1>${status} ${messages[status]}</h1><hr>proxy</body></html>`,
      };
    case 'none':
      return { type: null, text: null };
  }
  return form satisfies never;
}

function json(body: unknown) {
  return { type: 'application/json', text: JSON.stringify(body) };
}
