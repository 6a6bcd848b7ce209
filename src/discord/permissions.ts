import { OverwriteType, PermissionFlagsBits, Routes, type REST } from 'discord.js';
import { z } from 'zod';
import { ChannelRefused } from '../domain/errors.js';
import { isDiscordsWord } from './discords-word.js';

/** What the bot needs in a channel, in Discord's own words. */
const NEEDED: readonly (readonly [name: string, bit: bigint])[] = [
  ['View Channel', PermissionFlagsBits.ViewChannel],
  ['Send Messages', PermissionFlagsBits.SendMessages],
  ['Embed Links', PermissionFlagsBits.EmbedLinks],
  ['Attach Files', PermissionFlagsBits.AttachFiles],
  // To see whether a post stands that was under way when the process ended.
  ['Read Message History', PermissionFlagsBits.ReadMessageHistory],
];

const overwrite = z.object({
  id: z.string(),
  type: z.enum(OverwriteType),
  allow: z.string(),
  deny: z.string(),
});
const channelShape = z.object({
  guild_id: z.string(),
  parent_id: z.string().nullish(),
  /** Missing on threads, which have those of the channel they hang from. */
  permission_overwrites: z.array(overwrite).optional(),
});
const memberShape = z.object({ roles: z.array(z.string()) });
const rolesShape = z.array(z.object({ id: z.string(), permissions: z.string() }));

export interface PermissionFacts {
  readonly guildId: string;
  readonly botId: string;
  readonly botRoleIds: readonly string[];
  readonly roles: z.output<typeof rolesShape>;
  readonly overwrites: readonly z.output<typeof overwrite>[];
}

/** Permission names that the bot lacks there. Throws `ChannelRefused` when it is gone. */
export async function missingPermissions(
  rest: REST,
  botId: string,
  channelId: string,
): Promise<readonly string[]> {
  const channel = await readChannel(rest, channelId);
  if (channel === null) return ['View Channel'];
  const guildId = channel.guild_id;
  const [member, roles, overwrites] = await Promise.all([
    rest.get(Routes.guildMember(guildId, botId)).then((body) => memberShape.parse(body)),
    rest.get(Routes.guildRoles(guildId)).then((body) => rolesShape.parse(body)),
    overwritesOf(rest, channel),
  ]);
  return missingFrom({ guildId, botId, botRoleIds: member.roles, roles, overwrites });
}

/** Null when the bot may not see it. */
async function readChannel(
  rest: REST,
  channelId: string,
): Promise<z.output<typeof channelShape> | null> {
  try {
    return channelShape.parse(await rest.get(Routes.channel(channelId)));
  } catch (error) {
    if (!isDiscordsWord(error)) throw error;
    if (error.status === 403) return null;
    if (error.status === 404)
      throw new ChannelRefused({ channelId, reason: 'gone' }, { cause: error });
    throw error;
  }
}

async function overwritesOf(
  rest: REST,
  { permission_overwrites: own, parent_id: parentId }: z.output<typeof channelShape>,
): Promise<PermissionFacts['overwrites']> {
  if (own !== undefined) return own;
  const parent = typeof parentId === 'string' ? await readChannel(rest, parentId) : null;
  return parent?.permission_overwrites ?? [];
}

/** Discord's order: roles together, then @everyone's, the roles', the member's overwrites (docs, Permissions). */
export function missingFrom(facts: PermissionFacts): readonly string[] {
  const { guildId, botId, botRoleIds, roles, overwrites } = facts;
  let bits = 0n;
  for (const role of roles) {
    if (role.id === guildId || botRoleIds.includes(role.id)) bits |= BigInt(role.permissions);
  }
  if ((bits & PermissionFlagsBits.Administrator) !== 0n) return [];
  const layers = [
    overwrites.filter(({ id }) => id === guildId),
    overwrites.filter(({ id, type }) => type === OverwriteType.Role && botRoleIds.includes(id)),
    overwrites.filter(({ id, type }) => type === OverwriteType.Member && id === botId),
  ];
  for (const layer of layers) {
    for (const { deny } of layer) bits &= ~BigInt(deny);
    for (const { allow } of layer) bits |= BigInt(allow);
  }
  return NEEDED.filter(([, bit]) => (bits & bit) === 0n).map(([name]) => name);
}
