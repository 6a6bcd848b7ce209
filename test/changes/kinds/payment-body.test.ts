import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPool } from '../../../sandbox/pool/server.js';
import type { LoopbackPool } from '../../../sandbox/pool/loopback-pool.js';
import { paymentSettingsChange } from '../../../src/changes/kinds/payment-settings/payment-settings.js';
import { systemClock } from '../../../src/domain/time/clock.js';
import { parseAddresses } from '../../../src/domain/payment-settings/address-lines.js';
import { createPoolClients, type PoolClients } from '../../../src/pool-api/pool-clients.js';

/**
 * Section 4.1, create payment settings, through the real client and HTTP: the pool receives exactly
 * what a person filled in, field for field, for every frequency, day and number of addresses.
 */

const FREQUENCIES = ['UNSPECIFIED', 'DAILY', 'WEEKLY', 'MONTHLY'];
const DAYS = [
  undefined,
  'UNSPECIFIED',
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
];
const SHARES = [33.5, 0, 100, 0.1, 12.345678, 1, 50, 7, 99.99, 3];

let pool: LoopbackPool;
let clients: PoolClients;
let key: string;

beforeAll(async () => {
  pool = await startPool();
  clients = createPoolClients({
    baseUrl: pool.url,
    authPrefix: '',
    timeoutMs: 5_000,
    clock: systemClock,
  });
  ({ key } = pool.addWorkspace({ seed: 7, miners: 10, days: 2 }));
});
afterAll(async () => {
  await clients.close();
  await pool.close();
});

/** Every other one already has an id; some names contain the form's own separators. */
function address(index: number) {
  const hasId = index % 2 === 0;
  return {
    ...(hasId ? { address_id: 81_000 + index } : {}),
    address_name: ['cold', 'a | b', '', 'Größe ✓'][index % 4] ?? '',
    external_address: `bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf${String(index).padStart(4, '0')}`,
    revenue_allocation: SHARES[index] ?? 0,
  };
}

/** As people type it: without the id, which the present record has. */
function asTyped(typed: ReturnType<typeof address>) {
  const name = typed.address_name.replaceAll('|', String.raw`\|`);
  return `${name} | ${typed.external_address} | ${typed.revenue_allocation}`;
}

async function received(wanted: { frequency: string; day: string | undefined; count: number }) {
  const { frequency, day, count } = wanted;
  const addresses = Array.from({ length: count }, (_, index) => address(index));
  const parsed = parseAddresses(addresses.map(asTyped).join('\n'));
  if (!parsed.ok) throw new Error('the form was not understood');
  const [subaccount] = pool.workspaceOf(key).subaccounts;
  const typed = {
    currency: 'BTC',
    subaccount: subaccount?.name,
    settings: {
      payment_frequency: frequency,
      ...(day === undefined ? {} : { day_of_week: day }),
      addresses: parsed.addresses,
    },
  };
  const present = { addresses: addresses.filter((each) => 'address_id' in each) };
  const input = paymentSettingsChange.complete?.(typed, present);
  const body = {
    payment_frequency: frequency,
    ...(day === undefined ? {} : { day_of_week: day }),
    addresses,
  };
  const before = pool.requests.length;
  await paymentSettingsChange.send(clients.withKey(key), input, AT_ONCE);
  const requests = pool.requests.slice(before);
  return { subaccount, input, body, requests };
}

const AT_ONCE = { maySendOnceConnected: async () => true, maySendFirstByte: () => true };

describe.each(FREQUENCIES)('%s', (frequency) => {
  test.each(DAYS)('on %s: 0 to 10 addresses', async (day) => {
    for (let count = 0; count <= 10; count++) {
      const { subaccount, input, body, requests } = await received({ frequency, day, count });
      expect(requests).toHaveLength(1);
      expect(requests[0]).toMatchObject({ method: 'POST', status: 200 });
      expect(requests[0]?.path).toBe(`/api/v2/pool/payment-settings/BTC/${subaccount?.name ?? ''}`);
      // Strictly: no field more or less, and an address without an id sends no `address_id`.
      expect(requests[0]?.body).toStrictEqual(body);
      expect(paymentSettingsChange.request(input)).toStrictEqual({
        method: 'POST',
        path: requests[0]?.path,
        body,
      });
    }
  });
});

test('a name with everything in it stays one segment of the path', async () => {
  const name = 'a/b ?c=%2F#é';
  const [site] = pool.workspaceOf(key).sites;
  if (site === undefined) throw new Error('no site');
  pool.workspaceOf(key).addSubaccount(name, site);
  const input = {
    currency: 'LTC_DOGE',
    subaccount: name,
    settings: { payment_frequency: 'DAILY', addresses: [] },
  };
  await paymentSettingsChange.send(clients.withKey(key), input, AT_ONCE);
  const asked = pool.requests.at(-1);
  expect(asked?.path).toBe(`/api/v2/pool/payment-settings/LTC_DOGE/${name}`);
  expect(asked?.status).toBe(200);
  expect(paymentSettingsChange.request(input).path).toBe(
    `/api/v2/pool/payment-settings/LTC_DOGE/${encodeURIComponent(name)}`,
  );
});
