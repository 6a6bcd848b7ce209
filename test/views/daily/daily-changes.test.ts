import { expect, test } from 'vitest';
import { waitingChangesCard } from '../../../src/views/daily/daily-changes.js';
import { dailyPost } from '../../../src/views/daily/daily-post.js';
import {
  openLines,
  type OpenMatters,
} from '../../../src/views/pool/summary/waiting-changes-lines.js';
import { aDailyPost } from '../support/daily-post.js';
import { inWords } from '../support/rendered.js';

const told = (value: { toConfirm: number; atPool?: number; toCheck: number }) => {
  const embed = waitingChangesCard({
    ok: true,
    value: { atPool: 0, loosening: null, isFrozen: false, ...value },
  });
  return embed === null ? null : inWords({ embeds: [embed] });
};

test('a daily post names changes that wait for somebody, and nothing where none does', () => {
  expect(waitingChangesCard(undefined)).toBeNull();
  expect(told({ toConfirm: 0, toCheck: 0 })).toBeNull();
  expect(told({ toConfirm: 2, toCheck: 0 })).toContain('**2** waiting for confirmation');
  expect(told({ toConfirm: 0, atPool: 1, toCheck: 0 })).toContain(
    '**1** sent and not in force yet',
  );
  // No more than so many are kept in memory to be counted.
  expect(told({ toConfirm: 0, atPool: 500, toCheck: 0 })).toContain(
    '**500 or more** sent and not in force yet',
  );
  expect(told({ toConfirm: 1, toCheck: 1 })).toContain(
    '**1** waiting for confirmation, **1 unknown outcome** to check · `/changes list only:open`',
  );
  const failed = waitingChangesCard({ ok: false, error: new Error('gone') });
  expect(failed?.description).toContain('not readable');
});

test('a daily post tells of a looser rule that waits', () => {
  const loosening = {
    seq: 4,
    head: 'f'.repeat(8),
    by: { id: '7', name: 'Ada' },
    at: 0,
    takesEffectAt: 86_400_000,
    changed: [{ what: 'payments' as const, before: ['second'], after: ['self'] }],
  };
  const value = { toConfirm: 0, atPool: 0, toCheck: 0, loosening, isFrozen: false };
  const embed = waitingChangesCard({ ok: true, value });
  expect(embed?.description).toMatch(/A looser rule is waiting.*<@7>.*\/setup show/s);
  // Cards that don't fit are left out from the end.
  const post = dailyPost(aDailyPost({ changes: { ok: true, value } }));
  expect(post.embeds?.[0]).toEqual(embed);
});

test('/summary names what is open here, the gravest first', () => {
  const none = { toConfirm: 0, atPool: 0, toCheck: 0, loosening: null, isFrozen: false };
  const lines = (value: OpenMatters) =>
    openLines({ ok: true, value }).filter((line) => line !== null);
  expect(lines({ alerts: 0, external: 0, changes: none })).toEqual([]);
  expect(
    lines({ alerts: 3, external: 1, changes: { ...none, isFrozen: true, toConfirm: 1 } }),
  ).toEqual([
    '🚨 **1 change made at the pool, not through Pitboss** · `/alerts list`',
    '🔔 **2 alerts** open · `/alerts list`',
    '🧊 Changes are frozen · `/changes unfreeze`',
    'Open changes: **1** waiting for confirmation · `/changes list only:open`',
  ]);
  expect(openLines({ ok: false, error: new Error('gone') })).toHaveLength(1);
});
