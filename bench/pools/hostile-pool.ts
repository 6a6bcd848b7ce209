import { startPool } from '../../sandbox/pool/server.js';
import { servePool } from './serve-pool.js';

/**
 * The loopback pool as its own process, for `hostile-lists.ts`: for one of its three keys, all rows
 * of a list come in one page, and payment settings never end; for another, names are huge.
 */
const [subaccounts = 50_000, miners = 100_000] = process.argv.slice(2).map(Number);
const pool = await startPool();
const [kind, hostile, huge] = [pool.addWorkspace(), pool.addWorkspace(), pool.addWorkspace()];

const site = { id: '2f1c9d1e-5b7a-4c58-9a3e-0d4b6a7c8e90', name: 'North Ridge' };
const onePage = { next_page_url: null };
const PAGES: Record<string, string> = {
  '/api/v2/pool/subaccounts': JSON.stringify({
    subaccounts: rows(subaccounts, subaccountRow),
    pagination: onePage,
  }),
  '/api/v2/pool/summary/BTC': JSON.stringify({ subaccounts: rows(miners, subaccountRow) }),
  '/api/v2/pool/revenue/BTC': JSON.stringify({
    subaccounts: rows(miners, subaccountRow),
    revenue: rows(miners, (index) => ({
      date_time: `2026-11-${String((index % 28) + 1).padStart(2, '0')}T00:00:00Z`,
      revenue: { currency_type: 'BTC', revenue_type: 'MINING', revenue: `0.${index}` },
    })),
  }),
  '/api/v2/commander/miners': JSON.stringify({
    miners: rows(miners, (index) => ({
      id: `m-${index}`,
      ip_address: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
      model: 'Antminer S21',
      firmware: { name: 'LuxOS', version: '2026.1' },
      hashing_status: 'hashing',
      healthy_status: 'healthy',
      hashrate: '200000000000000',
      power: 3500,
      max_temperature: 71,
    })),
    pagination: onePage,
  }),
};

/** One page, of letters that each have fifty signs behind them that nobody sees. */
const HUGE_NAMES = JSON.stringify({
  subaccounts: rows(15, (index) => ({
    id: index,
    name: `${index}${`l${'\u200B'.repeat(50)}`.repeat(1_250)}`,
    site,
  })),
  pagination: onePage,
});

function subaccountRow(index: number): object {
  const name = `hall-${index}-hydro`;
  const url = `/v2/pool/subaccounts/${name}`;
  return { id: index, name, site, created_at: '2026-01-01T00:00:00Z', url };
}

function rows(count: number, row: (index: number) => object): object[] {
  return Array.from({ length: count }, (_, index) => row(index));
}

function endlessPage(url: URL): string {
  const size = Number(url.searchParams.get('page_size') ?? 10);
  const start = (Number(url.searchParams.get('page_number') ?? 1) - 1) * size;
  const records = rows(size, (index) => ({
    currency_type: 'BTC',
    subaccount: { id: start + index, name: `hall-${start + index}`, site },
    status: 'ACTIVE',
    payment_frequency: 'DAILY',
    addresses: rows(3, (each) => ({
      address_id: each,
      address_name: 'cold',
      external_address: `bc1q${start + index}x${each}ar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq`,
      revenue_allocation: 30,
    })),
  }));
  return JSON.stringify({ payment_settings: records, pagination: { next_page_url: '/next' } });
}

servePool(
  {
    behind: pool.url,
    pageFor({ headers }, url) {
      if (headers.authorization === huge.key)
        return url.pathname === '/api/v2/pool/subaccounts' ? HUGE_NAMES : undefined;
      if (headers.authorization !== hostile.key) return undefined;
      return url.pathname.startsWith('/api/v1/pool/payment-settings/')
        ? endlessPage(url)
        : PAGES[url.pathname];
    },
  },
  {
    keys: { kind: kind.key, hostile: hostile.key, huge: huge.key },
    names: kind.workspace.subaccounts.map(({ name }) => name),
  },
);
