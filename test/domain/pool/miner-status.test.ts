import { expect, test } from 'vitest';
import { isFailing, isOffline } from '../../../src/domain/pool/miner-status.js';

test.each([
  ['offline', true],
  ['OFFLINE', true],
  ['HASHING_STATUS_OFFLINE', true],
  ['hashing', false],
  ['idle', false],
  ['N/A', false],
  // Not described: nothing is known of it.
  ['not_offline', null],
  ['asleep', null],
  ['', null],
  [null, null],
  [undefined, null],
])('hashing status %s: offline %s', (hashing_status, is) => {
  expect(isOffline({ hashing_status })).toBe(is);
});

test.each([
  ['failing', true],
  ['HEALTHY_STATUS_FAILING', true],
  ['Healthy', false],
  ['N/A', false],
  ['offline', null],
  [undefined, null],
])('health %s: failing %s', (healthy_status, is) => {
  expect(isFailing({ healthy_status })).toBe(is);
});
