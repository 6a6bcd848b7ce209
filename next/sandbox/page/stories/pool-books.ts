import { z } from 'zod';
import { newSettings } from '../../pool/settings.js';
import type { PoolRequest, Workspace } from '../../pool/types.js';
import { settingsOf, subaccountOf, worldOf, type World } from '../../pool/workspace.js';

/** What the pool received and what it lists now, whatever the bot says; for the page, in parts. */
export function poolBooks(workspace: Workspace): string[] {
  const { writes } = workspace;
  if (writes.length === 0) return ['It received no request to change anything.'];
  const requests = writes.length === 1 ? '1 request' : `${writes.length} requests`;
  const told = writes.map((request) => tell(worldOf(workspace), request));
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

function tell(world: World, { path, body }: PoolRequest): Told {
  const [name = '', currency = ''] = path.split('/').toReversed().map(decodeURIComponent);
  if (path.includes('/payment-settings/')) {
    const asked = payouts(newSettings.parse(body));
    const record = settingsOf(world, name, currency);
    const listed = record ? payouts(record) : 'none';
    const now = asked === listed ? `${name} is paid so` : `it lists ${listed}`;
    return {
      asked: `${currency} payouts of ${name}, ${asked}`,
      now: `Now ${now}, status ${record?.status}.`,
    };
  }
  const { site_id: id } = z.object({ site_id: z.string() }).parse(body);
  return {
    asked: `Move ${name} to ${world.sites.find((site) => site.id === id)?.name}`,
    now: `Now ${name} is at ${subaccountOf(world, name)?.site.name}.`,
  };
}

type Payouts = Pick<
  z.output<typeof newSettings>,
  'payment_frequency' | 'day_of_week' | 'addresses'
>;

/** A line an address. */
function payouts({ payment_frequency: frequency, day_of_week: day, addresses }: Payouts): string {
  const weekday = frequency === 'WEEKLY' ? ` on ${day.charAt(0)}${day.slice(1).toLowerCase()}` : '';
  const shares = addresses.map(
    (each) => `${each.address_name} ${each.revenue_allocation}: ${each.external_address}`,
  );
  return [`${frequency.toLowerCase()}${weekday}:`, ...shares].join('\n');
}
