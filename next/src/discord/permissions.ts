import {
  OverwriteType,
  PermissionFlagsBits as Bits,
  type APIOverwrite,
  type APIRole,
} from 'discord-api-types/v10';

export interface BotInGuild {
  readonly guildId: string;
  readonly botId: string;
  readonly roleIds: readonly string[];
  /** All roles of the server. */
  readonly roles: readonly Pick<APIRole, 'id' | 'permissions'>[];
}

/** Names as Discord writes them. */
const NEEDED = [
  ['View Channel', Bits.ViewChannel],
  ['Send Messages', Bits.SendMessages],
  ['Embed Links', Bits.EmbedLinks],
  ['Attach Files', Bits.AttachFiles],
  ['Read Message History', Bits.ReadMessageHistory],
] as const;
const ALL = ~0n;

/** What the bot's roles allow, whatever the channel. */
export function guildPermissions({ guildId, roleIds, roles }: BotInGuild): bigint {
  const bits = roles
    .filter(({ id }) => id === guildId || roleIds.includes(id))
    .reduce((sum, { permissions }) => sum | BigInt(permissions), 0n);
  return (bits & Bits.Administrator) === 0n ? bits : ALL;
}

/**
 * Discord's order: the roles, then the overwrites of @everyone, of roles, of the bot (documentation,
 * Permissions). A thread has the overwrites of its parent.
 */
export function channelPermissions(bot: BotInGuild, overwrites: readonly APIOverwrite[]): bigint {
  const { guildId, botId, roleIds } = bot;
  const ofRole = ({ id, type }: APIOverwrite) =>
    type === OverwriteType.Role && roleIds.includes(id);
  const layers = [
    overwrites.filter(({ id }) => id === guildId),
    overwrites.filter(ofRole),
    overwrites.filter(({ id, type }) => type === OverwriteType.Member && id === botId),
  ];
  const start = guildPermissions(bot);
  if (start === ALL) return ALL;
  return layers.reduce((bits, layer) => {
    const denied = layer.reduce((sum, { deny }) => sum | BigInt(deny), 0n);
    const allowed = layer.reduce((sum, { allow }) => sum | BigInt(allow), 0n);
    return (bits & ~denied) | allowed;
  }, start);
}

export function missingNames(permissions: bigint, isThread: boolean): string[] {
  const needed = NEEDED.map(([name, bit]) =>
    isThread && bit === Bits.SendMessages
      ? (['Send Messages in Threads', Bits.SendMessagesInThreads] as const)
      : ([name, bit] as const),
  );
  return needed.filter(([, bit]) => (permissions & bit) === 0n).map(([name]) => name);
}
