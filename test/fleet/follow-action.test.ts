import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMovableClock, type MovableClock } from '../../sandbox/movable-clock.js';
import { createFollows, type FollowParts } from '../../src/fleet/follow-action.js';
import type { Outbox, OutboxHooks, PostRow } from '../../src/jobs/outbox.js';
import { PoolError } from '../../src/pool/pool-error.js';
import type { Pool } from '../../src/pool/pool.js';
import type { FleetAction } from '../../src/pool/schemas.js';
import { openStore, type Store } from '../../src/store/store.js';
import { silentLog as log } from '../support/silent-log.js';

const MINUTE = 60_000;
const RUNNING = {
  action_type: 'Reboot',
  status: 'PROCESSING',
  total_miners: 20,
  success_miners: 1,
};
const MESSAGE = { channelId: 'ops', messageId: '7' };

let folder: string;
let store: Store;
let clock: MovableClock;
let hooks: OutboxHooks;
let follows: ReturnType<typeof createFollows>;
let answer: FleetAction | PoolError;
/** Seconds from the start at which the pool was asked. */
let looks: number[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pitboss-follow-'));
  clock = createMovableClock({ startAt: 0, ticking: false });
  store = await openStore({ dataDir: folder, clock });
  looks = [];
  answer = RUNNING;
  const action: Pool['action'] = async () => {
    looks.push(clock.now() / 1_000);
    if (answer instanceof PoolError) throw answer;
    return { value: answer, readAt: clock.now(), refused: [] };
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the key's pool, of which one read is used
  const guilds = {
    find: async () => ({}),
    pool: () => ({ action }),
  } as unknown as FollowParts['guilds'];
  const outbox: Pick<Outbox, 'handle'> = { handle: (_, added) => void (hooks = added) };
  follows = createFollows({ store, clock, guilds, outbox, log });
  const wanted = { action: 'a-1', siteName: undefined, token: 't', by: '1', until: 15 * MINUTE };
  const reply = follows.follow('g', wanted, { value: RUNNING, readAt: 0, refused: [] });
  await reply.onPosted?.(MESSAGE);
  await reply.onPosted?.(MESSAGE);
  clock.every(1_000, () => follows.tick());
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const posts = (): Promise<PostRow[]> => store.db.selectFrom('outbox').selectAll().execute();
const rows = () => store.db.selectFrom('document').selectAll().execute();

/** Takes what waits out of the outbox, as once it is posted. */
async function posted(): Promise<string[]> {
  const waiting = await posts();
  await store.db.deleteFrom('outbox').execute();
  return waiting.map(({ body }) => body);
}

test('an action is looked at every ten seconds, and edited only if something changed', async () => {
  await clock.advance(25_000);
  expect([looks, await posted()]).toEqual([[10, 20], []]);
  answer = { ...RUNNING, success_miners: 2 };
  await clock.advance(10_000);
  const [edit = '', ...others] = await posted();
  expect(others).toEqual([]);
  expect(edit).toContain('"edits":"7"');
  expect(edit).toContain('2 ok');
});

test('a silent pool is asked at growing gaps, and said once', async () => {
  answer = new PoolError('forbidden', { status: 403 });
  await clock.advance(5 * MINUTE);
  expect(looks).toEqual([10, 30, 70, 150]);
  const [edit = '', ...others] = await posted();
  expect(others).toEqual([]);
  expect(edit).toContain('⚠️ No access (403) since <t:10:t>; these figures are old.');
});

test('nobody is told of an end that a silent pool has not given, until the time is up', async () => {
  answer = new PoolError('unreachable');
  await clock.advance(15 * MINUTE);
  const told = (await posted()).filter((body) => body.includes('replyTo'));
  expect(told).toHaveLength(1);
  expect(told[0]).toContain('No longer followed');
  expect(await rows()).toEqual([]);
});

test('a message that is gone is followed no more', async () => {
  answer = { ...RUNNING, success_miners: 2 };
  await clock.advance(10_000);
  const [edit] = await posts();
  if (edit === undefined) throw new Error('No edit');
  await store.inGuild('g', async (tx, row) => hooks.givenUp?.({ tx, row }, edit, null));
  expect(await rows()).toEqual([]);
});

test('an action that is over is shown and not followed', () => {
  const over = { value: { status: 'COMPLETED' }, readAt: 0, refused: [] };
  const wanted = { action: 'a-1', siteName: undefined, token: 't', by: '1', until: MINUTE };
  expect(follows.follow('g', wanted, over).onPosted).toBeUndefined();
});
