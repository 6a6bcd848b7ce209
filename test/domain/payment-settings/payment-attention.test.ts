import { expect, test } from 'vitest';
import { collectPostData } from '../../../src/daily/collect/collect-post-data.js';
import { paymentSettingsSchema } from '../../../src/pool-api/resources.js';
import { PALETTE } from '../../../src/views/kit/palette.js';
import { paymentSettingsReply } from '../../../src/views/pool/payment-settings.js';
import { createWorkspace } from '../../changes/fakes/workspace.js';
import { pages } from '../../views/support/frame.js';

/** The daily post and the list of payment settings warn about the same ones. */

const NOW = Date.parse('2026-05-01T08:00Z');

test.each([
  ['nothing', {}, false],
  ['another status', { status: 'ACTIVE' }, false],
  ['the status that the API names', { status: 'PENDING_APPROVAL' }, true],
  ['that status in other letters', { status: 'pending_approval' }, true],
  ['a status that holds it', { status: 'ADMIN_PENDING_APPROVAL' }, true],
  ['a freeze', { frozen_until: '2026-05-01T08:00:01Z' }, true],
  ['a freeze that is over', { frozen_until: '2026-05-01T08:00:00Z' }, false],
  ['a freeze of another offset', { frozen_until: '2026-05-01T09:30:00+02:00' }, false],
  ['a freeze without a zone, which is UTC', { frozen_until: '2026-05-01T07:30:00' }, false],
  ['a freeze until what is no time', { frozen_until: 'job 5' }, true],
  ['a freeze until what is no day', { frozen_until: '2026-02-30' }, true],
])('%s', async (_, fields, warns) => {
  const record = paymentSettingsSchema.parse({ subaccount: { name: 'north' }, ...fields });
  const read = {
    value: { items: [record], pagination: null },
    readAt: NOW,
    refusedSubaccounts: [],
    filledInAllSubaccounts: false,
  };
  const listed = paymentSettingsReply({ read, currency: 'BTC', scope: {}, pages });
  expect(listed.embeds?.[1]?.color === PALETTE.warning).toBe(warns);

  const pool = { ...createWorkspace().client, listPaymentSettings: async () => read };
  const wanted = { sections: ['payments'], scope: {}, timeZone: 'UTC', now: NOW } as const;
  const { currencies } = await collectPostData(pool, { ...wanted, currencies: ['BTC'] });
  const payments = currencies[0]?.payments;
  if (!payments?.ok) throw new Error('not read');
  expect([...payments.value.awaiting, ...payments.value.frozen]).toEqual(warns ? [record] : []);
});
