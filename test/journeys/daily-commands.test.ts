import { beforeEach, expect, test } from 'vitest';
import type { Person } from '../../sandbox/discord/types.js';
import { answer } from '../support/changes.js';
import { conversation } from '../support/conversation.js';
import { eventually, newServer, shown, type Server } from '../support/world.js';

let server: Server;
let admin: Person;
let talk: ReturnType<typeof conversation>;

/** It is 12:00 UTC on Sunday, 29 November 2026. */
beforeEach(async () => {
  server = await newServer({ ownWorld: true });
  admin = server.admin.in(server.channel);
  talk = conversation(server);
});

const offered = async (option: string, typed = '') =>
  (await admin.complete('daily set', option, typed)).map(({ value }) => value);

const posts = () => server.channel.messages().filter(({ privateTo }) => privateTo === null);

/** Once the posts of this moment, so many in all, are there. */
async function goTo(moment: string, total: number): Promise<void> {
  await server.clock.jump(Date.parse(moment) - server.clock.now());
  await eventually(server, () => expect(posts()).toHaveLength(total));
}

test('a post is set, changed, listed and removed', async () => {
  server.guild.addChannel('treasury');
  await talk.run(admin, 'daily show');
  await talk.run(admin, 'daily off');
  await talk.run(admin, 'daily set');
  const [schedule = ''] = await offered('schedule');
  const typed = { timezone: 'america/new york', every: 'week', currencies: 'ltc_doge, BTC' };
  const more = { channel: 'treasury', sections: 'payments,Figures' };
  await talk.run(admin, 'daily set', { schedule, ...typed, ...more });
  for (const time of ['7.30', '8', '8am', '8:30 PM', '7h', '12 am', '12pm'])
    await talk.run(admin, 'daily set', { schedule, time });
  await talk.run(admin, 'daily set');
  const [one = '', other = ''] = await offered('schedule');
  await talk.run(admin, 'daily show');
  await talk.run(admin, 'daily off');
  for (const button of ['Keep', 'Remove']) {
    await talk.run(admin, 'daily off', { schedule });
    await talk.click(admin, button);
  }
  await talk.run(admin, 'daily off', { schedule });
  await talk.run(admin, 'daily show');
  await talk.matches('daily-set', [one, other]);
});

test('what cannot be set is refused in words', async () => {
  const plain = server.guild.addChannel('plain', { deny: ['EmbedLinks'] });
  for (const [option, value] of [
    ...['24:00', '13pm', '8:75', 'soon'].map((time) => ['time', time] as const),
    ['currencies', 'BTC, ETH'],
    ['sections', ','],
    ['timezone', 'CST'],
    ['schedule', 'zzzzz'],
    ['channel', plain.name],
  ] as const)
    await talk.run(admin, 'daily set', { [option]: value });
  await talk.run(admin, 'daily show');
  await talk.matches('daily-refused');
});

test('lists are completed word by word', async () => {
  expect(await offered('currencies', 'BTC, l')).toEqual(['BTC, LTC_DOGE']);
  expect(await offered('sections', 'fi')).toEqual(['figures']);
});

test('a preview keeps nothing, and a post made now does not take the place of today’s', async () => {
  await talk.run(admin, 'daily now');
  await talk.run(admin, 'daily export');
  await admin.run('daily set', { time: '14:00', sections: 'figures' });
  await talk.run(admin, 'daily now', { post: true });
  await goTo('2026-11-29T14:00:00Z', 2);
  await talk.matches('daily-now');
});

test('a post is kept: its buttons, the export and the next summary have its figures', async () => {
  const { viewer, workspace } = server;
  await admin.run('daily set', { time: '14:00', currencies: 'BTC, SC' });
  await goTo('2026-11-29T14:00:00Z', 1);
  const [post] = posts();
  if (post === undefined) throw new Error('There is no post');
  const titles = ['BTC summary', 'SC revenue', 'Miners', 'BTC payouts'].map(
    async (button) => shown(server, answer(await viewer.click(post, button))).split('\n')[0],
  );
  expect(await Promise.all(titles)).toEqual([
    '▌amber Pool summary · BTC',
    '▌blue Revenue · SC · 30 Oct – 28 Nov',
    '▌blue Miners',
    '▌blue Payment settings · BTC',
  ]);
  expect(shown(server, answer(await viewer.run('summary')))).not.toContain('Since');
  workspace.rewrite = (body, { path }) =>
    path.includes('/summary/') ? { ...Object(body), hashrate_24h: '1691441441441441' } : body;
  await goTo('2026-11-30T14:00:00Z', 2);
  const summary = shown(server, answer(await viewer.run('summary')));
  expect(summary).toContain('\n-# Since 29 Nov: hashrate +0.2%');
  expect(summary).toContain('\nchart: hashrate.png');
  const listed = shown(server, answer(await viewer.run('daily show')));
  expect(listed).toMatch(/\nLast <t:\d+:d> <t:\d+:t> · next <t:1796133600:R>\n/);
  const file = answer(await viewer.run('daily export'));
  expect(shown(server, file)).toMatch(/^▌blue daily-figures\.csv\n\*\*4 rows\*\*/);
  const rows = String(file.contents['daily-figures.csv']).trimEnd().split('\r\n');
  expect(rows.map((row) => row.split(',').slice(0, 3).join(' '))).toEqual([
    '\uFEFFdate read_at of',
    ...['29', '29', '30', '30'].map((day, index) =>
      expect.stringMatching(`^2026-11-${day} 2026-11-${day}T14:.* ${index % 2 ? 'SC' : 'BTC'}$`),
    ),
  ]);
  expect(rows[3]).toContain('1691441441441441');
});
