import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { attachmentRoutes } from './attachments.js';
import { callbackRoutes } from './callbacks.js';
import { channelRoutes } from './channels.js';
import { commandRoutes } from './commands.js';
import type { Call, Env, RouteParts } from './context.js';
import { DiscordError, errorBody, errors, inWords } from '../errors.js';
import { isAfterEffect, meet, takeFault } from './faults.js';
import { guildRoutes } from './guilds.js';
import { createRateLimits } from './rate-limits.js';
import { webhookRoutes } from './webhooks.js';

const BASE = '/api/v10';

/** Discord's REST, version 10, as far as the bot uses it. */
export function createRestApp(rooms: RouteParts): Hono<Env> {
  const { world } = rooms;
  const limits = createRateLimits(world);
  const app = new Hono<Env>();

  app.use(`${BASE}/*`, async (call, next) => {
    const path = pathOf(call);
    const fault = takeFault(world.faults, { method: call.req.method, path });
    const silent = fault === 'hang' || fault === 'reset';
    call.set('fault', fault);
    if (silent) log(rooms, call, 0);
    await sleep(world.faults.latencyMs / 2);
    await next();
    for (const [name, value] of Object.entries(limits.headers(call.req.method, path))) {
      if (!call.res.headers.has(name)) call.res.headers.set(name, value);
    }
    await sleep(world.faults.latencyMs / 2);
    if (!silent) log(rooms, call, call.res.status);
    if (isAfterEffect(fault)) call.res = await meet(fault, call, path);
  });
  app.use(`${BASE}/*`, async (call, next) => {
    const path = pathOf(call);
    const fault = call.get('fault');
    checkToken(rooms, call, path);
    const refused = limits.refuse(path);
    if (refused) return refused;
    if (fault && !isAfterEffect(fault)) return meet(fault, call, path);
    return next();
  });

  app.route(BASE, callbackRoutes(rooms));
  app.route(BASE, webhookRoutes(rooms));
  app.route(BASE, channelRoutes(rooms));
  app.route(BASE, commandRoutes(rooms));
  app.route(BASE, guildRoutes(rooms));
  app.route('/', attachmentRoutes(rooms));

  app.notFound((call) => answer(call, errors.notFound()));
  app.onError((error, call) => {
    if (!(error instanceof DiscordError)) throw error;
    if (isRefusal(error)) {
      const where = `${call.req.method} ${withoutToken(pathOf(call))}`;
      world.refusals.push(`${where}: ${inWords(error)}`);
    }
    return answer(call, error);
  });
  return app;
}

function answer(call: Call, error: DiscordError): Response {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every status of DiscordError goes with a body
  return call.json(errorBody(error), error.status as ContentfulStatusCode);
}

/** The request itself is at fault, not what happens to exist or be allowed. */
function isRefusal({ status, code, isRepeat }: DiscordError): boolean {
  if (isRepeat) return false;
  return [400, 401, 413].includes(status) || [10015, 10062].includes(code);
}

function checkToken({ world }: RouteParts, call: Call, path: string): void {
  // These paths contain a token of their own.
  if (/^\/(interactions|webhooks)\//.test(path)) return;
  if (call.req.header('authorization') !== `Bot ${world.bot.token}`) throw errors.unauthorized();
}

function pathOf(call: Call): string {
  return decodeURIComponent(call.req.path.slice(BASE.length));
}

function withoutToken(path: string): string {
  return path.replace(/^\/(interactions|webhooks)\/(\d+)\/[^/]+/, '/$1/$2/…');
}

function log({ world }: RouteParts, call: Call, status: number): void {
  const path = pathOf(call);
  world.requests.push({ method: call.req.method, path, status, at: world.now() });
}
