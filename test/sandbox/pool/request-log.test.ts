import { expect, it } from 'vitest';
import { createRequestLog } from '../../../sandbox/pool/request-log.js';

it('keeps the last 10,000 requests', () => {
  const log = createRequestLog();
  for (let count = 0; count < 10_050; count++) {
    log.add(new Request(`http://127.0.0.1/${count}`), null);
  }
  expect(log.requests).toHaveLength(10_000);
  expect(log.requests[0]?.path).toBe('/50');
  expect(log.requests.at(-1)?.path).toBe('/10049');
});

it('keeps a body that is no JSON as text', () => {
  const log = createRequestLog();
  const request = new Request('http://127.0.0.1/%zz?a=1&a=2', { method: 'POST', body: '{' });
  expect(log.add(request, '{')).toMatchObject({
    method: 'POST',
    path: '/%zz?a=1&a=2',
    query: { a: ['1', '2'] },
    authorization: null,
    body: '{',
    status: null,
  });
});
