import { beforeEach, expect, test } from 'vitest';
import { eventually, newServer, shown, type Server } from '../support/world.js';

let server: Server;

/** It is 12:00 UTC on Sunday, 29 November 2026. */
beforeEach(async () => {
  server = await newServer({ ownWorld: true });
});

async function set(options: Record<string, string>): Promise<void> {
  const { message } = await server.admin.in(server.channel).run('daily set', options);
  expect(shown(server, message)).toMatch(/^▌green Daily post set\n/);
}

/** What became due on the way begins then. */
async function goTo(moment: string): Promise<void> {
  await server.clock.jump(Date.parse(moment) - server.clock.now());
  await server.clock.advance(12_000);
}

const posts = (channel = server.channel) =>
  channel.messages().map((message) => shown(server, message, { hideTimes: true }));

/** The days of the posts, and whether they are late. */
const days = () =>
  posts().map((post) => post.split('\n')[0]?.replace(/.*Daily summary · BTC · /, ''));

const newest = (channel = server.channel) =>
  eventually(server, () => {
    expect(posts(channel)).not.toEqual([]);
    return posts(channel).at(-1) ?? '';
  });

test('a post appears once at its local time, each day, also when the clocks change', async () => {
  await set({ time: '8am', timezone: 'America/Chicago' });
  await goTo('2026-11-29T13:59:00Z');
  expect(days()).toEqual([]);
  await goTo('2026-11-29T14:00:00Z');
  await eventually(server, () => expect(days()).toEqual(['29 Nov']));
  await goTo('2026-11-29T23:00:00Z');
  await goTo('2027-03-13T14:00:00Z');
  await eventually(server, () => expect(days()).toEqual(['29 Nov', '13 Mar']));
  await goTo('2027-03-14T12:59:00Z');
  expect(days()).toHaveLength(2);
  await goTo('2027-03-14T13:00:00Z');
  await eventually(server, () => expect(days()).toEqual(['29 Nov', '13 Mar', '14 Mar']));
  await goTo('2027-03-14T14:00:00Z');
  expect(days()).toHaveLength(3);
});

test.each([
  ['2026-11-29T19:59:00Z', ['29 Nov · late']],
  ['2026-11-29T20:01:00Z', []],
])('a missed post comes up to six hours late and says so: %s', async (moment, late) => {
  await set({ time: '14:00' });
  await goTo(moment);
  await eventually(server, () => expect(days()).toEqual(late));
  await server.restart();
  await goTo('2026-11-30T14:00:00Z');
  await eventually(server, () => expect(days()).toEqual([...late, '30 Nov']));
});

test('posts of days, weeks and months read as agreed', async () => {
  const { guild, workspace, clock, discord } = server;
  // The pool's own balance grows by the second.
  workspace.rewrite = (body, { path }) => {
    const revenue = clock.now() < Date.parse('2026-12-01') ? 0.39495513 : 0.43219156;
    if (!path.includes('/summary/')) return body;
    return Object.assign({}, body, { balance: [{ currency_type: 'BTC', revenue }] });
  };
  const day = guild.addChannel('day');
  const week = guild.addChannel('week');
  const month = guild.addChannel('month');
  for (const { id, name } of [day, week, month]) await set({ channel: id, every: name });
  await goTo('2026-11-30T08:00:00Z');
  await expect(await newest(week)).toMatchFileSnapshot('goldens/daily-week.txt');
  await newest(day);
  await goTo('2026-12-01T08:00:00Z');
  await expect(await newest(month)).toMatchFileSnapshot('goldens/daily-month.txt');
  await eventually(server, () => expect(posts(day)).toHaveLength(2));
  await expect(await newest(day)).toMatchFileSnapshot('goldens/daily-day.txt');
  expect(posts(week)).toHaveLength(1);
  expect(discord.refusals).toEqual([]);
});

test('a channel that refuses a post is told of once, and has it when it accepts', async () => {
  const audit = server.guild.addChannel('audit');
  await server.admin.run('setup defaults', { audit: audit.id });
  await set({ time: '14:00' });
  server.channel.setPermissions({ deny: ['AttachFiles'] });
  await goTo('2026-11-29T14:00:00Z');
  const refusal =
    '⚠️ Refused since <t:…:R>: daily post **14:00 UTC** in #pool-ops: Pitboss lacks Attach Files';
  const told = () => posts(audit).join('\n').split(refusal).length - 1;
  await eventually(server, () => expect(told()).toBe(1));
  const { message } = await server.viewer.run('daily show');
  expect(shown(server, message)).toMatch(/⚠️ Refused since <t:\d+:R>: Pitboss lacks Attach Files/);
  await goTo('2026-12-02T14:00:00Z');
  expect(days()).toEqual([]);
  server.channel.setPermissions({});
  await server.clock.jump(30 * 60_000);
  await eventually(server, () => expect(days()).toEqual(['2 Dec']));
  expect(told()).toBe(1);
});
