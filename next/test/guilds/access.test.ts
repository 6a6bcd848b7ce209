import { expect, test } from 'vitest';
import type { Access, Member } from '../../src/discord/command.js';
import { isAdmin, mayUse } from '../../src/guilds/access.js';
import { DEFAULT_SETTINGS, type GuildSettings } from '../../src/guilds/settings.js';

const MANAGE_GUILD = 1n << 5n;
const ADMINISTRATOR = 1n << 3n;
const OTHER_RIGHTS = ~(MANAGE_GUILD | ADMINISTRATOR) & ((1n << 50n) - 1n);

const person = (roleIds: string[], permissions = 0n): Member => ({
  id: '1',
  name: 'somebody',
  roleIds,
  permissions,
});

const OPEN: GuildSettings = {
  ...DEFAULT_SETTINGS,
  roles: { viewer: [], manager: ['manager'], approver: ['approver'] },
};
const CLOSED = { ...OPEN, roles: { ...OPEN.roles, viewer: ['viewer'] } };

const all = (member: Member, settings: GuildSettings) =>
  (['viewer', 'manager', 'admin'] satisfies Access[])
    .filter((access) => mayUse(access, member, settings))
    .join(' ');

test.each([
  { who: 'somebody without roles', member: person([]), open: 'viewer', closed: '' },
  { who: 'a viewer', member: person(['viewer']), open: 'viewer', closed: 'viewer' },
  { who: 'an approver', member: person(['approver']), open: 'viewer', closed: 'viewer' },
  {
    who: 'a manager',
    member: person(['manager']),
    open: 'viewer manager',
    closed: 'viewer manager',
  },
  {
    who: 'a member with Manage Server',
    member: person([], MANAGE_GUILD),
    open: 'viewer manager admin',
    closed: 'viewer manager admin',
  },
  {
    who: 'an administrator',
    member: person([], ADMINISTRATOR),
    open: 'viewer manager admin',
    closed: 'viewer manager admin',
  },
  {
    who: 'a moderator with every other right',
    member: person(['moderator'], OTHER_RIGHTS),
    open: 'viewer',
    closed: '',
  },
])('$who may use what the roles give', ({ member, open, closed }) => {
  expect(all(member, OPEN)).toBe(open);
  expect(all(member, CLOSED)).toBe(closed);
});

test('only Manage Server and Administrator make an admin', () => {
  expect(isAdmin(person([], OTHER_RIGHTS))).toBe(false);
  expect(isAdmin(person([], MANAGE_GUILD))).toBe(true);
});
