import { z } from 'zod';
import { defineCommand } from '../../src/command.js';
import { allDevFees } from '../../src/pool-api/lists/dev-fee.js';
import { collectPages } from '../../src/pool-api/lists/collect-pages.js';
import { FILE_BOUND, HOURLY_BOUND } from '../../src/pool-api/lists/walk-bounds.js';
import { openList } from '../../src/pool-api/lists/walk-pages.js';
import { devFeeSeries } from '../../src/views/charts/dev-fee.js';
import { pictureOf } from '../../src/views/charts/render/picture.js';
import { devFeeColumns } from '../../src/views/files/csv-columns/pool.js';
import { devFeeReply } from '../../src/views/pool/dev-fee.js';
import { listReply } from '../../src/views/files/file-reply.js';
import { dateOptions, keptRange, rangeOf, autocompleteDates } from '../shared/date-options.js';
import { keptScope, scopeOf, scopeOptions, autocompleteScope } from '../shared/scope.js';
import { definePaged } from '../shared/paged.js';

const pages = definePaged({
  kind: 'dev-fee',
  kept: z.object({ range: keptRange, scope: keptScope }),
  async show({ range, scope }, turn, { pool }) {
    const read = await collectPages(allDevFees(pool, range, { ...scope, bound: HOURLY_BOUND }));
    const chart = await pictureOf('dev-fee', devFeeSeries({ range, rows: read.value }));
    return devFeeReply({ read, range, scope, chart, pages: turn.pages });
  },
  async csv({ range, scope }, { pool, attachmentLimit }) {
    const listed = allDevFees(pool, range, { ...scope, bound: FILE_BOUND });
    const list = { ...(await openList(listed)), attachmentLimit };
    return listReply(`dev-fee-${range.start}-to-${range.end}`, devFeeColumns, list);
  },
});

export const devFee = defineCommand({
  name: 'dev-fee',
  description: 'Firmware developer fees by subaccount',
  access: 'viewer',
  audience: 'choose',
  options: z.object({ ...dateOptions, ...scopeOptions }),
  autocomplete: { ...autocompleteDates, ...autocompleteScope },
  actions: pages.actions,
  examples: ['', 'from:last 7 days site:North Ridge'],
  async run(options, context) {
    const range = rangeOf(options, context);
    return pages.open({ range, scope: await scopeOf(options, context) }, context);
  },
});
