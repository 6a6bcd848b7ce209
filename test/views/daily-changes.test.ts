import { expect, test } from 'vitest';
import { waitingChangesCard } from '../../src/views/daily/daily-changes.js';
import { inWords } from './support/rendered.js';

const told = (value: { toConfirm: number; toCheck: number }) => {
  const embed = waitingChangesCard({ ok: true, value });
  return embed === null ? null : inWords({ embeds: [embed] });
};

test('a daily post names changes that wait for somebody, and nothing where none does', () => {
  expect(waitingChangesCard(undefined)).toBeNull();
  expect(told({ toConfirm: 0, toCheck: 0 })).toBeNull();
  expect(told({ toConfirm: 2, toCheck: 0 })).toContain('**2** waiting for confirmation');
  expect(told({ toConfirm: 1, toCheck: 1 })).toContain(
    '**1** waiting for confirmation, **1 unknown outcome** to check · `/changes list only:open`',
  );
  const failed = waitingChangesCard({ ok: false, error: new Error('gone') });
  expect(failed?.description).toContain('not readable');
});
