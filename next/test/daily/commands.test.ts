import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../commands/context.js';
import { daily as file } from '../../commands/daily.js';
import { summary } from '../../commands/summary.js';
import { ChannelError } from '../../src/discord/channels.js';
import { UserError } from '../../src/errors.js';
import { press, readingContext, run } from '../support/reading-context.js';
import { replyText } from '../support/reply-text.js';
import { ADAM, GUILD, openWorld } from './support.js';

let world: Awaited<ReturnType<typeof openWorld>>;
let context: Context;

beforeEach(async () => {
  world = await openWorld();
  const { guilds, channels, clock, workspace } = world;
  const here = { guildId: GUILD, channelId: 'here', member: ADAM, guilds, channels, clock };
  const reading = readingContext({ ...world.pool, miners: async () => page }, workspace.settings);
  context = { ...reading, ...here, daily: world.startProcess() };
});
afterEach(() => world.close());

const page = { rows: [], readAt: 0, hasMore: false };

/** The answer line by line, with ids and moments hidden; a refusal as title and sentence. */
async function shown(name: string, options: Record<string, unknown> = {}): Promise<string[]> {
  try {
    return lines(await run(file, [`daily ${name}`, options], context));
  } catch (error) {
    if (error instanceof UserError) return [error.title, error.sentence];
    throw error;
  }
}

const lines = (reply: Parameters<typeof replyText>[0]) =>
  replyText(reply)
    .replaceAll(/<t:\d+:(\w)>/g, '‹$1›')
    .replaceAll(/id \w{5}$/gm, 'id …')
    .replaceAll(/schedule:\w{5}/g, 'schedule:…')
    .split('\n');

const ids = async () => (await context.daily.list(GUILD)).map(({ schedule }) => schedule.id);

test('setting a post says what comes when, and where', async () => {
  expect(await shown('set')).toEqual([
    'good | Daily post set',
    '**08:00 UTC** in <#here>',
    'BTC: figures, revenue, chart, miners, payments',
    'First post ‹R›',
    '-# `/daily now` shows a preview · id …',
  ]);
  const typed = {
    channel: 'treasury',
    time: '7.30',
    timezone: 'america/new york',
    every: 'week',
    currencies: 'ltc_doge, BTC',
    sections: 'payments,Figures',
  };
  expect((await shown('set', typed)).slice(1, 3)).toEqual([
    '**Mondays 07:30 America/New_York** in <#treasury>',
    'BTC, LTC_DOGE: figures, payments',
  ]);
});

test('changing a post keeps what was not typed', async () => {
  await shown('set', { channel: 'ops', sections: 'figures' });
  const [schedule] = await ids();
  expect(await shown('set', { schedule, time: '20:30', every: 'month' })).toEqual([
    'good | Daily post changed',
    '**1st of the month 20:30 UTC** in <#ops>',
    'BTC: figures',
    'Next post ‹R›',
    '-# `/daily now` shows a preview · id …',
  ]);
});

test.each([
  [{ time: 'soon' }, 'Check the time', '`time`: `soon` isn’t a time. Use 08:00, 20:30 or 8 am.'],
  [
    { currencies: 'BTC, ETH' },
    'Check the currencies',
    '`currencies`: `eth` isn’t one. Use BTC, LTC_DOGE, SC, ZEC.',
  ],
  [
    { sections: ',' },
    'Check the sections',
    '`sections`: `,` isn’t one. Use figures, revenue, chart, miners, payments, derivatives.',
  ],
  [
    { timezone: 'CST' },
    'Check the time zone',
    '`timezone`: `CST` isn’t a known time zone. Did you mean `America/Chicago`?',
  ],
  [{ schedule: 'zzzzz' }, 'No such daily post', '`/daily show` lists them with their ids.'],
])('%j is refused in words', async (options, title, sentence) => {
  expect(await shown('set', options)).toEqual([title, sentence]);
  expect(await ids()).toEqual([]);
});

test('a channel in which Pitboss may not post is refused', async () => {
  world.channels.missingPermissions = async () => ['Embed Links'];
  expect(await shown('set', { channel: 'ops' })).toEqual([
    'Pitboss can’t post there',
    'It lacks Embed Links in <#ops>.',
  ]);
});

test('without posts, the list says how to set one', async () => {
  expect(await shown('show')).toEqual([
    'open | Daily posts',
    'No daily posts. An admin sets one with `/daily set`.',
  ]);
  expect(await shown('off')).toEqual(['No daily posts', '`/daily set` sets one.']);
});

test('the list names the last and next post of each, and what is wrong', async () => {
  await shown('set', { channel: 'ops', sections: 'figures' });
  await world.goTo('2026-11-29T08:01Z');
  const usual = ['**08:00 UTC** in <#ops> · BTC', 'figures', 'Last ‹d› ‹t› · next ‹R›', '-# id …'];
  expect(await shown('show')).toEqual(['open | Daily posts', ...usual]);
  world.channels.fault = async () => {
    throw new ChannelError('forbidden', 'Pitboss lacks Embed Links');
  };
  await world.goTo('2026-11-30T08:01Z');
  const trouble = '⚠️ Refused since ‹R›: Pitboss lacks Embed Links';
  expect(await shown('show')).toEqual([
    'warning | Daily posts',
    ...usual.slice(0, 3),
    trouble,
    usual[3],
  ]);
  await world.goTo('2026-12-06T08:01Z');
  expect(await shown('show')).toEqual([
    'warning | Daily posts',
    '**08:00 UTC** in <#ops> · BTC',
    'figures',
    'Last ‹d› ‹t›',
    trouble,
    '🚫 **Switched off** ‹R›: `/daily set schedule:…`',
    '-# id …',
  ]);
});

test('a preview is shown to who asked, without a schedule too, and keeps nothing', async () => {
  expect((await shown('now'))[0]).toBe('good | Daily summary · BTC · 29 Nov');
  await shown('set', { every: 'week', sections: 'revenue' });
  expect((await shown('now'))[0]).toBe('good | Weekly summary · BTC · 16–22 Nov');
  expect(await context.daily.records(GUILD)).toEqual([]);
});

test('a post made now does not take the place of today’s', async () => {
  await shown('set', { channel: 'ops', sections: 'figures' });
  expect(await shown('now', { post: true })).toEqual(['good | Posted', 'In <#ops>']);
  await world.goTo('2026-11-29T08:01Z');
  expect(world.titles()).toEqual(Array(2).fill('Daily summary · BTC · 29 Nov'));
  world.channels.fault = async () => {
    throw new ChannelError('forbidden', 'Pitboss lacks Embed Links');
  };
  expect(await shown('now', { post: true })).toEqual([
    'Pitboss can’t post there',
    '<#ops>: Pitboss lacks Embed Links.',
  ]);
});

test('a post is removed after a question', async () => {
  await shown('set', { channel: 'ops' });
  const question = await run(file, ['daily off', {}], context);
  expect(lines(question)).toEqual([
    'bad | Remove this daily post?',
    '**08:00 UTC** in <#ops> · BTC',
    '[!Remove] [Keep]',
  ]);
  expect(lines(await press(file, [question, 'Keep'], context))).toEqual([
    'over | Kept',
    'Nothing was removed.',
  ]);
  expect(await ids()).toHaveLength(1);
  expect(lines(await press(file, [question, 'Remove'], context))).toEqual([
    'over | Removed',
    '**08:00 UTC** in <#ops> · BTC',
  ]);
  expect(await ids()).toEqual([]);
  await expect(press(file, [question, 'Remove'], context)).rejects.toThrow('No such daily post');
});

test('of several posts one is named, or all', async () => {
  await shown('set', { channel: 'ops' });
  await shown('set', { channel: 'treasury', time: '9' });
  expect(await shown('off')).toEqual([
    'Which daily post?',
    'Give its id as `schedule`: `/daily show` has it.',
  ]);
  const question = await run(file, ['daily off', { schedule: 'all' }], context);
  expect(lines(question)[0]).toBe('bad | Remove 2 daily posts?');
  await press(file, [question, 'Remove'], context);
  expect(await ids()).toEqual([]);
});

test('the export has a row a day with every digit', async () => {
  expect(await shown('export')).toEqual(['open | Daily figures · 0 days']);
  await shown('set', { currencies: 'BTC, SC' });
  await world.goTo('2026-11-30T08:01Z');
  const reply = await run(file, ['daily export', {}], context);
  expect(lines(reply)).toEqual(['open | Daily figures · 2 days', 'file: daily-figures.csv']);
  const [head, ...rows] = String(reply.files?.[0]?.data).trimEnd().split('\r\n');
  expect(head).toMatch(/^\uFEFFdate,read_at,of,currency_type,hashrate_5m,hashrate_24h,/);
  expect(rows.map((row) => row.split(',').slice(0, 3).join(' '))).toEqual([
    '2026-11-29 2026-11-29T08:00:00.000Z BTC',
    '2026-11-29 2026-11-29T08:00:00.000Z SC',
    '2026-11-30 2026-11-30T08:00:00.000Z BTC',
    '2026-11-30 2026-11-30T08:00:00.000Z SC',
  ]);
});

test.each([
  ['Summary', 'good | Pool summary · BTC'],
  ['Revenue', 'open | Revenue · BTC · 30 Oct – 28 Nov'],
  ['Miners', 'open | Miners'],
  ['Payouts', 'open | Payment settings · BTC'],
])('the button %s of a post shows how it is now', async (label, title) => {
  await shown('set', { channel: 'ops', sections: 'figures, miners, payments' });
  await world.goTo('2026-11-29T08:01Z');
  const [post] = world.channels.all('ops');
  const reply = await press(file, [post?.reply ?? {}, label], context);
  expect(lines(reply)[0]).toBe(title);
});

test('lists are completed word by word', async () => {
  const set = file.commands.find(({ name }) => name === 'daily set');
  const offered = async (option: string, typed: string) =>
    (await set?.autocomplete[option]?.(typed, context, {}))?.map(({ value }) => value);
  expect(await offered('currencies', 'BTC, l')).toEqual(['BTC, LTC_DOGE']);
  expect(await offered('sections', 'fi')).toEqual(['figures']);
  expect(await offered('timezone', 'new york')).toEqual(['America/New_York']);
  await shown('set');
  expect(await offered('schedule', '')).toEqual(await ids());
});

describe('the summary', () => {
  const card = async () => lines(await run(summary, ['summary', {}], context));

  test('says what moved since the last kept day, with the hashrate of the days', async () => {
    world.workspace.figures = {
      hashrate_5m: '347000000000000000',
      hashrate_24h: '341441441441441441',
      active_miners: 1870,
      uptime_24h: 0.9763,
      hashprice: [{ currency_type: 'BTC', value: 0.0004204 }],
      balance: [{ currency_type: 'BTC', revenue: '0.39495515' }],
    };
    await shown('set');
    await world.goTo('2026-11-29T09:00Z');
    expect((await card()).join('\n')).not.toContain('Since');
    world.changeFigures({
      hashrate_24h: '341100000000000000',
      uptime_24h: 0.9473,
      hashprice: [{ currency_type: 'BTC', value: 0.00041788 }],
      balance: [{ currency_type: 'BTC', revenue: 0.43219156 }],
    });
    await world.goTo('2026-11-30T09:00Z');
    expect((await card()).slice(-4)).toEqual([
      '-# Since 29 Nov: hashrate −0.1%, uptime −2.9 pt, hashprice −0.6%, balance +0.03723641',
      '(Read from the pool)',
      'chart: hashrate.png: Chart, 29–30 Nov. Hashrate: 341.1 to 341.44 PH/s, last 341.1.',
      '[Refresh] [Revenue] [Miners] [By subaccount] [CSV]',
    ]);
  });

  test('names a hashrate that is down since then, and says nothing of what did not move', async () => {
    await shown('set');
    await world.goTo('2026-11-29T09:00Z');
    world.changeFigures({ hashrate_24h: '300000000000000000' });
    await world.goTo('2026-11-30T07:00Z');
    expect(await card()).toEqual(
      expect.arrayContaining([
        'warning | Pool summary · BTC',
        '🟠 **Hashrate down 12% since 29 Nov**',
        '-# Since 29 Nov: hashrate −12%',
      ]),
    );
    world.changeFigures({ hashrate_24h: '170000000000000000' });
    expect((await card())[1]).toBe('🔴 **Hashrate down 50% since 29 Nov**');
  });

  test.each([
    [[null, null, null], ['pending', 'unknown'], 'Open: 3 alerts, 2 changes (**1 unknown**)'],
    [[null], [], 'Open: 1 alert'],
    [[], ['pending'], 'Open: 1 change'],
    [[{ kind: 'elsewhere' }], [], '🚨 **1 change at the pool**'],
    [
      [{ kind: 'elsewhere' }, null],
      ['unknown'],
      '🚨 **1 change at the pool** · Open: 1 alert, 1 change (**1 unknown**)',
    ],
  ] as const)(
    'of open alerts %j and changes %j it says what is open',
    async (events, states, line) => {
      world.alerts.push(...events.map((event) => ({ event })));
      world.changes.push(...states.map((state) => ({ state })));
      expect((await card())[2]).toBe(line);
    },
  );

  test('begins with frozen changes', async () => {
    await world.store.inGuild(GUILD, async (tx) => {
      const frozen = JSON.stringify({ by: '1', at: 0, reason: 'test' });
      await tx.updateTable('guild').set({ frozen }).where('id', '=', GUILD).execute();
    });
    world.changes.push({ state: 'pending' });
    expect((await card())[2]).toBe('🧊 **Changes frozen** · Open: 1 change');
  });
});
