import type { APIAllowedMentions } from 'discord-api-types/v10';
import type { DiscordState, GuildRecord } from '../state/discord-state.js';

const USER = /<@!?(\d{17,20})>/g;
const ROLE = /<@&(\d{17,20})>/g;
const EVERYONE = /@(everyone|here)/;

/**
 * Whom a content pings: without allowed mentions everybody in it, else only those allowed. Stricter
 * than Discord, because others' text must not even come near a ping: mentions inside code count
 * too. Embeds never ping.
 */
export function pingedBy(
  content: string,
  where: { world: DiscordState; guild: GuildRecord },
  allowed: APIAllowedMentions | undefined,
): string[] {
  const users = named(content, USER).filter(
    (id) => where.guild.people.has(id) || id === where.world.bot.id,
  );
  const roles = named(content, ROLE).filter((id) => where.guild.roles.has(id));
  return [
    ...users.filter((id) => mayPing(allowed, 'users', id)),
    ...roles.filter((id) => mayPing(allowed, 'roles', id)),
    ...(EVERYONE.test(content) && mayPingAll(allowed) ? ['everyone'] : []),
  ];
}

function named(content: string, pattern: RegExp): string[] {
  return [...new Set([...content.matchAll(pattern)].map((match) => match[1] ?? ''))];
}

function mayPing(
  allowed: APIAllowedMentions | undefined,
  kind: 'users' | 'roles',
  id: string,
): boolean {
  if (!allowed) return true;
  const parse: readonly string[] = allowed.parse ?? [];
  return parse.includes(kind) || (allowed[kind]?.includes(id) ?? false);
}

function mayPingAll(allowed: APIAllowedMentions | undefined): boolean {
  const parse: readonly string[] | undefined = allowed?.parse;
  return !allowed || (parse?.includes('everyone') ?? false);
}
