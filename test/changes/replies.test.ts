import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Change } from '../../src/changes/change.js';
import { noteDone, noteEnd } from '../../src/changes/replies.js';
import { readBody } from '../../src/jobs/outbox.js';
import type { Store } from '../../src/store/store.js';
import { createStillClock, openTestStore } from '../store/support.js';
import {
  answered,
  AT,
  CONFIRMED,
  MAREK,
  MINUTE,
  payouts,
  readable,
  ROW,
  SOFIA,
  unanswered,
} from './samples.js';

let store: Store;
beforeEach(async () => {
  store = await openTestStore(createStillClock(AT).clock);
});
afterEach(() => store.close());

async function note(write: typeof noteEnd, change: Change, now = AT + MINUTE): Promise<void> {
  await store.inGuild('100', (tx) => write({ ...ROW, tx, guildId: '100', now }, change));
}

/** What waits to be posted. */
async function texts(): Promise<string[]> {
  const rows = await store.db.selectFrom('outbox').select('body').orderBy('key').execute();
  return rows.map(({ body }) => readable(readBody(body).reply.content ?? '', AT));
}

const sent = payouts({ ...CONFIRMED, state: 'reported', outcome: answered('PENDING') });

test('within that minute "done" takes its place', async () => {
  await note(noteEnd, sent);
  await note(noteDone, sent, AT + 1.5 * MINUTE);
  expect(await texts()).toEqual([
    '@Marek ✅ **#9 is done:** the pool lists it. @Sofia confirmed it.',
  ]);
});

test('later "done" is a note of its own, which Discord does not take for the first one', async () => {
  await note(noteEnd, sent);
  await note(noteDone, sent, AT + 3 * MINUTE);
  expect(await texts()).toHaveLength(2);
});

test('who confirmed their own change hears of it only where it took longer than a minute', async () => {
  const own = { ...sent, confirmer: MAREK };
  await note(noteEnd, own);
  await note(noteDone, own, AT + 1.5 * MINUTE);
  expect(await texts()).toEqual([]);
  await note(noteDone, own, AT + 30 * MINUTE);
  expect(await texts()).toEqual(['@Marek ✅ **#9 is done:** the pool lists it.']);
});

const drifted = { ...CONFIRMED, sentAt: null, state: 'drifted' } as const;

test('an outdated change that has no successor says why', async () => {
  await note(noteEnd, payouts({ ...drifted, ending: { by: SOFIA, reason: 'hall-7 exists now.' } }));
  expect(await texts()).toEqual([
    '@Marek 🔁 **#9 is out of date.** hall-7 exists now. Nothing was sent.',
  ]);
});

test.each<Partial<Change>>([
  { ...CONFIRMED, confirmer: MAREK, state: 'declined', outcome: unanswered },
  { ...drifted, confirmer: MAREK, replacedBy: { number: 12, card: null } },
])('nobody is pinged for what they did themselves: %j', async (part) => {
  await note(noteEnd, payouts(part));
  expect(await texts()).toEqual([]);
});
