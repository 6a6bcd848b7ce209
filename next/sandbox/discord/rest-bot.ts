import type { APIApplicationCommand } from 'discord-api-types/v10';
import { Hono } from 'hono';
import { DiscordError } from './errors.js';
import { gatewayUrl } from './gateway.js';
import {
  channelPayload,
  guildPayload,
  memberPayload,
  rolePayloads,
  userPayload,
} from './payloads.js';
import type { Raw } from './raw.js';
import { readJson, type Env } from './rest-body.js';
import type { GuildRecord, World } from './state.js';
import { checkCommands } from './validate-commands.js';

/** The bot, its commands, and the servers it is in. */
export function botRoutes(world: World): Hono<Env> {
  const app = new Hono<Env>();
  const guildNamed = (id: string): GuildRecord => {
    const guild = world.guilds.get(id);
    if (guild?.bot !== 'inside') throw new DiscordError('unknownGuild');
    return guild;
  };

  app.get('/gateway/bot', (call) =>
    call.json({
      url: gatewayUrl(world),
      shards: 1,
      session_start_limit: { total: 1_000, remaining: 999, reset_after: 0, max_concurrency: 1 },
    }),
  );
  app.get('/users/@me', (call) => call.json(userPayload(world, null)));
  app.get('/applications/@me', (call) =>
    call.json({
      id: world.botId,
      name: 'Pitboss',
      icon: null,
      description: '',
      bot_public: false,
      bot_require_code_grant: false,
      verify_key: '0'.repeat(64),
      flags: 0,
      bot: userPayload(world, null),
    }),
  );

  app.get('/guilds/:id', (call) => call.json(guildPayload(guildNamed(call.req.param('id')))));
  app.get('/guilds/:id/roles', (call) => call.json(rolePayloads(guildNamed(call.req.param('id')))));
  app.get('/guilds/:id/channels', (call) =>
    call.json(
      guildNamed(call.req.param('id'))
        .channels.filter(({ isThread }) => !isThread)
        .map(channelPayload),
    ),
  );
  app.get('/guilds/:id/members/:userId', (call) => {
    const guild = guildNamed(call.req.param('id'));
    const userId = call.req.param('userId');
    const person = guild.people.find(({ id }) => id === userId) ?? null;
    if (!person && userId !== world.botId) throw new DiscordError('unknownMember');
    return call.json(memberPayload(world, guild, person));
  });

  for (const path of ['commands', 'guilds/:guildId/commands']) {
    const scopeOf = (applicationId: string, guildId = 'global') => {
      const isOpen = guildId === 'global' || world.guilds.get(guildId)?.bot === 'inside';
      if (applicationId !== world.botId || !isOpen) throw new DiscordError('missingAccess');
      return guildId;
    };
    app.get(`/applications/:app/${path}`, (call) => {
      const scope = scopeOf(call.req.param('app'), call.req.param('guildId'));
      return call.json(world.commands.get(scope) ?? []);
    });
    app.put(`/applications/:app/${path}`, async (call) => {
      const scope = scopeOf(call.req.param('app'), call.req.param('guildId'));
      const bodies = checkCommands(readJson(await call.req.text()));
      const commands = bodies.map((body) => register(world, scope, body));
      world.commands.set(scope, commands);
      return call.json(commands);
    });
  }
  return app;
}

/** A command whose name is known keeps its id. */
function register(world: World, scope: string, body: Raw): APIApplicationCommand {
  const before = world.commands.get(scope)?.find(({ name }) => name === body['name']);
  const command = {
    type: 1,
    default_member_permissions: null,
    nsfw: false,
    ...body,
    id: before?.id ?? world.nextId(),
    application_id: world.botId,
    version: world.nextId(),
    ...(scope === 'global' ? {} : { guild_id: scope }),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `checkCommands` has accepted name, description and options
  return command as unknown as APIApplicationCommand;
}
