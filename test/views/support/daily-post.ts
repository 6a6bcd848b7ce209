import type { DailyPostModel } from '../../../src/views/daily/daily-post-model.js';
import { range } from './frame.js';

/** Of one currency, of which nothing was read, apart from what is given. */
export function aDailyPost(
  given: Partial<DailyPostModel>,
  currency: Partial<DailyPostModel['gathered']['currencies'][number]> = {},
): DailyPostModel {
  return {
    date: '2026-11-20',
    sections: ['figures'],
    gathered: {
      currencies: [{ currency: 'BTC', summary: null, revenue: null, payments: null, ...currency }],
      miners: null,
      derivatives: null,
      range,
    },
    scope: {},
    earlier: new Map(),
    charts: new Map(),
    lateSince: null,
    customId: () => 'more',
    ...given,
  };
}
