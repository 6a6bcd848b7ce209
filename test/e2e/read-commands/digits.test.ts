import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LoopbackMessage } from '../../../sandbox/discord/loopback-discord.js';
import { parseCsv } from '../../support/parse-csv.js';
import { answersSince } from './figures.js';
import { idOf } from '../shown.js';
import { startConnectedWorld, type World } from '../world.js';

/**
 * Through the front door: the pool gives figures longer than a double holds, and the file has every
 * digit of every one.
 */
let world: World;
beforeAll(async () => {
  world = await startConnectedWorld({ workspace: { miners: 40, days: 40 } });
  world.pool.deviations.add('long-digits');
});
afterAll(() => world.close());

/** The figures of the raw answer that the file has; others belong to the page, not to rows. */
const FILES: readonly [path: string, options: Record<string, string>, fields: readonly string[]][] =
  [
    ['revenue', {}, ['revenue']],
    ['dev-fee', {}, ['devfee_hashrate', 'devfee_revenue']],
    ['derivatives contracts', {}, ['unit_hashprice', 'daily_hashrate_ph']],
    ['derivatives payments', {}, ['amount']],
    ['derivatives positions', {}, ['net_position_wavg', 'maintenance_margin', 'delivery_quota_ph']],
    ['payment-settings list', {}, ['balance', 'revenue_allocation', 'pool_discount_rate']],
  ];

describe('every figure of the pool', () => {
  test.each(FILES)('stands in the file of /%s', async (path, options, fields) => {
    const before = world.pool.requests.length;
    const rows = parseCsv(await fileOf(path, options)).flat();
    const cells = new Set(rows);
    const answers = await answersSince(world, before);
    const figures = answers.flatMap((text) => fields.flatMap((field) => figuresOf(text, field)));
    expect(figures.length).toBeGreaterThan(0);
    expect(figures.some((digits) => String(Number(digits)) !== digits)).toBe(true);
    expect(figures.filter((digits) => !cells.has(digits))).toEqual([]);
  });
});

/** The file beside the answer, or else behind its button. */
async function fileOf(path: string, options: Record<string, string>): Promise<Uint8Array> {
  const first = await (await world.as('viewer').command(path, options)).settled();
  const csv = (message: LoopbackMessage) =>
    message.attachments.find(({ filename }) => filename.endsWith('.csv'));
  const beside = csv(first);
  if (beside !== undefined) return beside.data;
  const outcome = await world.as('viewer').click(first, idOf(first, 'All as CSV'));
  const message = await outcome.settled((each) => csv(each) !== undefined);
  return csv(message)?.data ?? new Uint8Array();
}

function figuresOf(json: string, field: string): string[] {
  const found = json.matchAll(new RegExp(`"${field}":"?(-?\\d[\\d.eE+-]*)`, 'g'));
  return [...found].map(([, digits]) => digits ?? '');
}
