import { createChangesHarness, type ChangesHarness } from './changes-harness.js';

export const KEPT_ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

/** A harness whose subaccount `main` is paid daily, to one address. */
export function createPayingHarness(options = {}): ChangesHarness {
  const world = createChangesHarness(options);
  world.workspace.payments.set('BTC main', {
    payment_frequency: 'DAILY',
    day_of_week: 'UNSPECIFIED',
    status: 'ACTIVE',
    balance: 1.5,
    addresses: [
      {
        address_id: 11,
        address_name: 'cold',
        external_address: KEPT_ADDRESS,
        revenue_allocation: 100,
      },
    ],
  });
  return world;
}
