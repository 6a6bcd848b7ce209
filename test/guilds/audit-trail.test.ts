import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendAudit, auditEntries, verifyAudit } from '../../src/guilds/audit-trail.js';
import type { AuditEntry } from '../../src/guilds/audit-trail.js';
import { NOW, openGuilds } from './support.js';

let house: Awaited<ReturnType<typeof openGuilds>>;
beforeAll(async () => {
  house = await openGuilds();
});
afterAll(() => house.store.close());

let guilds = 0;

async function trailOf(length: number): Promise<string> {
  const guild = `trail-${(guilds += 1)}`;
  const step = { guild, actor: '201', step: 'settings' };
  await house.store.inGuild(guild, async (tx) => {
    for (let number = 1; number <= length; number += 1)
      await appendAudit(tx, { ...step, at: NOW + number, details: { number } });
  });
  return guild;
}

const verify = (guild: string) => verifyAudit(house.store.db, guild);

test('a trail is whole, and numbered from 1 in each server', async () => {
  const [one, other] = [await trailOf(3), await trailOf(2)];
  const numbers = (await auditEntries(house.store.db, one)).map(({ seq }) => seq);
  expect(numbers).toEqual([1, 2, 3]);
  expect(await verify(one)).toEqual({ entries: 3, brokenAt: null });
  expect(await verify(other)).toEqual({ entries: 2, brokenAt: null });
  expect(await verify('nobody')).toEqual({ entries: 0, brokenAt: null });
});

/** As somebody with the database does. */
async function alter(guild: string, altered: Partial<AuditEntry>): Promise<void> {
  const third = house.store.db.updateTable('audit').set(altered).where('seq', '=', 3);
  await third.where('guild', '=', guild).execute();
}

test.each<[string, Partial<AuditEntry>]>([
  ['details', { details: '{"number":9}' }],
  ['actor', { actor: '999' }],
  ['moment', { at: NOW }],
  ['step', { step: 'key' }],
  ['change', { change: 4 }],
  ['hash', { hash: 'f00d' }],
])('an entry whose %s was altered is found at its number', async (_, altered) => {
  const guild = await trailOf(5);
  await alter(guild, altered);
  expect(await verify(guild)).toEqual({ entries: 2, brokenAt: 3 });
});

test.each([1, 3])('a missing entry %i is found at its number', async (seq) => {
  const guild = await trailOf(5);
  const entries = house.store.db.deleteFrom('audit').where('guild', '=', guild);
  await entries.where('seq', '=', seq).execute();
  expect((await verify(guild)).brokenAt).toBe(seq);
});

test('an entry rewritten with a hash that fits it is found at the next one', async () => {
  const guild = await trailOf(5);
  const third = (await auditEntries(house.store.db, guild))[2];
  const values = [third?.previous_hash, guild, 3, third?.at, '999', third?.step, null, '{}'];
  const hash = createHash('sha256').update(JSON.stringify(values)).digest('hex');
  await alter(guild, { actor: '999', details: '{}', hash });
  expect(await verify(guild)).toEqual({ entries: 3, brokenAt: 4 });
});

test('an entry of another server does not fit into the chain', async () => {
  const [one, other] = [await trailOf(2), await trailOf(3)];
  await alter(other, { guild: one });
  expect(await verify(one)).toEqual({ entries: 2, brokenAt: 3 });
});
