import { expect, test } from 'vitest';
import { action } from '../../commands/fleet-action.js';
import { derivatives } from '../../commands/derivatives.js';
import { paymentSettings } from '../../commands/payment-settings.js';
import { subaccount } from '../../commands/subaccount.js';
import { guildSettings } from '../../src/guilds/settings.js';
import type { ContractFilter } from '../../src/pool/pool.js';
import { PoolError } from '../../src/pool/pool-error.js';
import { contractDetails } from '../../src/pool/schemas.js';
import { listOf, press, readingContext, readOf, run } from '../support/reading-context.js';
import { replyText } from '../support/reply-text.js';

const fileText = (reply: Awaited<ReturnType<typeof run>>) => String(reply.files?.[0]?.data);

test('contracts are asked for with the filter, in which ALL is none', async () => {
  const asked: unknown[] = [];
  const context = readingContext({
    contracts: async (currency, filter?: ContractFilter) => {
      asked.push([currency, filter]);
      return listOf([]);
    },
  });
  const options = { currency: 'USD', status: 'ALL', side: 'SELL' };
  const reply = await run(derivatives, ['derivatives contracts', options], context);
  expect(asked).toEqual([['USD', { side: 'SELL' }]]);
  expect(replyText(reply)).toContain('Derivatives contracts · USD · SELL\nNo contracts match.');
});

test('a contract is shown with its file, and its id is kept for the next time', async () => {
  const details = contractDetails.parse({
    contract_id: 'contract-1',
    side: 'SELL',
    series: { hashprice: [{ date: '2026-11-06', hashprice: '0.00041000000000000001' }] },
  });
  const context = readingContext({ contract: async () => readOf(details) });
  const options = { id: ' contract-1 ' };
  const reply = await run(derivatives, ['derivatives contract', options], context);
  expect(replyText(reply)).toMatch(/chart: contract\.png/);
  expect(context.noted).toEqual(['contract-1']);
  const file = await press(derivatives, [reply, 'CSV'], context);
  expect(file.files?.[0]?.name).toBe('contract.csv');
  expect(fileText(file)).toContain('0.00041000000000000001');
});

test('the id of a contract that cannot be read is not kept', async () => {
  const context = readingContext({
    contract: () => Promise.reject(new PoolError('missing', { status: 404 })),
  });
  await expect(
    run(derivatives, ['derivatives contract', { id: 'x' }], context),
  ).rejects.toBeInstanceOf(PoolError);
  expect(context.noted).toEqual([]);
});

test('contracts are suggested by their terms, also while one currency cannot be read', async () => {
  const context = readingContext({
    contracts: async (currency) => {
      if (currency === 'USD') throw new PoolError('forbidden');
      return listOf([
        { contract_id: 'c1', side: 'SELL', daily_hashrate_ph: 60 },
        { side: 'BUY', daily_hashrate_ph: 10 },
      ]);
    },
  });
  await context.guilds.noteId('guild', 'contract', 'contract-9');
  const suggest = derivatives.commands[1]?.autocomplete?.['id'];
  expect(await suggest?.('', context)).toEqual([
    { label: 'contract-9', value: 'contract-9' },
    { label: 'SELL 60 PH/s', value: 'c1' },
  ]);
  expect(await suggest?.('sell', context)).toHaveLength(1);
});

test('payments keep their filter while pages turn', async () => {
  const asked: unknown[] = [];
  const rows = Array.from({ length: 8 }, () => ({ type: 'PAYABLE', amount: 1 }));
  const context = readingContext({
    payments: async (currency, filter?: ContractFilter) => {
      asked.push([currency, filter]);
      return listOf(rows);
    },
  });
  const first = await run(derivatives, ['derivatives payments', { type: 'PAYABLE' }], context);
  const second = await press(derivatives, [first, 'Next'], context);
  expect(asked).toEqual([
    ['BTC', { type: 'PAYABLE' }],
    ['BTC', { type: 'PAYABLE' }],
  ]);
  expect(replyText(second)).toContain('PAYABLE **8.00000000 BTC** in 8');
});

test('positions of the last thirty days have a file that says what is missing', async () => {
  const context = readingContext({
    positions: async () => ({
      ...readOf({ positions: [{ date: '2026-11-27', net_position_ph: -5 }] }),
      refused: ['hall-1'],
    }),
  });
  const reply = await run(derivatives, ['derivatives positions'], context);
  expect(replyText(reply)).toContain('29 Oct – 27 Nov');
  const file = await press(derivatives, [reply, 'CSV'], context);
  expect(replyText(file)).toContain('no access to hall-1');
  expect(fileText(file)).toContain('2026-11-27,-5');
});

const REBOOT = {
  action_type: 'Reboot',
  site_id: 's1',
  total_miners: 20,
  success_miners: 11,
  error_miners: 9,
  miners_summary: Array.from({ length: 9 }, (_, index) => ({
    miner_ip: `10.0.0.${index + 1}`,
    failure_code: 'AUTH_FAILED',
  })),
};

test('an action has its site’s name, and a private list of the miners that failed', async () => {
  const context = readingContext({
    action: async () => readOf(REBOOT),
    sites: async () => [{ id: 's1', name: 'Cedar Ridge' }],
  });
  const reply = await run(action, ['action status', { id: 'action-1' }], context);
  expect(replyText(reply)).toContain('Reboot · Cedar Ridge');
  expect(replyText(reply)).toContain('[Failed miners] [CSV]');
  expect(context.noted).toEqual(['action-1']);
  const failed = await press(action, [reply, 'Failed miners'], context);
  expect(replyText(failed)).toContain('open | Failed miners · 9\n10.0.0.1 · AUTH\\_FAILED');
  expect(replyText(await press(action, [failed, 'Next'], context))).toContain('10.0.0.9');
  const file = await press(action, [reply, 'CSV'], context);
  expect(replyText(file)).toContain('**9 rows**');
});

test('an action is shown although the sites cannot be read, and without failures has no list', async () => {
  const context = readingContext({
    action: async () => readOf({ ...REBOOT, error_miners: 0, miners_summary: [] }),
    sites: () => Promise.reject(new PoolError('failed')),
  });
  const reply = await run(action, ['action status', { id: 'action-2' }], context);
  expect(replyText(reply)).toContain('open | Reboot\n');
  expect(replyText(reply)).not.toContain('Failed miners');
});

test('subaccounts of the server’s site are listed', async () => {
  const asked: unknown[] = [];
  const context = readingContext(
    {
      subaccounts: async (siteId) => {
        asked.push(siteId);
        return listOf([{ name: 'hall-1' }]);
      },
    },
    guildSettings.parse({ site: { id: 's1', name: 'Cedar_Ridge' } }),
  );
  const reply = await run(subaccount, ['subaccount list'], context);
  expect(asked).toEqual(['s1']);
  expect(replyText(reply)).toContain('Subaccounts · Cedar\\_Ridge');
});

const RECORD = {
  subaccount: { name: 'hall-1' },
  addresses: [{ external_address: 'bc1qaaaa' }, { external_address: 'bc1qbbbb' }],
};

test('payment settings come three a page, in the server’s currency and scope', async () => {
  const asked: unknown[] = [];
  const context = readingContext(
    {
      paymentSettings: async (currency, scope) => {
        asked.push([currency, scope]);
        return listOf([RECORD, RECORD, RECORD, RECORD]);
      },
    },
    guildSettings.parse({ currency: 'ZEC', subaccounts: ['hall-1'] }),
  );
  const reply = await run(paymentSettings, ['payment-settings list'], context);
  expect(asked).toEqual([['ZEC', { subaccounts: ['hall-1'] }]]);
  expect(replyText(reply)).toContain('Payment settings · ZEC · hall-1');
  expect(replyText(reply).match(/\*\*hall-1\*\*/g)).toHaveLength(3);
  const file = await press(paymentSettings, [reply, 'CSV'], context);
  expect(fileText(file).match(/bc1q/g)).toHaveLength(8);
});
