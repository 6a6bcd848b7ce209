import { newSettings } from '../../pool/settings.js';
import type { PoolRequest, Workspace } from '../../pool/types.js';
import { settingsOf, subaccountOf, worldOf } from '../../pool/workspace.js';
import { z } from 'zod';

/** What the pool received and what it lists now, whatever the bot says. */
export function poolBooks(workspace: Workspace): string[] {
  const { writes } = workspace;
  if (writes.length === 0) return ['It received no request to change anything.'];
  const requests = writes.length === 1 ? '1 request' : `${writes.length} requests`;
  const told = writes.map((request) => tell(workspace, request));
  return [
    `It received ${requests} to change something:`,
    ...told.map(({ asked }, index) => `${index + 1}. ${asked}`),
    ...new Set(told.map(({ now }) => now)),
  ];
}

interface Told {
  readonly asked: string;
  /** What the pool lists of the same thing. */
  readonly now: string;
}

function tell(workspace: Workspace, { path, body }: PoolRequest): Told {
  const world = worldOf(workspace);
  const [subject = '', currency = ''] = path.split('/').toReversed().map(decodeURIComponent);
  if (path.includes('/payment-settings/')) {
    const record = settingsOf(world, subject, currency);
    return {
      asked: `Pay the ${currency} of ${subject} ${payouts(newSettings.parse(body))}`,
      now: `Now ${subject} is ${record?.status}, paid ${record ? payouts(record) : 'nothing'}.`,
    };
  }
  const { site_id: id } = z.object({ site_id: z.string() }).parse(body);
  const to = workspace.sites.find((site) => site.id === id)?.name;
  return {
    asked: `Move ${subject} to ${to}`,
    now: `Now ${subject} is at ${subaccountOf(world, subject)?.site.name}.`,
  };
}

type Payouts = Pick<
  z.output<typeof newSettings>,
  'payment_frequency' | 'day_of_week' | 'addresses'
>;

function payouts({ payment_frequency: frequency, day_of_week: day, addresses }: Payouts): string {
  const shares = addresses.map(
    (each) => `${each.address_name} ${each.revenue_allocation} (${each.external_address})`,
  );
  const when = frequency === 'WEEKLY' ? `weekly on ${day}` : frequency;
  return `${when.toLowerCase()} to ${shares.join(' and ')}`;
}
