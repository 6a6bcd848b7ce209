import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMovableClock, type MovableClock } from '../../sandbox/movable-clock.js';
import { ChannelError, type PostedMessage } from '../../src/discord/channels.js';
import { cardReply, type Reply } from '../../src/discord/reply.js';
import { createJobs } from '../../src/jobs/leader-and-jobs.js';
import { createOutbox, post, type Outbox } from '../../src/jobs/outbox.js';
import { createMetrics } from '../../src/ops/metrics.js';
import type { Store } from '../../src/store/store.js';
import { openTestStore } from '../store/support.js';
import { createFakeChannels } from '../support/fake-channels.js';
import { silentLog as log } from '../support/silent-log.js';

const HOUR = 3_600_000;
const metrics = createMetrics();

let clock: MovableClock;
let store: Store;
let channels: ReturnType<typeof createFakeChannels>;
let outbox: ReturnType<typeof startProcess>;

beforeEach(async () => {
  clock = createMovableClock({ startAt: Date.UTC(2026, 10, 28), ticking: false });
  store = await openTestStore(clock);
  channels = createFakeChannels(clock);
  outbox = startProcess();
});
afterEach(() => store.close());

/** The outbox as a process works on it; `end` is kill -9. */
function startProcess(): Outbox & { end(): void } {
  let isRunning = true;
  const leader = { isLeader: () => isRunning };
  const started = createOutbox({ store, clock, channels, leader, metrics, log });
  createJobs({ clock, log }, leader).add('outbox', 1_000, () => started.deliver());
  return { ...started, end: () => void (isRunning = false) };
}

const said = (text: string): Reply => ({ content: text });

const put = (key: string, rest: Partial<Parameters<typeof post>[1]> = {}) =>
  store.inGuild('1', (tx) =>
    post(
      { tx, guildId: '1', now: clock.now() },
      { key, channel: 'general', reply: said(key), ...rest },
    ),
  );

const newest = (key: string, rest: Parameters<typeof put>[1]) =>
  put(key, { ...rest, newestWins: true });

const refusing = (kind: ChannelError['kind'], sentence: string) => (): Promise<never> =>
  Promise.reject(new ChannelError(kind, sentence));
const unavailable = refusing('failed', 'Discord failed (503)');
const lostAnswer = refusing('failed', 'no answer');

/** Time passes, and background work sees each minute of it. */
async function passMinutes(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) await clock.jump(60_000);
}

const waiting = () => store.db.selectFrom('outbox').selectAll().orderBy('key').execute();

test('the same key is entered once while it waits', async () => {
  await put('note:1', { reply: said('first') });
  await put('note:1', { reply: said('second') });
  await clock.advance(5_000);
  expect(channels.texts('general')).toEqual(['first']);
});

test('of two edits of a card the newest wins', async () => {
  const { messageId } = await channels.post('general', said('asked'));
  for (const text of ['confirmed', 'reported'])
    await newest('card:14', { edits: messageId, reply: said(text) });
  await clock.advance(1_000);
  expect(channels.texts('general')).toEqual(['reported']);
  expect(channels.edits).toBe(1);
});

test('an edit that is replaced while it is under way is followed by the newer one', async () => {
  const { messageId } = await channels.post('general', said('asked'));
  channels.before = () => newest('card:14', { edits: messageId, reply: said('reported') });
  await newest('card:14', { edits: messageId, reply: said('confirmed') });
  await clock.advance(2_000);
  expect(channels.texts('general')).toEqual(['reported']);
  expect(await waiting()).toEqual([]);
});

test('a post that is replaced while it is under way becomes an edit of what was posted', async () => {
  channels.before = () => newest('alert:7', { reply: said('resolved') });
  await newest('alert:7', { reply: said('firing') });
  await clock.advance(2_000);
  expect(channels.texts('general')).toEqual(['resolved']);
  expect(channels.edits).toBe(1);
});

test('cards, charts, pings and what it answers survive; files do not', async () => {
  const data = Buffer.from([0, 1, 255, 128]);
  const reply = {
    ...cardReply({ title: 'Hashrate', chart: { name: 'a.png', data, alt: 'a line' } }),
    content: 'hello',
    pings: { roles: ['9'] },
  };
  const files = [{ name: 'all.csv', data: 'a,b' }];
  await put('daily:1', { reply: { ...reply, files }, replyTo: '77' });
  await clock.advance(1_000);
  expect(channels.all('general')).toMatchObject([{ reply, replyTo: '77' }]);
  expect(channels.all('general')[0]?.reply.files).toBeUndefined();
});

test('posts of one channel appear in order, and a slow channel delays no other', async () => {
  let requests = 0;
  channels.fault = async (channel) => {
    requests += 1;
    if (channel === 'slow') await clock.sleep(30_000);
  };
  for (const key of ['note:1', 'note:2', 'note:3']) await put(key, { channel: 'slow' });
  await put('note:4');
  await clock.advance(3_000);
  await put('note:5');
  await clock.advance(3_000);
  expect(channels.texts('general')).toEqual(['note:4', 'note:5']);
  await clock.advance(120_000);
  expect(channels.texts('slow')).toEqual(['note:1', 'note:2', 'note:3']);
  expect(requests).toBe(5);
});

test('a failing post is tried after 5 s, 10 s, 20 s and so on, at most an hour apart', async () => {
  const tries: number[] = [];
  const start = clock.now();
  channels.fault = async () => {
    tries.push(Math.round((clock.now() - start) / 1_000));
    return unavailable();
  };
  await put('note:1');
  await clock.advance(60_000);
  expect(tries).toEqual([1, 6, 16, 36]);
  await clock.jump(12 * HOUR);
  for (let n = 0; n < 12; n += 1) await clock.jump(HOUR);
  const gaps = tries.slice(-3).map((at, index, all) => at - (all[index - 1] ?? at));
  expect(gaps.slice(1)).toEqual([3_600, 3_600]);
});

test('a post whose time has ended is given up, and the hook hears of it', async () => {
  const givenUp: unknown[] = [];
  outbox.handle('daily', {
    givenUp: async (_tx, { key }, refusal) => void givenUp.push([key, refusal]),
  });
  channels.fault = refusing('forbidden', 'Pitboss lacks Embed Links');
  await put('daily:1', { lasts: 6 * HOUR });
  await clock.advance(60_000);
  channels.fault = null;
  await clock.jump(6 * HOUR);
  await clock.advance(5_000);
  expect(givenUp).toEqual([['daily:1', null]]);
  expect(channels.texts('general')).toEqual([]);
  expect(await waiting()).toEqual([]);
});

test('a channel that is gone ends a post at once, and the hook hears why', async () => {
  const reasons: unknown[] = [];
  outbox.handle('audit', {
    givenUp: async (_tx, _post, refusal) => void reasons.push(refusal?.sentence),
  });
  channels.fault = refusing('gone', 'The channel was deleted');
  await put('audit:1');
  await clock.advance(1_000);
  expect(reasons).toEqual(['The channel was deleted']);
  expect(await waiting()).toEqual([]);
});

test.each([
  ['a second', 1_000],
  ['four minutes', 4 * 60_000],
  ['ten hours', 10 * HOUR],
])('a process killed after posting, back after %s, posts nothing twice', async (_name, pause) => {
  channels.after = () => {
    outbox.end();
    return new Promise(() => {});
  };
  await put('note:1');
  await clock.advance(2_000);
  expect(await waiting()).toHaveLength(1);
  channels.after = null;
  await clock.jump(pause);
  const learnt: string[] = [];
  const posted = async (_tx: unknown, _post: unknown, { messageId }: PostedMessage) =>
    void learnt.push(messageId);
  startProcess().handle('note', { posted });
  await clock.advance(1_000);
  expect(channels.texts('general')).toEqual(['note:1']);
  expect(learnt).toEqual([channels.all('general')[0]?.messageId]);
  expect(await waiting()).toEqual([]);
});

const forbidden = refusing('forbidden', 'Pitboss lacks Send Messages');

test.each([
  ['and then Discord for an hour', lostAnswer, unavailable, 60],
  ['and that Discord refused at the next try', lostAnswer, forbidden, 4],
  // discord.js itself tries again after a reset.
  ['and that it refused in the same try', refusing('forbidden', 'Refused'), forbidden, 4],
])('a post whose answer was lost, %s, is not made twice', async (...[, after, fault, minutes]) => {
  channels.after = after;
  await put('note:1');
  await clock.advance(1_000);
  channels.after = null;
  channels.fault = fault;
  await passMinutes(minutes);
  channels.fault = null;
  await passMinutes(120);
  expect(channels.texts('general')).toEqual(['note:1']);
  expect(await waiting()).toEqual([]);
});

test.each([
  ['five seconds', 5_000],
  ['ten minutes', 10 * 60_000],
])(
  'a post whose answer was lost and whose body was replaced shows the newer one %s later',
  async (_name, pause) => {
    channels.after = async () => {
      await newest('alert:7', { reply: said('resolved') });
      channels.fault = lostAnswer;
      return lostAnswer();
    };
    await newest('alert:7', { reply: said('firing') });
    await clock.advance(1_000);
    channels.after = null;
    await clock.jump(pause - 1_000);
    channels.fault = null;
    await passMinutes(30);
    expect(channels.texts('general')).toEqual(['resolved']);
    expect(await waiting()).toEqual([]);
  },
);

test.each([true, false])(
  'a process killed before posting posts when it is back, though it may read: %s',
  async (mayRead) => {
    await put('note:1');
    await store.db.updateTable('outbox').set({ posting_since: clock.now() }).execute();
    channels.mayRead = mayRead;
    await clock.jump(10 * HOUR);
    expect(channels.texts('general')).toEqual(['note:1']);
  },
);

test('a process that no longer leads posts nothing more', async () => {
  channels.after = async () => outbox.end();
  for (const key of ['note:1', 'note:2']) await put(key);
  await outbox.deliver();
  expect(channels.texts('general')).toEqual(['note:1']);
});
