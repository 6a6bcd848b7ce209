import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Change } from '../../src/changes/change.js';
import { noteDone, noteEnd, noteExpiresSoon, noteSecondPerson } from '../../src/changes/notes.js';
import { readBody } from '../../src/jobs/outbox.js';
import { openStore, type Store } from '../../src/store/store.js';
import {
  answered,
  AT,
  CONFIRMED,
  MAREK,
  MINUTE,
  moved,
  payouts,
  readable,
  ROW,
  SOFIA,
  unanswered,
} from './samples.js';

let folder: string;
let store: Store;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pitboss-notes-'));
  const clock = { now: () => AT, sleep: () => Promise.resolve(), every: () => () => {} };
  store = await openStore({ dataDir: folder, clock });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

async function note(
  write: typeof noteEnd,
  change: Change,
  { now = AT + MINUTE, row = ROW } = {},
): Promise<void> {
  await store.inGuild('100', (tx) => write({ tx, row, now }, change));
}

/** What waits to be posted: text, who is pinged, and when it is due. */
async function waiting() {
  const rows = await store.db.selectFrom('outbox').selectAll().orderBy('key').execute();
  return rows.map(({ body: text, due_at }) => {
    const body = readBody(text);
    const { roles = [], users = [] } = body.reply.pings ?? {};
    return {
      text: readable(body.reply.content ?? ''),
      pings: [...roles, ...users],
      minutes: (due_at - AT) / MINUTE,
      replyTo: 'replyTo' in body ? body.replyTo : null,
    };
  });
}

const texts = async () => (await waiting()).map(({ text }) => text);

test('no role is pinged where one person is enough, or where none is set', async () => {
  await note(noteSecondPerson, moved());
  const row = { ...ROW, settings: { ...ROW.settings, pingRole: null } };
  await note(noteSecondPerson, payouts(), { row });
  await note(noteExpiresSoon, payouts(), { row });
  expect(await waiting()).toEqual([]);
});

const sent = payouts({ ...CONFIRMED, state: 'reported', outcome: answered('PENDING') });

test('within that minute "done" takes its place', async () => {
  await note(noteEnd, sent);
  await note(noteDone, sent, { now: AT + 1.5 * MINUTE });
  expect(await texts()).toEqual([
    '@Marek ✅ **#9 is done:** the pool lists it. @Sofia confirmed it.',
  ]);
});

test('later "done" is a note of its own, which Discord does not take for the first one', async () => {
  await note(noteEnd, sent);
  await note(noteDone, sent, { now: AT + 3 * MINUTE });
  expect(await texts()).toHaveLength(2);
});

test('who confirmed their own change hears of it only where it took longer than a minute', async () => {
  const own = { ...sent, confirmer: MAREK };
  await note(noteEnd, own);
  await note(noteDone, own, { now: AT + 1.5 * MINUTE });
  expect(await waiting()).toEqual([]);
  await note(noteDone, own, { now: AT + 30 * MINUTE });
  expect(await texts()).toEqual(['@Marek ✅ **#9 is done:** the pool lists it.']);
});

const ended = { ...CONFIRMED, sentAt: null };

test.each<[Partial<Change>, string]>([
  [
    { ...CONFIRMED, state: 'declined', outcome: { ...unanswered, kind: 'declined', status: 403 } },
    '@Marek ❌ **#9 was declined by the pool** (403).',
  ],
  [
    {
      ...ended,
      state: 'unsent',
      outcome: { ...unanswered, reason: 'the pool couldn’t be reached' },
    },
    '@Marek 🚫 **#9 wasn’t sent:** the pool couldn’t be reached.',
  ],
  [
    { ...CONFIRMED, state: 'unknown', outcome: unanswered },
    '@Marek @Sofia ❓ **#9: outcome unknown.** Look at the pool, then mark it as checked.',
  ],
  [
    { state: 'cancelled', ending: { by: SOFIA, reason: null } },
    '@Marek 🚫 **#9 was cancelled** by @Sofia. Nothing was sent.',
  ],
  [{ state: 'expired' }, '@Marek ⌛ **#9 expired.** Nothing was sent.'],
  [
    { ...ended, state: 'drifted', replacedBy: { number: 12, card: null } },
    '@Marek 🔁 **#9 is out of date**, #12 has the current values. Nothing was sent.',
  ],
  [
    { ...ended, state: 'drifted', ending: { by: SOFIA, reason: 'hall-7 exists now.' } },
    '@Marek 🔁 **#9 is out of date.** hall-7 exists now. Nothing was sent.',
  ],
])('a change as %j: "%s"', async (part, text) => {
  await note(noteEnd, payouts(part));
  expect(await texts()).toEqual([text]);
});

test.each<Partial<Change>>([
  { state: 'cancelled', ending: { by: MAREK, reason: null } },
  { ...CONFIRMED, confirmer: MAREK, state: 'declined', outcome: unanswered },
  { ...ended, confirmer: MAREK, state: 'drifted', replacedBy: { number: 12, card: null } },
])('nobody is pinged for what they did themselves: %j', async (part) => {
  await note(noteEnd, payouts(part));
  expect(await waiting()).toEqual([]);
});

test('an unknown outcome stays unknown when the pool lists it', async () => {
  const unknown = moved({ ...CONFIRMED, state: 'unknown', outcome: unanswered });
  await note(noteDone, unknown);
  expect(await texts()).toEqual([
    '@Marek @Sofia ❓ **#1: outcome unknown**, but the pool lists it.',
  ]);
});
