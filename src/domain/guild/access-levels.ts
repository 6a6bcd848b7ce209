import type { Uptime } from '../time/uptime.js';

/**
 * Who may do what. Checked in code at every command, click and submit: Discord's own
 * `default_member_permissions` gates neither components nor modals, and admins can override it.
 */
export const ACCESS_LEVELS = ['viewer', 'manager', 'admin'] as const;
export type AccessLevel = (typeof ACCESS_LEVELS)[number];

export interface Member {
  readonly userId: string;
  /** The name people see in this guild. Untrusted text. */
  readonly displayName: string;
  readonly roleIds: readonly string[];
  /** Discord's permission bits in this channel, as received with the interaction. */
  readonly permissions: bigint;
  /** When this came in, by the process's own count (`Uptime`), in ms; missing outside a click. */
  readonly actedAt?: number;
  /** The same by Discord's clock. */
  readonly actedAtDiscord?: number;
}

/** How long ago they acted, in ms; setting a clock changes nothing of it. */
export function sinceActed({ actedAt }: Member, uptime: Uptime): number {
  return actedAt === undefined ? 0 : uptime() - actedAt;
}

/** The guild's own roles per level; an empty list means the level's default. */
export interface AccessRoles {
  readonly viewer: readonly string[];
  readonly manager: readonly string[];
  /** May also confirm changes, and so may see them. */
  readonly approver?: readonly string[];
}

const ADMINISTRATOR = 1n << 3n;
const MANAGE_GUILD = 1n << 5n;

export function isAdmin(member: Member): boolean {
  return (member.permissions & (ADMINISTRATOR | MANAGE_GUILD)) !== 0n;
}

/** Admins may do everything; managers also do all that viewers may; approvers may read. */
export function mayUse(level: AccessLevel, member: Member, roles: AccessRoles): boolean {
  if (isAdmin(member)) return true;
  const holds = (wanted: readonly string[]) => wanted.some((id) => member.roleIds.includes(id));
  if (level === 'admin') return false;
  if (holds(roles.manager)) return true;
  if (level === 'viewer' && holds(roles.approver ?? [])) return true;
  return level === 'viewer' && (roles.viewer.length === 0 || holds(roles.viewer));
}
