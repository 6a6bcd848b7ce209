import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { refuse, type Call } from './call.js';
import { operations } from './operations.js';
import type { Fault, LoopbackPool, PoolRequest } from './types.js';
import { createWorld, type World } from './workspace.js';

type Exchange = Context<{ Bindings: HttpBindings }>;

/** Listens on a free port of 127.0.0.1. */
export async function startPool(): Promise<LoopbackPool> {
  const worlds = new Map<string, World>();
  const app = new Hono<{ Bindings: HttpBindings }>();
  const unknown = () => refuse(404, 'Not found');
  for (const { method, path, run } of [
    ...operations,
    { method: 'ALL', path: '/*', run: unknown },
  ]) {
    const handle = (context: Exchange) => serve(context, worlds, run);
    if (method === 'ALL') app.all(`/api${path}`, handle);
    else app.on(method, `/api${path}`, handle);
  }
  const server = createAdaptorServer({ fetch: app.fetch });
  if (!(server instanceof Server)) throw new Error('The adaptor made no HTTP/1 server');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The pool has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    addWorkspace(options = {}) {
      const world = createWorld(`lpk_${randomBytes(20).toString('hex')}`, options);
      worlds.set(world.key, world);
      return world;
    },
    stopListening: () => void server.close(),
    async listenAgain() {
      server.listen(address.port, '127.0.0.1');
      await once(server, 'listening');
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function serve(
  context: Exchange,
  worlds: ReadonlyMap<string, World>,
  run: (call: Call) => unknown,
): Promise<Response> {
  const authorization = context.req.header('authorization') ?? '';
  const world = worlds.get(authorization.replace(/^Bearer /, ''));
  if (!world) return refusal(401, 'Invalid API key');
  const url = new URL(context.req.url);
  const request: PoolRequest = {
    method: context.req.method,
    path: url.pathname + url.search,
    body: parsed(await context.req.text()),
    authorization,
    at: world.now(),
  };
  world.requests.push(request);
  const fault = world.fault?.(request);
  if (fault?.kind === 'delay') await sleep(fault.ms);
  if (fault?.kind === 'hang') return new Promise(() => {});
  if (fault?.kind === 'reset') return reset(context);
  if (fault?.kind === 'answer' && fault.carriedOut !== true) return answerOf(fault);
  const usual = operate(
    { world, request, url, param: (name) => context.req.param(name) ?? '' },
    run,
  );
  if (fault?.kind === 'reset-after') return reset(context);
  return fault?.kind === 'answer' ? answerOf(fault) : usual;
}

function operate(call: Call, run: (call: Call) => unknown): Response {
  const { world, request } = call;
  try {
    const body = run(call);
    // A copy, so that a rewrite changes the answer alone.
    const rewritten = world.rewrite?.(structuredClone(body), request) ?? body;
    return Response.json(rewritten);
  } catch (error) {
    if (error instanceof HTTPException) return refusal(error.status, error.message);
    throw error;
  }
}

const codes: Readonly<Record<number, string>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
};

function refusal(status: number, message: string): Response {
  return Response.json({ error: { code: codes[status], message } }, { status });
}

/** Text goes out as it is, anything else as JSON. */
function answerOf({ status, body, headers }: Extract<Fault, { kind: 'answer' }>): Response {
  if (body === undefined) return new Response(null, { status, ...(headers && { headers }) });
  if (typeof body !== 'string') return Response.json(body, { status, ...(headers && { headers }) });
  return new Response(body, { status, headers: { 'content-type': 'text/plain', ...headers } });
}

/** Like a server that dies: an RST. */
function reset(context: Exchange): Response {
  context.env.incoming.socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}

function parsed(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
