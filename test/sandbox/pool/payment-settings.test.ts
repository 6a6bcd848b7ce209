import { describe, expect, it } from 'vitest';
import { createWorkspace } from '../../../sandbox/pool/workspace.js';
import { at, rows, usePool } from './harness.js';

const harness = usePool();
const name = 'pecos-flats-hydro';
const listPath = '/api/v1/pool/payment-settings';
const createPath = `/api/v2/pool/payment-settings/BTC/${name}`;

const wanted = {
  payment_frequency: 'WEEKLY',
  day_of_week: 'FRIDAY',
  addresses: [
    { address_name: 'cold', external_address: 'bc1qnew', revenue_allocation: 60 },
    {
      address_id: 70_001,
      address_name: 'hot',
      external_address: 'bc1qold',
      revenue_allocation: 40,
    },
  ],
};

async function read(): Promise<unknown> {
  const { body } = await harness.get(`${listPath}/BTC?subaccount_names=${name}`);
  return rows(body, 'payment_settings')[0];
}

describe('list', () => {
  it('gives the settings of each subaccount that mines the currency', async () => {
    expect(await read()).toMatchObject({
      currency_type: 'BTC',
      subaccount: { name },
      status: 'ACTIVE',
      addresses: [{ revenue_allocation: 80 }, { revenue_allocation: 20 }],
      next_payout_at: expect.stringMatching(/T09:00:00Z$/),
    });
    const count = async (currency: string) =>
      at((await harness.get(`${listPath}/${currency}`)).body, 'pagination', 'item_count');
    expect(await Promise.all(['BTC', 'LTC_DOGE', 'SC', 'ZEC'].map(count))).toEqual([12, 4, 1, 1]);
  });

  it('holds what the summary sums up', async () => {
    const { body } = await harness.get(`${listPath}/BTC?page_size=50`);
    const sats = (value: unknown) => Math.round(Number(value) * 1e8);
    const balances = rows(body, 'payment_settings').map((each) => sats(at(each, 'balance')));
    const summary = await harness.get('/api/v2/pool/summary/BTC');
    expect(sats(at(summary.body, 'balance', 0, 'revenue'))).toBe(
      balances.reduce((sum, each) => sum + each, 0),
    );
  });

  it('owes what was earned since the last payout, and pays nothing while it is frozen', () => {
    let now = Date.parse('2026-11-20T12:00:00Z');
    const workspace = createWorkspace({ now: () => now });
    const subaccount = workspace.subaccounts.find(
      (each) => workspace.payments.settings('BTC', each)?.payment_frequency === 'DAILY',
    );
    if (subaccount === undefined) throw new Error('nobody is paid daily');
    const earned = (...days: number[]) =>
      days.reduce(
        (sum, day) => sum + workspace.earnings.onDay(subaccount, 'BTC', `2026-11-${day}`),
        0,
      );
    const owed = () => workspace.payments.owed(subaccount, 'BTC');
    expect(owed()).toBe(earned(19));
    const terms = workspace.payments.settings('BTC', subaccount);
    if (terms === null) throw new Error('no terms');
    workspace.payments.set('BTC', subaccount, terms);
    now = Date.parse('2026-11-22T11:00:00Z');
    expect(owed()).toBe(earned(19, 20, 21));
    now = Date.parse('2026-11-23T12:00:00Z');
    expect(owed()).toBe(earned(22));
  });

  it('refuses currencies that have none, and unknown names', async () => {
    expect((await harness.get(`${listPath}/LTC`)).status).toBe(400);
    expect((await harness.get(`${listPath}/BTC?subaccount_names=${name},nobody`)).status).toBe(403);
  });
});

describe('create', () => {
  it('waits for approval, then replaces what was there', async () => {
    const before = at(await read(), 'addresses');
    const { status, body } = await harness.send('POST', createPath, wanted);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      action_name: 'CREATE_PAYMENT_SETTINGS',
      status: 'PENDING',
      requires_approval: true,
      metadata: {
        payment_settings: {
          progressive_username: name,
          frequency: 'WEEKLY',
          payment_addresses: [
            { name: 'cold', split: '60', action: 'ADD' },
            { name: 'hot', split: '40', action: 'ADD' },
          ],
        },
      },
    });
    expect(await read()).toMatchObject({ status: 'PENDING_APPROVAL', addresses: before });

    harness.workspace.approve(String(at(body, 'id')));
    expect(await read()).toMatchObject({
      status: 'ACTIVE',
      payment_frequency: 'WEEKLY',
      day_of_week: 'FRIDAY',
      addresses: [
        { address_id: expect.any(Number), external_address: 'bc1qnew', revenue_allocation: 60 },
        { address_id: 70_001, external_address: 'bc1qold', revenue_allocation: 40 },
      ],
    });
  });

  it('leaves everything as it was when rejected', async () => {
    const before = await read();
    const { body } = await harness.send('POST', createPath, wanted);
    harness.workspace.reject(String(at(body, 'id')));
    expect(await read()).toEqual(before);
  });

  it('applies at once where no approval is required', async () => {
    harness.workspace.requiresApproval.payments = false;
    const { body } = await harness.send('POST', createPath, wanted);
    expect(body).toMatchObject({ status: 'COMPLETED' });
    expect(await read()).toMatchObject({ status: 'ACTIVE', day_of_week: 'FRIDAY' });
  });

  it.each<[string, number, [string, unknown]]>([
    ['no JSON', 400, [createPath, '{']],
    ['a frequency of its own', 422, [createPath, { ...wanted, payment_frequency: 'YEARLY' }]],
    ['no addresses', 422, [createPath, { payment_frequency: 'DAILY' }]],
    ['addresses that are text', 422, [createPath, { ...wanted, addresses: ['bc1qnew'] }]],
    ['an unknown subaccount', 404, ['/api/v2/pool/payment-settings/BTC/nobody', wanted]],
    ['an unknown currency', 400, [`/api/v2/pool/payment-settings/LTC/${name}`, wanted]],
  ])('refuses %s', async (_what, status, [path, body]) => {
    const before = await read();
    expect((await harness.send('POST', path, body)).status).toBe(status);
    expect(await read()).toEqual(before);
    expect(harness.workspace.actions.records).toEqual([]);
  });

  it('can be done behind the back of whoever looks', async () => {
    harness.workspace.setPaymentSettings('BTC', name, {
      payment_frequency: 'MONTHLY',
      day_of_week: 'UNSPECIFIED',
      addresses: [],
    });
    expect(await read()).toMatchObject({
      payment_frequency: 'MONTHLY',
      addresses: [],
      next_payout_at: expect.stringMatching(/-01T09:00:00Z$/),
    });
  });
});
