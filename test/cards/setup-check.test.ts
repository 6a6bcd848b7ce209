import { afterAll, beforeEach, expect, test } from 'vitest';
import { PoolError } from '../../src/pool/pool-error.js';
import { NOW } from '../guilds/support.js';
import { openSetup } from './support/setup.js';

const { house, scene, fresh, connect, run } = await openSetup();
beforeEach(fresh);
afterAll(() => house.store.close());

const rule = (channel: string | null) => ({ id: 'a1b2c', channel, since: NOW });

test('a check of a server where all is well', async () => {
  await connect();
  await run('roles', { ping: '3' });
  await run('defaults', { audit: '301' });
  scene.posts = [{ channel: '302' }];
  scene.rules = [{ id: 'elsewhere', channel: null }, rule('303')];
  expect(await run('check')).toEqual([
    'good | All well · 16 checks',
    '✅ API key, 10 of 10 reads',
    '✅ Channels: <#300>, <#301>, <#302>, <#303>',
    '✅ Ping: <@&3>',
    '✅ Audit trail, 3 entries',
    '(Checked)',
  ]);
});

test('a check tells problems first, each with its remedy, and equal ones once', async () => {
  await connect();
  await run('defaults', { audit: '301' });
  scene.missing = { '301': ['Embed Links'] };
  scene.posts = [{ channel: '301' }];
  scene.rules = [rule(null)];
  scene.failures = {
    revenue: new PoolError('forbidden', { status: 403 }),
    devFee: new PoolError('forbidden', { status: 403 }),
    miners: new PoolError('unreachable'),
  };
  expect(await run('check')).toEqual([
    'warning | 3 problems, 2 warnings',
    '❌ Revenue, developer fee: no access (403)',
    '❌ Miners: no answer from the pool',
    '❌ <#301>: Pitboss lacks Embed Links',
    '⚠️ Nobody is pinged for a second person: `/setup roles ping`',
    '⚠️ Alert rules post nowhere: `/alerts channel`',
    '✅ API key, 7 of 10 reads',
    '✅ Channels: <#300>',
    '✅ Audit trail, 2 entries',
    '(Checked)',
  ]);
});

test('a check of a key that the pool no longer accepts says so once', async () => {
  await connect();
  const reads =
    'summary revenue devFee subaccounts paymentSettings contracts payments positions balances miners';
  for (const name of reads.split(' ')) scene.failures[name] = new PoolError('key', { status: 401 });
  const [title, first, second] = await run('check');
  expect(title).toBe('warning | 1 problem, 1 warning');
  expect(first).toBe('❌ All reads: key not accepted (401): `/setup key`');
  expect(second).toContain('⚠️');
});

test('a check of a server without a key tries what it can', async () => {
  await run('roles', { ping: '3' });
  expect(await run('check')).toEqual([
    'warning | 1 problem',
    '❌ No pool workspace connected: `/setup key`',
    '✅ Channels: <#300>',
    '✅ Ping: <@&3>',
    '✅ Audit trail, 1 entry',
    '(Checked)',
  ]);
});

test('a check finds an altered trail, a silent role and names without access', async () => {
  await connect();
  await run('roles', { ping: '9' });
  scene.silentRoles = ['9'];
  scene.refused = ['lone-mesa-air'];
  await house.store.db
    .updateTable('audit')
    .set({ actor: '1' })
    .where('guild', '=', scene.guildId)
    .where('seq', '=', 2)
    .execute();
  expect((await run('check')).slice(0, 4)).toEqual([
    'warning | 2 problems, 1 warning',
    '❌ <@&9>: a mention notifies nobody; allow everyone to mention the role',
    '❌ Audit trail: entry 2 was altered; tell the bot’s operator',
    '⚠️ No access to lone-mesa-air',
  ]);
});
