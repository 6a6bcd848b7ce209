import { Hono } from 'hono';
import { gatewayUrl } from '../gateway/gateway.js';
import {
  applicationPayload,
  channelPayload,
  guildPayload,
  memberPayload,
  rolePayloads,
} from '../payloads/guild.js';
import { userPayload } from '../payloads/message.js';
import type { Env, RouteParts } from './context.js';
import { errors } from '../errors.js';
import type { GuildRecord } from '../state/discord-state.js';
import { DAY_MS } from '../../../src/domain/time/units.js';

/** The bot and its surroundings: gateway, application, guilds, roles, members, channels. */
export function guildRoutes({ world }: RouteParts): Hono<Env> {
  const app = new Hono<Env>();
  const inside = (id: string): GuildRecord => {
    const guild = world.guilds.get(id);
    if (!guild?.botInside) throw errors.unknownGuild();
    return guild;
  };

  app.get('/gateway/bot', (call) =>
    call.json({
      url: gatewayUrl(world),
      shards: 1,
      session_start_limit: {
        total: 1000,
        remaining: 999,
        reset_after: DAY_MS,
        max_concurrency: world.sessionStart.maxConcurrency,
      },
    }),
  );
  app.get('/users/@me', (call) => call.json(userPayload(world, world.bot.id)));
  app.get('/applications/@me', (call) => call.json(applicationPayload(world)));
  app.get('/users/@me/guilds', (call) => {
    const limit = Number(call.req.query('limit') ?? 200);
    const after = BigInt(call.req.query('after') ?? 0);
    const guilds = [...world.guilds.values()].filter(
      (guild) => guild.botInside && BigInt(guild.id) > after,
    );
    const page = guilds.toSorted((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1)).slice(0, limit);
    return call.json(
      page.map(({ id, name }) => ({
        id,
        name,
        icon: null,
        owner: false,
        permissions: '0',
        features: [],
      })),
    );
  });
  app.get('/guilds/:id', (call) => call.json(guildPayload(inside(call.req.param('id')))));
  app.get('/guilds/:id/roles', (call) => call.json(rolePayloads(inside(call.req.param('id')))));
  app.get('/guilds/:id/channels', (call) =>
    call.json(
      [...inside(call.req.param('id')).channels.values()].map((each) =>
        channelPayload(world, each),
      ),
    ),
  );
  app.get('/guilds/:id/members/:userId', (call) => {
    const guild = inside(call.req.param('id'));
    const userId = call.req.param('userId');
    if (userId !== world.bot.id && !guild.people.has(userId)) throw errors.unknownMember();
    return call.json(memberPayload(world, guild, userId));
  });
  app.get('/channels/:id', (call) => {
    const channel = world.channels.get(call.req.param('id'));
    if (!channel) throw errors.unknownChannel();
    if (!world.guilds.get(channel.guildId)?.botInside || channel.missing.has('ViewChannel')) {
      throw errors.missingAccess();
    }
    return call.json(channelPayload(world, channel));
  });
  return app;
}
