import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { PoolFaults } from '../../../sandbox/pool/loopback-pool.js';
import { startPool } from '../../../sandbox/pool/server.js';
import { at, usePool } from './harness.js';

const harness = usePool();
const path = '/api/v2/pool/summary/BTC';
const create = () =>
  harness.send('POST', '/api/v2/pool/subaccounts', {
    name: 'made',
    site_id: harness.workspace.sites[0]?.id,
  });
const made = () => harness.workspace.subaccount('made') !== undefined;

describe('keys', () => {
  const ask = async (authorization?: string) => {
    const headers = new Headers();
    if (authorization !== undefined) headers.set('authorization', authorization);
    return (await fetch(`${harness.pool.url}${path}`, { headers })).status;
  };

  it('are taken raw and after Bearer, and nothing else is', async () => {
    expect(await ask(harness.key)).toBe(200);
    expect(await ask(`Bearer ${harness.key}`)).toBe(200);
    expect(await ask()).toBe(401);
    expect(await ask('wrong')).toBe(401);
    expect(await ask(`Basic ${harness.key}`)).toBe(401);
  });

  it('lead to workspaces of their own, until revoked', async () => {
    const other = harness.pool.addWorkspace({ subaccounts: 2, miners: 10 });
    expect(harness.pool.workspaceOf(other.key)).toBe(other.workspace);
    await create();
    expect(other.workspace.subaccounts).toHaveLength(2);
    harness.pool.revoke(harness.key);
    expect(await ask(harness.key)).toBe(401);
    expect(await ask(other.key)).toBe(200);
  });
});

describe('errors', () => {
  it.each<[PoolFaults['errorBody'], unknown]>([
    ['nested', { error: { code: 'NOT_FOUND', message: 'Not found' } }],
    ['flat', { statusCode: 404, code: 'NOT_FOUND', error: 'Not found', message: 'Not found' }],
    ['text', undefined],
    ['html', undefined],
    ['none', undefined],
  ])('carry a body that is %s', async (form, expected) => {
    harness.pool.faults.errorBody = form;
    const { status, body, text } = await harness.get('/api/v2/pool/nothing');
    expect(status).toBe(404);
    expect(body).toEqual(expected);
    if (form === 'text') expect(text).toBe('Not found');
    if (form === 'html') expect(text).toMatch(/^<!doctype html>/);
    if (form === 'none') expect(text).toBe('');
  });

  it('of lists that name a forbidden subaccount concern the whole list', async () => {
    harness.pool.faults.forbiddenSubaccounts.add('pecos-flats-hydro');
    const names = `${path}?subaccount_names=cedar-ridge-hydro`;
    expect((await harness.get(`${names},pecos-flats-hydro`)).status).toBe(403);
    expect((await harness.get(names)).status).toBe(200);
  });
});

describe('faults', () => {
  it.each([400, 401, 403, 404, 429, 500, 503] as const)('%d has no effect', async (status) => {
    harness.pool.faults.next.push(status);
    harness.pool.faults.retryAfterSeconds = 3;
    const answer = await create();
    expect(answer.status).toBe(status);
    expect(answer.headers.get('retry-after')).toBe(status === 429 ? '3' : null);
    expect(made()).toBe(false);
  });

  it('meet as many requests as are in next', async () => {
    harness.pool.faults.next.push(500, 503);
    const statuses = [await harness.get(path), await harness.get(path), await harness.get(path)];
    expect(statuses.map(({ status }) => status)).toEqual([500, 503, 200]);
  });

  it('meet all requests, or only some, until cleared', async () => {
    harness.pool.faults.always = 503;
    harness.pool.faults.only = ({ method }) => method === 'POST';
    expect((await harness.get(path)).status).toBe(200);
    expect((await create()).status).toBe(503);
    harness.pool.faults.always = null;
    expect((await create()).status).toBe(200);
  });

  it('reset: no answer and no effect', async () => {
    harness.pool.faults.next.push('reset');
    await expect(create()).rejects.toThrow('fetch failed');
    expect(made()).toBe(false);
    expect(harness.pool.requests.at(-1)).toMatchObject({ method: 'POST', status: null });
  });

  it('reset-after-effect: no answer, but the effect', async () => {
    harness.pool.faults.next.push('reset-after-effect');
    await expect(create()).rejects.toThrow('fetch failed');
    expect(made()).toBe(true);
    expect(harness.pool.requests.at(-1)?.status).toBeNull();
  });

  it('500-after-effect', async () => {
    harness.pool.faults.next.push('500-after-effect');
    expect((await create()).status).toBe(500);
    expect(made()).toBe(true);
  });

  it('half-json', async () => {
    const { text: whole } = await harness.get(path);
    harness.pool.faults.next.push('half-json');
    const { status, text, body } = await harness.get(path);
    expect([status, body]).toEqual([200, undefined]);
    expect(text.length).toBeGreaterThan(0);
    expect(whole.startsWith(text)).toBe(true);
  });

  it.each([
    ['html', 'text/html; charset=utf-8', /^<!doctype html>/],
    ['plain-text', 'text/plain; charset=utf-8', /^upstream/],
    ['empty', 'application/json; charset=utf-8', /^$/],
  ] as const)('%s', async (fault, type, text) => {
    harness.pool.faults.next.push(fault);
    const answer = await harness.get(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.text).toMatch(text);
  });

  it('huge: more than 40 MiB, as fast as it is read', async () => {
    harness.pool.faults.next.push('huge');
    const response = await fetch(`${harness.pool.url}${path}`, {
      headers: { authorization: harness.key },
    });
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += chunk.byteLength;
    expect(bytes).toBeGreaterThan(40 * 1024 * 1024);
  });

  it('error-in-200: an error, and no effect', async () => {
    harness.pool.faults.next.push('error-in-200');
    const { status, body } = await create();
    expect([status, at(body, 'status')]).toEqual([200, 'error']);
    expect(made()).toBe(false);
  });

  it('key-echoed: the effect, and the key in the answer in several spellings', async () => {
    harness.pool.faults.next.push('key-echoed');
    const { text, body } = await create();
    expect(made()).toBe(true);
    expect(at(body, 'x_escaped')).toBe(harness.key);
    expect(text.split(harness.key)).toHaveLength(3);
  });

  it('25-mb: the effect, and a record with 25 MB beside it', async () => {
    harness.pool.faults.next.push('25-mb');
    const { text, body } = await create();
    expect(text.length).toBeGreaterThan(25_000_000);
    expect(at(body, 'name')).toBe('made');
  });

  it('no-route: a 404 that names the path, and no effect', async () => {
    harness.pool.faults.next.push('no-route');
    const { status, body } = await create();
    expect([status, at(body, 'message')]).toEqual([404, 'Cannot POST /api/v2/pool/subaccounts']);
    expect(made()).toBe(false);
  });

  it('redirect: to where a follower is seen', async () => {
    harness.pool.faults.next.push('redirect');
    const { status, headers } = await create();
    expect(status).toBe(302);
    const url = new URL(headers.get('location') ?? '');
    expect(url.origin).not.toBe(harness.pool.url);
    expect(url.pathname).toBe('/elsewhere/api/v2/pool/subaccounts');
    expect(made()).toBe(false);
    expect((await fetch(url)).status).toBe(200);
    expect(harness.pool.requests.at(-1)?.path).toBe(url.pathname);
  });

  it('latency', async () => {
    harness.pool.faults.latencyMs = 50;
    const answer = harness.get(path);
    const first = await Promise.race([answer, sleep(10, 'later')]);
    expect(first).toBe('later');
    expect((await answer).status).toBe(200);
  });

  it('hang: never answers, and ends with the pool', async () => {
    const pool = await startPool();
    const { key } = pool.addWorkspace({ miners: 1 });
    pool.faults.always = 'hang';
    const answer = fetch(`${pool.url}${path}`, { headers: { authorization: key } });
    const failed = expect(answer).rejects.toThrow('fetch failed');
    while (pool.requests.length === 0) await sleep(5);
    await pool.close();
    await failed;
    expect(pool.requests[0]?.status).toBeNull();
  });
});

describe('requests', () => {
  it('are kept as they came', async () => {
    const started = Date.now();
    await harness.get(`${path}?subaccount_names=a%20b&subaccount_names=c&site_id=x`);
    await create();
    const [read, write] = harness.pool.requests;
    expect(read).toMatchObject({
      method: 'GET',
      path: `${path}?subaccount_names=a b&subaccount_names=c&site_id=x`,
      query: { subaccount_names: ['a b', 'c'], site_id: ['x'] },
      authorization: harness.key,
      body: null,
      status: 404,
    });
    expect(read?.at).toBeGreaterThanOrEqual(started);
    expect(at(write?.body, 'name')).toBe('made');
    expect(write?.status).toBe(200);
  });

  it('that are malformed are refused, not fatal', async () => {
    expect((await harness.get('/api/v2/pool/summary/%')).status).toBe(400);
    expect((await harness.get('/')).status).toBe(404);
    expect((await harness.send('PATCH', '/api/v2/pool/subaccounts/', {})).status).toBe(404);
  });
});
