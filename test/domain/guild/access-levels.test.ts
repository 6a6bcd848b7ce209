import { describe, expect, test } from 'vitest';
import {
  ACCESS_LEVELS,
  isAdmin,
  mayUse,
  type AccessRoles,
  type Member,
} from '../../../src/domain/guild/access-levels.js';

const ADMINISTRATOR = 0x8n;
const MANAGE_GUILD = 0x20n;
/** Everything except those two, including bits that Discord hasn't named yet. */
const ALL_OTHERS = ((1n << 80n) - 1n) ^ (ADMINISTRATOR | MANAGE_GUILD);
const GUILD = '100000000000000001';

function member(permissions: bigint, ...roleIds: string[]): Member {
  return { userId: '1', displayName: 'Ada', roleIds, permissions };
}

const MEMBERS = {
  nobody: member(0n),
  everyBitButThose: member(ALL_OTHERS),
  viewer: member(0n, 'viewers'),
  approver: member(0n, 'approvers'),
  manager: member(0n, 'other', 'managers'),
  manageServer: member(MANAGE_GUILD),
  administrator: member(ADMINISTRATOR),
  owner: member(ALL_OTHERS | ADMINISTRATOR | MANAGE_GUILD),
};

const ROLES: Record<string, AccessRoles> = {
  'none set': { viewer: [], manager: [] },
  'all set': { viewer: ['viewers'], manager: ['managers'], approver: ['approvers'] },
  'managers only': { viewer: [], manager: ['managers'] },
  'the @everyone role, which no member lists': { viewer: [GUILD], manager: [GUILD] },
};

describe('who may what', () => {
  test('the whole table', () => {
    const table = Object.entries(ROLES).map(([name, roles]) => ({
      roles: name,
      ...Object.fromEntries(
        Object.entries(MEMBERS).map(([who, each]) => [
          who,
          ACCESS_LEVELS.filter((level) => mayUse(level, each, roles)).join(' ') || '–',
        ]),
      ),
    }));
    expect(table).toMatchInlineSnapshot(`
      [
        {
          "administrator": "viewer manager admin",
          "approver": "viewer",
          "everyBitButThose": "viewer",
          "manageServer": "viewer manager admin",
          "manager": "viewer",
          "nobody": "viewer",
          "owner": "viewer manager admin",
          "roles": "none set",
          "viewer": "viewer",
        },
        {
          "administrator": "viewer manager admin",
          "approver": "viewer",
          "everyBitButThose": "–",
          "manageServer": "viewer manager admin",
          "manager": "viewer manager",
          "nobody": "–",
          "owner": "viewer manager admin",
          "roles": "all set",
          "viewer": "viewer",
        },
        {
          "administrator": "viewer manager admin",
          "approver": "viewer",
          "everyBitButThose": "viewer",
          "manageServer": "viewer manager admin",
          "manager": "viewer manager",
          "nobody": "viewer",
          "owner": "viewer manager admin",
          "roles": "managers only",
          "viewer": "viewer",
        },
        {
          "administrator": "viewer manager admin",
          "approver": "–",
          "everyBitButThose": "–",
          "manageServer": "viewer manager admin",
          "manager": "–",
          "nobody": "–",
          "owner": "viewer manager admin",
          "roles": "the @everyone role, which no member lists",
          "viewer": "–",
        },
      ]
    `);
  });

  test('who may more may also less', () => {
    for (const roles of Object.values(ROLES)) {
      for (const each of Object.values(MEMBERS)) {
        const may = ACCESS_LEVELS.map((level) => mayUse(level, each, roles));
        expect(may).toEqual(may.toSorted((a, b) => Number(b) - Number(a)));
      }
    }
  });

  test('only two permission bits make an admin', () => {
    for (let bit = 0n; bit < 80n; bit++) {
      expect(isAdmin(member(1n << bit))).toBe(bit === 3n || bit === 5n);
    }
  });
});
