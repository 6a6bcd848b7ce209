import { expect, test } from 'vitest';
import { miners } from '../../commands/miners.js';
import { guildSettings } from '../../src/guilds/settings.js';
import type { MinerFilter } from '../../src/pool/pool.js';
import type { Miner } from '../../src/pool/schemas.js';
import { pageOf, press, readingContext, run } from '../support/reading-context.js';
import { replyText } from '../support/reply-text.js';

/** Miners with the addresses 10.0.0.1 and on. */
function fleetOf(total: number): Miner[] {
  return Array.from({ length: total }, (_, index) => ({
    id: `miner-${index + 1}`,
    ip_address: `10.0.0.${index + 1}`,
    healthy_status: 'healthy',
    site_id: 's1',
    model: index % 2 === 0 ? 'S21' : 'M60',
  }));
}

function contextOf(fleet: Miner[], settings = {}) {
  const asked: MinerFilter[] = [];
  const context = readingContext(
    {
      async miners(filter, { number, size }) {
        asked.push(filter);
        const rows = fleet.slice((number - 1) * size, number * size);
        return pageOf(rows, fleet.length > number * size);
      },
      sites: async () => [{ id: 's1', name: 'Cedar Ridge' }],
      siteNamed: async (name) => ({ id: 's9', name }),
    },
    guildSettings.parse(settings),
  );
  return { context, asked, fleet };
}

test('miners are turned page by page with the same filter', async () => {
  const { context, asked } = contextOf(fleetOf(9));
  const first = await run(miners, ['miners list', { health: 'failing' }], context);
  expect(replyText(first)).toContain('Page 1 · read from the pool');
  expect(replyText(first)).toContain('[Previous (off)] [Next] [CSV]');
  const second = await press(miners, [first, 'Next'], context);
  expect(replyText(second)).toContain('10.0.0.9');
  expect(replyText(second)).toContain('[Previous] [Next (off)] [CSV]');
  expect(asked).toEqual([{ healthy_status: 'failing' }, { healthy_status: 'failing' }]);
});

test('a list of one page has no page number and no turning', async () => {
  const { context } = contextOf(fleetOf(2));
  const text = replyText(await run(miners, ['miners list'], context));
  expect(text).toContain('(Read from the pool)');
  expect(text).not.toContain('Next');
});

test('a page that is gone shows the first one', async () => {
  const { context, fleet } = contextOf(fleetOf(9));
  const first = await run(miners, ['miners list'], context);
  fleet.splice(3);
  expect(replyText(await press(miners, [first, 'Next'], context))).toContain('10.0.0.1');
});

test('the server’s site is the default, and another one can be named', async () => {
  const { context, asked } = contextOf([], { site: { id: 's1', name: 'Cedar Ridge' } });
  const none = await run(miners, ['miners list'], context);
  expect(replyText(none)).toContain('Miners · Cedar Ridge');
  expect(replyText(none)).not.toContain('[');
  await run(miners, ['miners list', { site: 'Niagara' }], context);
  expect(asked).toEqual([{ site_id: 's1' }, { site_id: 's9' }]);
});

test('choosing a miner shows it', async () => {
  const { context } = contextOf(fleetOf(9));
  const list = await run(miners, ['miners list'], context);
  const one = await press(miners, [list, { selected: 'miner-2' }], context);
  expect(replyText(one)).toContain('Miner 10.0.0.2\n');
  expect(replyText(one)).toContain('Cedar Ridge');
});

test('a miner that has left the page is refused in words', async () => {
  const { context, fleet } = contextOf(fleetOf(2));
  const list = await run(miners, ['miners list'], context);
  fleet.splice(0, 1);
  await expect(press(miners, [list, { selected: 'miner-1' }], context)).rejects.toMatchObject({
    title: 'No longer on this page',
  });
});

test('models are suggested from the fleet', async () => {
  const { context } = contextOf(fleetOf(9));
  const suggest = miners.commands[0]?.autocomplete?.['model'];
  expect(await suggest?.('m', context)).toEqual([{ label: 'M60', value: 'M60' }]);
});
