import { ApplicationCommandType, type APIApplicationCommand } from 'discord-api-types/v10';
import { Hono } from 'hono';
import { checkCommands } from '../validation/commands.js';
import type { Raw } from '../validation/raw.js';
import type { DiscordState } from '../state/discord-state.js';
import { readBody, readJson } from './body.js';
import type { Call, Env, RouteParts } from './context.js';
import { errors } from '../errors.js';

/** Registration of commands, global or for one guild. */
export function commandRoutes({ world }: RouteParts): Hono<Env> {
  const app = new Hono<Env>();
  for (const base of [
    '/applications/:app/commands',
    '/applications/:app/guilds/:guildId/commands',
  ]) {
    app.get(base, (call) => call.json(world.commands.list(guildOfPath(world, call))));
    app.put(base, async (call) => {
      const scope = guildOfPath(world, call);
      const bodies = checkCommands(await readJson(call));
      const commands = bodies.map((body) => register(world, scope, body));
      world.commands.replace(scope, commands);
      world.changes.emit({ kind: 'commands' });
      return call.json(commands);
    });
    app.post(base, async (call) => {
      const scope = guildOfPath(world, call);
      const { json } = await readBody(call);
      const others = world.commands.list(scope).filter((each) => each.name !== json['name']);
      checkCommands([json]);
      const command = register(world, scope, json);
      world.commands.replace(scope, [...others, command]);
      world.changes.emit({ kind: 'commands' });
      return call.json(command, 201);
    });
    app.delete(`${base}/:commandId`, (call) => {
      const scope = guildOfPath(world, call);
      const present = world.commands.list(scope);
      const left = present.filter((each) => each.id !== call.req.param('commandId'));
      if (left.length === present.length) throw errors.unknownCommand();
      world.commands.replace(scope, left);
      world.changes.emit({ kind: 'commands' });
      return call.body(null, 204);
    });
  }
  return app;
}

function guildOfPath(world: DiscordState, call: Call): string | null {
  if (call.req.param('app') !== world.applicationId) throw errors.missingAccess();
  const guildId = call.req.param('guildId') ?? null;
  if (guildId !== null && !world.guilds.get(guildId)?.botInside) throw errors.missingAccess();
  return guildId;
}

/** Adds what Discord adds; a command with a known name keeps its id. */
function register(world: DiscordState, scope: string | null, body: Raw): APIApplicationCommand {
  const before = world.commands.list(scope).find((each) => each.name === body['name']);
  const command = {
    name_localizations: null,
    description_localizations: null,
    default_member_permissions: null,
    dm_permission: true,
    default_permission: true,
    contexts: null,
    integration_types: [0],
    nsfw: false,
    type: ApplicationCommandType.ChatInput,
    ...body,
    id: before?.id ?? world.ids.next(),
    application_id: world.applicationId,
    version: world.ids.next(),
    ...(scope === null ? {} : { guild_id: scope }),
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the body brings name, description and options, and checkCommands has passed them
  return command as unknown as APIApplicationCommand;
}
