import { z } from 'zod';
import { defineCommand } from '../../src/command.js';
import { allPositions } from '../../src/pool-api/lists/positions.js';
import { positionSeries } from '../../src/views/charts/positions.js';
import { pictureOf } from '../../src/views/charts/render/picture.js';
import { positionColumns } from '../../src/views/files/csv-columns/derivatives.js';
import { attachedRows } from '../../src/views/files/file-reply.js';
import { answeredCurrency } from '../../src/views/kit/reported-currency.js';
import { positionsReply } from '../../src/views/derivatives/positions.js';
import { dateOptions, rangeOf, autocompleteDates } from '../shared/date-options.js';
import { derivativesCurrency } from './currency.js';

export const positions = defineCommand({
  name: 'positions',
  description: 'Net position, gain or loss and margin, day by day',
  access: 'viewer',
  audience: 'choose',
  options: z.object({ currency: derivativesCurrency, ...dateOptions }),
  autocomplete: autocompleteDates,
  examples: ['', 'currency:USD from:this month'],
  async run({ currency = 'BTC', ...typed }, context) {
    const range = rangeOf(typed, context);
    const { history, read } = await allPositions(context.pool, currency, range);
    const answered = answeredCurrency(history, currency);
    const model = positionSeries({ currency: answered, positions: read.value });
    const chart = await pictureOf('positions', model);
    const name = `positions-${answered}-${range.start}-to-${range.end}`;
    const { attachmentLimit } = context;
    const taken = { rows: read.value, attachmentLimit };
    const attached = await attachedRows(name, positionColumns(answered), taken);
    return positionsReply({ history, read, currency, range, chart, attached });
  },
});
