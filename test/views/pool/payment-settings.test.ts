import { expect, test } from 'vitest';
import { clampReply } from '../../../src/discord/limits/clamp-reply.js';
import { paymentSettingsSchema, type PaymentSettings } from '../../../src/pool-api/resources.js';
import { formatAddress, paymentSettingsReply } from '../../../src/views/pool/payment-settings.js';
import { pages } from '../support/frame.js';

function record(name: string, addresses: number): PaymentSettings {
  return paymentSettingsSchema.parse({
    subaccount: { id: name, name },
    addresses: Array.from({ length: addresses }, (_, index) => ({
      address_name: `wallet ${index} ${'_'.repeat(30)}`,
      external_address: `bc1q${name}x${index}x${'z'.repeat(50)}`,
      revenue_allocation: 1,
    })),
  });
}

/** How many of each record's addresses its card shows whole, and how many it says are left. */
function shownOf(records: readonly PaymentSettings[]): [shown: number, left: number][] {
  const listing = { items: records, given: true, pagination: null };
  const notes = { readAt: 1, refusedSubaccounts: [], filledInAllSubaccounts: false };
  const read = { value: listing, ...notes };
  const reply = paymentSettingsReply({ read, currency: 'BTC', scope: {}, pages });
  expect(clampReply(reply).embeds).toEqual(reply.embeds);
  return records.map(({ addresses }, index) => {
    const text = reply.embeds?.[index + 1]?.description ?? '';
    const whole = (addresses ?? []).filter((each) =>
      text.includes(formatAddress(each.external_address)),
    );
    return [whole.length, Number(/\*\*(\d+) more address/.exec(text)?.[1] ?? 0)];
  });
}

test('three records of forty addresses: each card says how many it does not show', () => {
  const shown = shownOf(['a', 'b', 'c'].map((name) => record(name, 40)));
  for (const [whole, left] of shown) {
    expect(whole).toBeGreaterThan(5);
    expect(whole + left).toBe(40);
  }
});

test('what short records leave over, a long one has', () => {
  const [first, long, last] = shownOf([record('a', 1), record('b', 40), record('c', 2)]);
  expect([first, last]).toEqual([
    [1, 0],
    [2, 0],
  ]);
  expect(long?.[0]).toBeGreaterThan(20);
  expect((long?.[0] ?? 0) + (long?.[1] ?? 0)).toBe(40);
});
