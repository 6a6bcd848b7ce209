import { OverwriteType, PermissionFlagsBits, Routes, type REST } from 'discord.js';
import { z } from 'zod';
import { ChannelRefused, EMBED_LINKS } from '../../domain/errors/channel-refused.js';
import { isDiscordError } from '../rest/error-codes.js';
import { permissionBits } from './permission-bits.js';

/** The permissions the bot needs in a channel, as Discord names them. */
export const NEEDED: readonly (readonly [name: string, bit: bigint])[] = [
  ['View Channel', PermissionFlagsBits.ViewChannel],
  ['Send Messages', PermissionFlagsBits.SendMessages],
  [EMBED_LINKS, PermissionFlagsBits.EmbedLinks],
  ['Attach Files', PermissionFlagsBits.AttachFiles],
  // To check whether a post that was in progress when the process ended exists.
  ['Read Message History', PermissionFlagsBits.ReadMessageHistory],
];

/** Parsed leniently: missing values and unknown types allow nothing. */
const overwrite = z.object({
  id: z.string().catch(''),
  type: z.enum(OverwriteType).nullable().catch(null),
  allow: z.unknown().optional(),
  deny: z.unknown().optional(),
});
const channelShape = z.object({
  guild_id: z.string().optional().catch(undefined),
  parent_id: z.string().nullish().catch(null),
  /** Missing on threads, which inherit their parent channel's. */
  permission_overwrites: z.array(overwrite).optional(),
});
const memberShape = z.object({ roles: z.array(z.string()).catch([]) });
const rolesShape = z.array(
  z.object({
    id: z.string().catch(''),
    permissions: z.unknown().optional(),
    mentionable: z.boolean().optional().catch(undefined),
  }),
);

/** A channel and the server it is known to be in, because Discord may not name the server. */
export interface ChannelPlace {
  readonly channelId: string;
  readonly guildId?: string | undefined;
}

export interface PermissionFacts {
  readonly guildId: string;
  readonly botId: string;
  readonly botRoleIds: readonly string[];
  readonly roles: z.output<typeof rolesShape>;
  readonly overwrites: readonly z.output<typeof overwrite>[];
}

/** Names of the permissions that the bot lacks there. Throws `ChannelRefused` if it is gone. */
export async function missingPermissions(
  rest: REST,
  botId: string,
  place: ChannelPlace,
): Promise<readonly string[]> {
  const facts = await readFacts(rest, botId, place);
  return facts === null ? ['View Channel'] : missingFrom(facts);
}

/**
 * Whether mentioning the role in a post there notifies anyone, which Discord doesn't say; `gone` if
 * the server has no such role. Throws `ChannelRefused` if the channel is gone.
 */
export async function mentionOf(
  rest: REST,
  botId: string,
  { roleId, ...place }: ChannelPlace & { readonly roleId: string },
): Promise<'heard' | 'unheard' | 'gone'> {
  const facts = await readFacts(rest, botId, place);
  if (facts === null) return 'unheard';
  const role = facts.roles.find(({ id }) => id === roleId);
  if (role === undefined) return 'gone';
  const mayMentionAll = (permissionsFrom(facts) & PermissionFlagsBits.MentionEveryone) !== 0n;
  return role.mentionable === true || mayMentionAll ? 'heard' : 'unheard';
}

/** Null if the bot may not see the channel. */
async function readFacts(
  rest: REST,
  botId: string,
  place: ChannelPlace,
): Promise<PermissionFacts | null> {
  const channel = await readChannel(rest, place.channelId);
  if (channel === null) return null;
  const guildId = channel.guild_id ?? place.guildId;
  if (guildId === undefined) throw new Error(`Discord names no server of ${place.channelId}`);
  const [member, roles, overwrites] = await Promise.all([
    rest.get(Routes.guildMember(guildId, botId)).then((body) => memberShape.parse(body)),
    rest.get(Routes.guildRoles(guildId)).then((body) => rolesShape.parse(body)),
    overwritesOf(rest, channel),
  ]);
  return { guildId, botId, botRoleIds: member.roles, roles, overwrites };
}

/** Null if the bot may not see it. */
async function readChannel(
  rest: REST,
  channelId: string,
): Promise<z.output<typeof channelShape> | null> {
  try {
    return channelShape.parse(await rest.get(Routes.channel(channelId)));
  } catch (error) {
    if (!isDiscordError(error)) throw error;
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

/**
 * Discord's order: all roles, then the overwrites of @everyone, roles, member (docs, Permissions).
 */
function permissionsFrom(facts: PermissionFacts): bigint {
  const { guildId, botId, botRoleIds, roles, overwrites } = facts;
  let bits = 0n;
  for (const role of roles) {
    if (role.id === guildId || botRoleIds.includes(role.id)) bits |= allowed(role.permissions);
  }
  if ((bits & PermissionFlagsBits.Administrator) !== 0n) return ~0n;
  const layers = [
    overwrites.filter(({ id }) => id === guildId),
    overwrites.filter(({ id, type }) => type === OverwriteType.Role && botRoleIds.includes(id)),
    overwrites.filter(({ id, type }) => type === OverwriteType.Member && id === botId),
  ];
  for (const layer of layers) {
    for (const { deny } of layer) bits &= ~denied(deny);
    for (const { allow } of layer) bits |= allowed(allow);
  }
  return bits;
}

export function missingFrom(facts: PermissionFacts): readonly string[] {
  const bits = permissionsFrom(facts);
  return NEEDED.filter(([, bit]) => (bits & bit) === 0n).map(([name]) => name);
}

const allowed = (given: unknown): bigint => permissionBits(given) ?? 0n;

/** If missing, nothing is denied; if unreadable, assume that everything is. */
const denied = (given: unknown): bigint =>
  given === undefined || given === null ? 0n : (permissionBits(given) ?? ~0n);
