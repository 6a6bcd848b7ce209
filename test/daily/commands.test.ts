import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Context } from '../../commands/context.js';
import { daily as file } from '../../commands/daily.js';
import { summary } from '../../commands/summary.js';
import { ChannelError } from '../../src/discord/channels.js';
import type { Reply } from '../../src/discord/reply.js';
import { UserError } from '../../src/errors.js';
import { press, readingContext, run } from '../support/reading-context.js';
import { replyText } from '../support/reply-text.js';
import { ADAM, GUILD, openWorld, type World } from './support.js';

let world: World;
let context: Context;

beforeEach(async () => {
  world = await openWorld();
  const { guilds, channels, clock, guild } = world;
  const here = { guildId: GUILD, channelId: 'here', member: ADAM, guilds, channels, clock };
  const reading = readingContext({ ...world.pool, miners: async () => page }, guild.settings);
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

const lines = (reply: Reply) =>
  replyText(reply)
    .replaceAll(/<t:\d+:(\w)>/g, '‹$1›')
    .replaceAll(/id \w{5}$/gm, 'id …')
    .split('\n');

const ids = async () => (await context.daily.list(GUILD)).map(({ id }) => id);

test('setting a post says what comes when, and where; changing it keeps what was not typed', async () => {
  expect(await shown('set')).toEqual([
    'good | Daily post set',
    '**08:00 UTC** in <#here>',
    'BTC: figures, revenue, chart, miners, payments',
    'First post ‹R›',
    '-# `/daily now` shows a preview · id …',
  ]);
  const typed = {
    channel: 'treasury',
    timezone: 'america/new york',
    every: 'week',
    currencies: 'ltc_doge, BTC',
    sections: 'payments,Figures',
  };
  const [schedule] = await ids();
  await shown('set', { schedule, ...typed });
  expect(await shown('set', { schedule, time: '7.30' })).toEqual([
    'good | Daily post changed',
    '**Mondays 07:30 America/New_York** in <#treasury>',
    'BTC, LTC_DOGE: figures, payments',
    'Next post ‹R›',
    '-# `/daily now` shows a preview · id …',
  ]);
});

test('times are taken as people write them', async () => {
  const times = { '8': '08:00', '8am': '08:00', '8:30 PM': '20:30', '7h': '07:00' };
  for (const [time, means] of Object.entries({ ...times, '12 am': '00:00', '12pm': '12:00' })) {
    const [schedule] = await ids();
    const answer = await shown('set', { time, ...(schedule && { schedule }) });
    expect(answer[1]).toBe(`**${means} UTC** in <#here>`);
  }
});

test('what cannot be set is refused in words', async () => {
  const timeSentence = (time: string) =>
    `\`time\`: \`${time}\` isn’t a time. Use 08:00, 20:30 or 8 am.`;
  const refusals: [object, string, string][] = [
    ...['24:00', '13pm', '8:75', 'soon'].map((time): [object, string, string] => [
      { time },
      'Check the time',
      timeSentence(time),
    ]),
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
  ];
  for (const [options, ...answer] of refusals)
    expect(await shown('set', { ...options })).toEqual(answer);
  world.channels.missingPermissions = async () => ['Embed Links'];
  expect(await shown('set')).toEqual([
    'Pitboss can’t post there',
    'It lacks Embed Links in <#here>.',
  ]);
  expect(await shown('off')).toEqual(['No daily posts', '`/daily set` sets one.']);
});

test('the list names the last and next post of each, and what is wrong', async () => {
  expect(await shown('show')).toEqual([
    'open | Daily posts',
    'No daily posts. An admin sets one with `/daily set`.',
  ]);
  await shown('set', { channel: 'ops', sections: 'figures' });
  await world.goTo('2026-11-29T08:01Z');
  const [place, id] = ['**08:00 UTC** in <#ops> · BTC', '-# id …'];
  const usual = [place, 'figures', 'Last ‹d› ‹t› · next ‹R›'];
  expect(await shown('show')).toEqual(['open | Daily posts', ...usual, id]);
  world.channels.fault = async () => {
    throw new ChannelError('forbidden', 'Pitboss lacks Embed Links');
  };
  await world.goTo('2026-11-30T08:01Z');
  const trouble = '⚠️ Refused since ‹R›: Pitboss lacks Embed Links';
  expect(await shown('show')).toEqual(['warning | Daily posts', ...usual, trouble, id]);
});

test('a preview keeps nothing, and a post made now does not take the place of today’s', async () => {
  expect((await shown('now'))[0]).toBe('good | Daily summary · BTC · 29 Nov');
  expect(await context.daily.records(GUILD)).toEqual([]);
  await shown('set', { channel: 'ops', sections: 'figures' });
  expect(await shown('now', { post: true })).toEqual(['good | Posted', 'In <#ops>']);
  await world.goTo('2026-11-29T08:01Z');
  expect(world.titles()).toEqual(Array(2).fill('Daily summary · BTC · 29 Nov'));
});

test('a post is removed after a question; of several one is named', async () => {
  await shown('set', { channel: 'ops' });
  const question = await run(file, ['daily off', {}], context);
  const place = '**08:00 UTC** in <#ops> · BTC';
  expect(lines(question)).toEqual(['bad | Remove this daily post?', place, '[!Remove] [Keep]']);
  const pressed = async (label: string) => lines(await press(file, [question, label], context));
  expect(await pressed('Keep')).toEqual(['over | Kept', 'Nothing was removed.']);
  await shown('set', { channel: 'treasury', time: '9' });
  expect(await shown('off')).toEqual([
    'Which daily post?',
    'Give its id as `schedule`: `/daily show` has it.',
  ]);
  expect(await pressed('Remove')).toEqual(['over | Removed', place]);
  expect(await ids()).toHaveLength(1);
  await expect(pressed('Remove')).rejects.toThrow('No such daily post');
});

test('the export has one row per day with every digit', async () => {
  expect(await shown('export')).toEqual(['open | Daily figures · 0 days']);
  await shown('set', { currencies: 'BTC, SC' });
  await world.goTo('2026-11-30T08:01Z');
  const reply = await run(file, ['daily export', {}], context);
  expect(lines(reply)).toEqual(['open | Daily figures · 2 days', 'file: daily-figures.csv']);
  const [head, ...rows] = String(reply.files?.[0]?.data).trimEnd().split('\r\n');
  expect(head).toMatch(/^\uFEFFdate,read_at,of,hashrate_5m,hashrate_24h,/);
  expect(rows.map((row) => row.split(',').slice(0, 3).join(' '))).toEqual([
    '2026-11-29 2026-11-29T08:00:00.000Z BTC',
    '2026-11-29 2026-11-29T08:00:00.000Z SC',
    '2026-11-30 2026-11-30T08:00:00.000Z BTC',
    '2026-11-30 2026-11-30T08:00:00.000Z SC',
  ]);
});

test('the buttons of a post show how it is now', async () => {
  await shown('set', { channel: 'ops', sections: 'figures, miners, payments' });
  await world.goTo('2026-11-29T08:01Z');
  const [post] = world.channels.all('ops');
  const title = async (label: string) =>
    lines(await press(file, [post?.reply ?? {}, label], context))[0];
  expect(await title('Summary')).toBe('good | Pool summary · BTC');
  expect(await title('Revenue')).toBe('open | Revenue · BTC · 30 Oct – 28 Nov');
  expect(await title('Miners')).toBe('open | Miners');
  expect(await title('Payouts')).toBe('open | Payment settings · BTC');
});

test('lists are completed word by word', async () => {
  const set = file.commands.find(({ name }) => name === 'daily set');
  const offered = async (option: string, typed: string) =>
    (await set?.autocomplete?.[option]?.(typed, context))?.map(({ value }) => value);
  expect(await offered('currencies', 'BTC, l')).toEqual(['BTC, LTC_DOGE']);
  expect(await offered('sections', 'fi')).toEqual(['figures']);
  await shown('set');
  expect(await offered('schedule', '')).toEqual(await ids());
});

test('the summary says what moved since the last kept day, with the hashrate of the days', async () => {
  const summaryLines = async () => lines(await run(summary, ['summary', {}], context));
  world.changeFigures({ hashrate_24h: '341441441441441441', uptime_24h: 0.9763 });
  await shown('set');
  await world.goTo('2026-11-29T09:00Z');
  expect((await summaryLines()).join('\n')).not.toContain('Since');
  world.changeFigures({ hashrate_24h: '341100000000000000', uptime_24h: 0.9473 });
  await world.goTo('2026-11-30T09:00Z');
  expect((await summaryLines()).slice(-4, -1)).toEqual([
    '-# Since 29 Nov: hashrate −0.1%, uptime −2.9 pt',
    '(Read from the pool)',
    'chart: hashrate.png: Chart, 29–30 Nov. Hashrate: 341.1 to 341.44 PH/s, last 341.1.',
  ]);
});
