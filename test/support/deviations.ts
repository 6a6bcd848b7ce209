import { eachValue, isFields } from '../../sandbox/pool/deviations.js';
import type { Workspace } from '../../sandbox/pool/types.js';

/** More answers as they occur in the wild. */
export const moreDeviations: Readonly<Record<string, NonNullable<Workspace['rewrite']>>> = {
  /** And hashrates, documented as text, are numbers. */
  numbersAsText: (body) =>
    eachValue(body, (value, name) => {
      if (typeof value === 'number') return `${value}`;
      return name.includes('hashrate') && typeof value === 'string' ? Number(value) : value;
    }),
  /** Beside each revenue a smaller one of another type. */
  severalRevenueTypes: (body) =>
    eachValue(body, (value, name) => {
      if (!name.startsWith('revenue') || !Array.isArray(value)) return value;
      return value.flatMap((row: unknown) => [row, eachValue(row, referral)]);
    }),
  lyingPagination: (body) => {
    if (!isFields(body) || !isFields(body['pagination'])) return body;
    const { next_page_url: next } = body['pagination'];
    const next_page_url = typeof next === 'string' ? next.replace(/^\w+:\/\/[^/]+/, '') : null;
    const item_count = Object.values(body).find(Array.isArray)?.length ?? 0;
    return {
      ...body,
      pagination: { ...body['pagination'], page_number: 0, item_count, next_page_url },
    };
  },
  /** Subaccounts have a flat `site_id`, and nothing else but id and name. */
  siteIdFlat: (body) =>
    eachValue(body, (value) =>
      isFields(value) && isFields(value['site'])
        ? { id: value['id'], name: value['name'], site_id: value['site']['id'] }
        : value,
    ),
};

function referral(value: unknown, name: string): unknown {
  if (name === 'revenue_type') return 'REFERRAL';
  return name === 'revenue' && typeof value === 'number' ? Math.round(value * 1e6) / 1e8 : value;
}
