import { Hono, type Context } from 'hono';
import { DiscordError } from './errors.js';
import { botRoutes } from './rest-bot.js';
import type { Env } from './rest-body.js';
import { messageRoutes } from './rest-messages.js';
import type { GuildRecord, World } from './state.js';

const BASE = '/api/v10';

/** Discord's REST, version 10, as far as a bot like ours uses it. */
export function createRest(world: World): Hono<Env> {
  const app = new Hono<Env>();
  app.use(`${BASE}/*`, async (call, next) => {
    const path = decodeURIComponent(call.req.path.slice(BASE.length));
    const { method } = call.req;
    const fault = guildOf(world, path)?.fault?.({ method, path });
    const { socket } = call.env.incoming;
    if (typeof fault === 'number') return faultAnswer(fault, path);
    if (fault === 'hang') await new Promise((resolve) => socket.once('close', resolve));
    if (fault === undefined || fault === 'reset-after') await next();
    if (fault === 'reset' || fault === 'reset-after') socket.resetAndDestroy();
    if (fault !== undefined) return new Response(null);
    call.header('x-ratelimit-bucket', `${method}${path.replaceAll(/\d+|\/webhooks.*/g, '')}`);
    call.header('x-ratelimit-limit', '50');
    call.header('x-ratelimit-remaining', '49');
    call.header('x-ratelimit-reset-after', '1');
    return undefined;
  });
  app.use(`${BASE}/*`, async (call, next) => {
    // The paths of interactions and webhooks hold a token of their own.
    const needsToken = !/^\/(interactions|webhooks)\//.test(call.req.path.slice(BASE.length));
    if (needsToken && call.req.header('authorization') !== `Bot ${world.token}`) {
      throw new DiscordError('unauthorized');
    }
    await next();
  });
  app.route(BASE, botRoutes(world));
  app.route(BASE, messageRoutes(world));
  app.get('/attachments/:messageId/:id/:name', (call) => {
    const data = world.messages.get(call.req.param('messageId'))?.contents[call.req.param('name')];
    return data ? call.body(new Uint8Array(data)) : call.text('No longer available.', 404);
  });
  app.notFound((call) => refuse(world, call, new DiscordError('noSuchRoute')));
  app.onError((error, call) => {
    if (error instanceof DiscordError) return refuse(world, call, error);
    throw error;
  });
  return app;
}

function refuse(world: World, call: Context, error: DiscordError): Response {
  const path = call.req.path.replace(BASE, '').replace(/loopback-[^/]+/, '…');
  const { message, code, status, isRefusal } = error;
  if (isRefusal) world.refusals.push(`${call.req.method} ${path}: ${code} ${message}`);
  return Response.json({ message, code }, { status });
}

/** The server that a request is about. */
function guildOf(world: World, path: string): GuildRecord | undefined {
  const [, kind = '', id = '', token = '', ofApplication = ''] = path.split('/');
  const ids: Readonly<Record<string, string | undefined>> = {
    guilds: id,
    applications: ofApplication,
    channels: world.channels.get(id)?.guildId,
    interactions: world.interactions.get(token)?.person.guildId,
    webhooks: world.interactions.get(token)?.person.guildId,
  };
  return world.guilds.get(ids[kind] ?? '');
}

function faultAnswer(status: number, path: string): Response {
  const unknown = path.includes('/messages/') ? 10008 : 10003;
  const codes: Readonly<Record<number, number>> = {
    403: 50013,
    404: path.startsWith('/interactions') ? 10062 : unknown,
  };
  const retry = status === 429 ? { retry_after: 0.3, global: false } : {};
  const body = { message: `${status}: as the test wants it`, code: codes[status] ?? 0, ...retry };
  const headers = { 'x-ratelimit-scope': 'user', 'retry-after': '1' };
  return Response.json(body, { status, ...(status === 429 ? { headers } : {}) });
}
