import { RESTJSONErrorCodes as Code, type APIApplicationCommand } from 'discord-api-types/v10';
import { Hono, type Context } from 'hono';
import { DiscordError } from './errors.js';
import { gatewayUrl } from './gateway.js';
import { memberPayload, rolePayloads } from './payloads.js';
import { messageRoutes, readJson, type Env } from './rest-messages.js';
import type { Guild, World } from './state.js';
import { checkCommands } from './validate.js';

const BASE = '/api/v10';

/** Discord's REST, version 10, as far as a bot like ours uses it. */
export function createRest(world: World): Hono<Env> {
  const app = new Hono<Env>();
  app.use(`${BASE}/*`, async (call, next) => {
    const path = decodeURIComponent(call.req.path.slice(BASE.length));
    const { socket } = call.env.incoming;
    const fault = faultOf(world, { method: call.req.method, path });
    if (typeof fault === 'number') return faultAnswer(fault, path);
    if (fault === 'hang') await new Promise((resolve) => socket.once('close', resolve));
    // The paths of interactions and webhooks hold a token of their own.
    const needsToken = !/^\/(interactions|webhooks)\//.test(path);
    if (needsToken && call.req.header('authorization') !== `Bot ${world.token}`) {
      return call.json({ message: '401: Unauthorized', code: 0 }, 401);
    }
    if (fault === undefined || fault === 'reset-after') await next();
    if (fault === undefined) return undefined;
    socket.resetAndDestroy();
    return new Response(null);
  });
  app.route(BASE, botRoutes(world));
  app.route(BASE, messageRoutes(world));
  const refuse = ({ req }: Context, message: string) => {
    const path = req.path.replace(BASE, '').replace(/loopback-[^/]+/, '…');
    world.refusals.push(`${req.method} ${path}: ${message}`);
  };
  app.notFound((call) => {
    refuse(call, '404');
    return call.json({ message: '404: Not Found', code: 0 }, 404);
  });
  app.onError((error, call) => {
    if (!(error instanceof DiscordError)) throw error;
    const { message, code, status, isRefusal } = error;
    if (isRefusal) refuse(call, `${code} ${message}`);
    return Response.json({ message, code }, { status });
  });
  return app;
}

/** Refers to the server whose id, channel or interaction the path names. */
function faultOf(world: World, request: { method: string; path: string }) {
  const { guilds, channels, interactions } = world;
  const guild = request.path
    .split('/')
    .map((id) => channels.get(id)?.guildId ?? interactions.get(id)?.person.guildId ?? id)
    .map((id) => guilds.get(id))
    .find((each) => each !== undefined);
  return guild?.fault?.(request);
}

function faultAnswer(status: number, path: string): Response {
  const notFound = path.startsWith('/interactions') ? 10062 : 10008;
  const codes: Readonly<Record<number, number>> = { 403: 50013, 404: notFound };
  const message = `${status}: as the test wants it`;
  return Response.json({ message, code: codes[status] ?? 0 }, { status });
}

/** The bot's connection, its commands, and its servers. */
function botRoutes(world: World): Hono<Env> {
  const app = new Hono<Env>();
  const guildNamed = (id: string): Guild => {
    const guild = world.guilds.get(id);
    if (guild?.bot !== 'inside') throw new DiscordError(Code.UnknownGuild);
    return guild;
  };
  app.get('/applications/@me', (call) =>
    call.json({ id: world.botId, name: 'Pitboss', approximate_guild_count: world.guilds.size }),
  );
  app.get('/gateway/bot', (call) =>
    call.json({
      url: gatewayUrl(world),
      shards: 1,
      session_start_limit: { total: 1_000, remaining: 999, reset_after: 0, max_concurrency: 1 },
    }),
  );
  app.get('/guilds/:id/roles', (call) => call.json(rolePayloads(guildNamed(call.req.param('id')))));
  app.get(`/guilds/:id/members/${world.botId}`, (call) => {
    guildNamed(call.req.param('id'));
    return call.json(memberPayload(world, null));
  });
  app.put('/applications/:app/commands', async (call) =>
    call.json(register(world, 'global', await call.req.text())),
  );
  app.put('/applications/:app/guilds/:id/commands', async (call) => {
    const { id } = guildNamed(call.req.param('id'));
    return call.json(register(world, id, await call.req.text()));
  });
  return app;
}

/** Replaces the commands; one whose name is known keeps its id. */
function register(world: World, scope: string, text: string): APIApplicationCommand[] {
  const before = world.commands.get(scope) ?? [];
  const commands = checkCommands(readJson(text)).map((body) => ({
    type: 1,
    ...body,
    id: before.find(({ name }) => name === body.name)?.id ?? world.nextId(),
    application_id: world.botId,
    version: world.nextId(),
  }));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `checkCommands` has accepted them
  const registered = commands as unknown as APIApplicationCommand[];
  world.commands.set(scope, registered);
  return registered;
}
