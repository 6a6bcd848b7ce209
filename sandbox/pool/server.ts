import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context } from 'hono';
import { listen } from '../listen.js';
import { refuse, type Call } from './call.js';
import { operations } from './operations.js';
import type { Fault, PoolRequest, Workspace, WorkspaceOptions } from './types.js';
import { createWorld, type World } from './workspace.js';

type Exchange = Context<{ Bindings: HttpBindings }>;
type Operation = (call: Call) => unknown;

/** All 16 operations over one believable workspace a key, on a free port of 127.0.0.1. */
export async function startPool() {
  const worlds = new Map<string, World>();
  const app = new Hono<{ Bindings: HttpBindings }>();
  const answer = (run: Operation) => (context: Exchange) => {
    const authorization = context.req.header('authorization') ?? '';
    const world = worlds.get(authorization.replace(/^Bearer /, ''));
    return world ? serve(context, world, run) : refuse(401, 'Invalid API key');
  };
  for (const [route, run] of Object.entries(operations)) {
    const [method = '', path = ''] = route.split(' ');
    app.on(method, `/api${path}`, answer(run));
  }
  app.all(
    '*',
    answer(() => refuse(404, 'Not found')),
  );
  const { server, origin, stop } = await listen(app.fetch);
  return {
    /** For the bot's `POOL_API_URL`. */
    url: origin,
    addWorkspace(options: WorkspaceOptions = {}): Workspace {
      const world = createWorld(worlds.size, options);
      worlds.set(world.key, world);
      return world;
    },
    /** Answers what is under way; then connections are refused until `listenAgain`. */
    stopListening: () => void server.close(),
    async listenAgain(): Promise<void> {
      server.listen(Number(new URL(origin).port), '127.0.0.1');
      await once(server, 'listening');
    },
    stop,
  };
}

async function serve(context: Exchange, world: World, run: Operation): Promise<Response> {
  const url = new URL(context.req.url);
  const request: PoolRequest = {
    method: context.req.method,
    path: url.pathname + url.search,
    body: await context.req.json().catch(() => undefined),
    authorization: context.req.header('authorization') ?? '',
    at: world.now(),
  };
  world.requests.push(request);
  const fault = world.fault?.(request);
  if (fault?.kind === 'delay') await sleep(fault.ms);
  if (fault?.kind === 'hang') return new Promise(() => {});
  if (fault?.kind === 'reset') return reset(context);
  if (fault?.kind === 'answer' && fault.carriedOut !== true) return answerOf(fault);
  const body = run({ world, request, url, params: context.req.param() });
  if (fault?.kind === 'reset-after') return reset(context);
  if (fault?.kind === 'answer') return answerOf(fault);
  // A copy, so that a rewrite changes the answer alone.
  return Response.json(world.rewrite?.(structuredClone(body), request) ?? body);
}

/** Text goes out as it is, anything else as JSON. */
function answerOf({ status, body, headers = {} }: Extract<Fault, { kind: 'answer' }>): Response {
  if (body !== undefined && typeof body !== 'string') {
    return Response.json(body, { status, headers });
  }
  return new Response(body ?? null, {
    status,
    headers: { 'content-type': 'text/plain', ...headers },
  });
}

/** Like a server that dies: an RST. */
function reset(context: Exchange): Response {
  context.env.incoming.socket.resetAndDestroy();
  return RESPONSE_ALREADY_SENT;
}
