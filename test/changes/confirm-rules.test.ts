import { expect, test } from 'vitest';
import { endsOf, whyNotConfirm } from '../../src/changes/confirm-rules.js';
import { DEFAULT_SETTINGS } from '../../src/guilds/settings.js';
import { payouts } from './samples.js';

const change = payouts({ rule: 'second' });
const guild = {
  settings: { ...DEFAULT_SETTINGS, roles: { viewer: [], manager: ['1'], approver: [] } },
  frozen: null,
  loosening: null,
  keyVersion: change.keyVersion,
  now: change.askedAt,
};
const typed = endsOf(change);

function refusal(by: string, earlierRequesters: readonly string[] = []) {
  const member = { id: by, name: by, roleIds: ['1'], permissions: 0n };
  const asked = { ...change, earlierRequesters };
  return whyNotConfirm(asked, guild, { member, typed })?.title ?? null;
}

test('who requested it first may not either, once another has asked for it again', () => {
  expect(refusal('second')).toBeNull();
  expect(refusal('second', ['second'])).toBe('Second person needed');
});
