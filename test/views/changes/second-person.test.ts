import { expect, test } from 'vitest';
import { secondPersonLine } from '../../../src/views/changes/second-person.js';

/** Who is named above a card that waits for a second person. */

const asked = { requester: { id: '1', name: 'Max' } };
const ids = (kind: string, many: number) =>
  Array.from({ length: many }, (_, index) => `${kind}${index + 1}`);

function rolesIn(approver: string[], manager: string[], pingRoleId?: string): string {
  const roles = { viewer: [], manager, approver };
  const line = secondPersonLine(asked, { roles, pingRoleId });
  return /needed:\*\* (.*) can confirm/.exec(line)?.[1]?.replaceAll(/<@&(\w+)>/g, '$1') ?? '';
}

test('names the pinged role first, then both kinds, and counts the rest', () => {
  const [approvers, managers] = [ids('a', 12), ids('m', 1)];
  expect(rolesIn(approvers, managers)).toBe('a1 m1 a2 a3 a4 a5 a6 a7 and 5 more roles');
  expect(rolesIn(approvers, managers, 'a12')).toBe('a12 a1 m1 a2 a3 a4 a5 a6 and 5 more roles');
  expect(rolesIn(ids('a', 8), managers)).toMatch(/a7 and 1 more role$/);
});

test('names all where they are few, each once, and none that may not confirm', () => {
  expect(rolesIn(['a', 'b'], ['b', 'c'], 'pinged')).toBe('a b c');
  expect(rolesIn([], ['m'])).toBe('m');
  expect(rolesIn([], [])).toBe('anyone with Manage Server');
});
