import { expect, test } from 'vitest';
import { createTurnedAwayRecorder } from '../../src/bot/strip-key-from-attempts.js';
import type { RefusedAttempt } from '../../src/changes/engine/refused-attempts.js';
import { DamagedKey } from '../../src/domain/errors/user-errors.js';
import type { Guilds } from '../../src/guilds/guilds.js';
import { redactKey } from '../../src/pool-api/http/redact.js';

/** Whatever people chose is recorded without the server's key. */

const KEY = 'lpk_4f8a1c2e9b7d6053e1f2a3b4c5d6e7f8';
const member = { userId: '7', displayName: KEY.slice(0, 28), roleIds: [], permissions: 0n };

async function entered(
  tried: string,
  openKey: Guilds['openKey'],
): Promise<[attempt: string, name: string]> {
  const refused: Omit<RefusedAttempt, 'changeId'>[] = [];
  const enter = createTurnedAwayRecorder({
    changes: { turnedAway: async (each) => void refused.push(each) },
    guilds: { openKey },
    pools: { withoutKey: (key, text) => redactKey(key).text(text) },
  });
  await enter({ guildId: '1', member }, { tried, why: 'unknown-id' });
  const [{ attempt, member: named } = { attempt: '', member }] = refused;
  return [attempt, named.displayName];
}

test.each([
  [`x:${KEY}`, 'x:[key]'],
  [`x:${Array.from(KEY).join('\u200B')}`, 'x:[key]'],
  [KEY, '[key]'],
  ['x:harmless', 'x:harmless'],
])('%j is entered as %j', async (tried, attempt) => {
  expect(await entered(tried, async () => ({ key: KEY, connectedAt: 1 }))).toEqual([
    attempt,
    '[key]',
  ]);
});

test('without a key there is nothing to find', async () => {
  expect(await entered('x:1', async () => null)).toEqual(['x:1', member.displayName]);
});

test('what can’t be searched, because the key is damaged, is entered without its words', async () => {
  const damaged = () => Promise.reject(new DamagedKey());
  expect(await entered(`x:${KEY}`, damaged)).toEqual(['…', '…']);
});
