import { expect, test } from 'vitest';
import { mayUse, type Access, type Member } from '../../src/guilds/access.js';
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

const ALL = 'viewer manager admin';

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
  ['somebody without roles', person([]), ['viewer', '']],
  ['a viewer', person(['viewer']), ['viewer', 'viewer']],
  ['an approver', person(['approver']), ['viewer', 'viewer']],
  ['a manager', person(['manager']), ['viewer manager', 'viewer manager']],
  ['a member with Manage Server', person([], MANAGE_GUILD), [ALL, ALL]],
  ['an administrator', person([], ADMINISTRATOR), [ALL, ALL]],
  ['a moderator with every other right', person(['moderator'], OTHER_RIGHTS), ['viewer', '']],
])('%s may use what the roles give', (_, member, [open, closed]) => {
  expect(all(member, OPEN)).toBe(open);
  expect(all(member, CLOSED)).toBe(closed);
});
