import type { GuildSettings } from './settings.js';

/** How much a person may do. */
export type Access = 'viewer' | 'manager' | 'admin';

export interface Member {
  readonly id: string;
  /** The name people see in this server. Text from outside. */
  readonly name: string;
  readonly roleIds: readonly string[];
  /** Discord's permission bits of this person in this channel, as received. */
  readonly permissions: bigint;
}

const ADMINISTRATOR = 1n << 3n;
const MANAGE_GUILD = 1n << 5n;

export function isAdmin({ permissions }: Member): boolean {
  return (permissions & (ADMINISTRATOR | MANAGE_GUILD)) !== 0n;
}

export function holdsOneOf({ roleIds }: Member, roles: readonly string[]): boolean {
  return roles.some((id) => roleIds.includes(id));
}

/** Admins may do everything, managers also read; so may approvers, who confirm what they see. */
export function mayUse(access: Access, member: Member, { roles }: GuildSettings): boolean {
  if (isAdmin(member)) return true;
  if (access === 'admin') return false;
  if (holdsOneOf(member, roles.manager)) return true;
  return (
    access === 'viewer' &&
    (roles.viewer.length === 0 || holdsOneOf(member, [...roles.viewer, ...roles.approver]))
  );
}
