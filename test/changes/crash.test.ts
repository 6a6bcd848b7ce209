import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../../src/store/store.js';
import { replyText } from '../support/reply-text.js';
import { openTestStore } from '../store/support.js';
import { connectNext } from './support/around.js';
import { startMortal, type Death } from './support/mortal.js';
import { checkCards, checkPromises, checkTrail, type Stored } from './support/promises.js';
import {
  ask,
  AUDIT,
  confirm,
  createStillClock,
  deliver,
  GENERAL,
  newServer,
  PEOPLE,
  startProcess,
  type Server,
} from './support/server.js';
import { SITES, type Answer } from './support/workspace.js';

/**
 * The process dies before and after every outside call of a move, from its request to what the pool
 * lists afterwards: reads, the one write, posts, edits, transactions. Then another process starts.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const { marek, sofia } = PEOPLE;

const clock = createStillClock();
let store: Store;
beforeAll(async () => {
  store = await openTestStore(clock);
});
afterAll(() => store.close());

const [, , site] = SITES;
const MOVE = {
  member: marek,
  touches: 'subaccount:hall-1',
  request: { kind: 'move', input: { name: 'hall-1', site }, reason: 'cooling' },
} as const;

/** `drift`: the pool lists something else when it is confirmed. */
type Course = Answer | 'drift';

async function live(server: Server, course: Course): Promise<void> {
  const { processes, workspace } = server;
  const [process] = processes;
  const number = await ask(server, process, MOVE);
  await deliver(process);
  if (course === 'drift') workspace.elsewhere(MOVE.touches, 1);
  else workspace.answer = course;
  server.shown.set(2, workspace.thing(MOVE.touches));
  await confirm(server, process, { member: sofia, number });
  clock.time += 2 * SECOND;
  await deliver(process);
  clock.time += 6 * SECOND;
  await process.changes.sweep();
  clock.time += 2 * MINUTE;
  await deliver(process);
}

interface Remains {
  readonly server: Server;
  readonly sends: number;
  /** The pool lists something else than at the start. */
  readonly isElsewhere: boolean;
  readonly calls: readonly string[];
  /** False: it made fewer calls than it was to die after. */
  readonly isDead: boolean;
}

async function liveAndDie(death: Death, course: Course): Promise<Remains> {
  const server = await newServer(store, clock);
  const { life, server: doomed } = startMortal(server, death);
  const { workspace } = server;
  const atStart = workspace.thing(MOVE.touches);
  server.shown.set(1, atStart);
  await live(doomed, course).catch((error: unknown) => {
    if (!life.isOver()) throw error;
  });
  workspace.answer = 'accept';
  const isElsewhere = workspace.thing(MOVE.touches) !== atStart;
  const { calls, isOver } = life;
  return { server, sends: workspace.sent.length, isElsewhere, calls, isDead: isOver() };
}

/** Returns what kinds of calls it died at. */
async function everyDeath(
  course: Course,
  check: (remains: Remains) => Promise<void>,
): Promise<Set<string>> {
  const names = new Set<string>();
  for (let atCall = 1; ; atCall++) {
    for (const when of ['before', 'after'] as const) {
      const remains = await liveAndDie({ atCall, when }, course);
      const { server, calls, isDead } = remains;
      const last = `killed ${when} the last of ${calls.slice(0, atCall).join(', ')}`;
      try {
        if (isDead) await check(remains);
      } catch (cause) {
        throw new Error(last, { cause });
      } finally {
        await server.processes[0].guilds.removed(server.guildId);
      }
      if (!isDead) return names;
      names.add(calls[atCall - 1] ?? '');
    }
  }
}

/** Another process works on, as long as a change is usually open. */
async function restart({ processes: [process] }: Server): Promise<void> {
  const pauses = [SECOND, 6 * SECOND, 5 * MINUTE, 40 * SECOND, 3 * MINUTE, 11 * MINUTE, 2 * MINUTE];
  for (const pause of pauses) {
    clock.time += pause;
    await process.changes.sweep();
    await deliver(process);
  }
}

const LINES: Readonly<Record<string, string>> = {
  requested: 'Move hall-1',
  reported: 'confirmed, Pitboss sent it, the pool answered PENDING',
  declined: 'confirmed, Pitboss sent it, the pool declined it (400)',
  unknown: 'outcome unknown',
  observed: 'done: the pool lists it',
  expired: 'expired; nothing was sent',
  drifted: 'confirmed, but the pool’s values had changed: nothing was sent',
};

const NOTES: Readonly<Record<string, string>> = {
  reported: 'is done',
  declined: 'was declined by the pool',
  unknown: 'outcome unknown.**',
  expired: 'expired.**',
};

/** Each step in the audit channel, and how it ended in a reply to who asked. */
function isTold({ channels }: Server, { entries, changes }: Stored): void {
  const texts = (channel: string) => channels.texts(channel).join('\n').split('\n');
  const lines = texts(AUDIT);
  for (const { step, change } of entries.filter(({ change }) => change !== null)) {
    const wanted = LINES[step];
    if (wanted === undefined) continue;
    const found = lines.filter((line) => line.includes(`#${change}**`) && line.includes(wanted));
    expect(found, `${step} of #${change} in\n${lines.join('\n')}`).toHaveLength(1);
  }
  for (const { state, number } of changes) {
    const wanted = NOTES[state];
    if (wanted === undefined) continue;
    const notes = texts(GENERAL).filter((line) => line.includes(`#${number}`));
    expect(
      notes.filter((line) => line.includes(wanted)),
      notes.join('\n'),
    ).toHaveLength(1);
  }
}

test.each(['accept', 'decline', 'reset-after', 'drift'] as const)(
  'a move (%s) whose process dies at any call is sent at most once, ends, and is told',
  { timeout: 60_000 },
  async (course) => {
    const names = await everyDeath(course, async ({ server, sends }) => {
      await restart(server);
      expect(server.workspace.sent.length).toBe(sends);
      expect(sends).toBeLessThanOrEqual(1);
      const stored = await checkPromises(server, null);
      await checkTrail(server, stored);
      await checkCards(server, stored);
      isTold(server, stored);
      const [first] = stored.changes;
      const states =
        sends === 1 ? ['reported', 'declined', 'unknown'] : ['unknown', 'expired', 'drifted'];
      if (first) expect(states).toContain(first.state);
    });
    const wanted = ['read', 'transaction', 'post', 'edit'];
    if (course !== 'drift') wanted.push('send');
    expect([...names]).toEqual(expect.arrayContaining(wanted));
  },
);

test.each(['accept', 'drift'] as const)(
  'a second click (%s) sends only what the dead process was never sending',
  { timeout: 60_000 },
  async (course) => {
    await everyDeath(course, async ({ server, sends, isElsewhere }) => {
      const [process] = server.processes;
      const [newest] = await process.changes.list(server.guildId);
      if (newest === undefined) return;
      const { number, state } = newest;
      await confirm(server, process, { member: sofia, number }).catch(() => {});
      // The second change asks for the same on what the pool lists now.
      const isSent = state === 'pending' && isElsewhere === (number === 2);
      expect(server.workspace.sent.length).toBe(isSent ? 1 : sends);
      await checkTrail(server, await checkPromises(server, null));
    });
  },
);

test('a change that is held up for half a minute after the decision is not sent', async () => {
  const server = await newServer(store, clock);
  const inGuild: Store['inGuild'] = async (guildId, work) => {
    const result = await store.inGuild(guildId, work);
    clock.time += 31 * SECOND;
    return result;
  };
  const { channels, workspace } = server;
  const slow = { store: { ...store, inGuild }, clock, channels, pool: workspace.pool };
  const number = await ask(server, server.processes[0], MOVE);
  await confirm(server, startProcess(slow), { member: sofia, number });
  expect(server.workspace.sent).toEqual([]);
  const { changes } = await checkPromises(server, null);
  expect(changes.map(({ state }) => state)).toEqual(['unsent']);
});

test('a change that is out of date offers to be asked for again if the pool fails just then', async () => {
  const server = await newServer(store, clock);
  const { processes, workspace, channels } = server;
  const [process] = processes;
  const number = await ask(server, process, MOVE);
  workspace.elsewhere(MOVE.touches, 1);
  workspace.readsUntilFailure = 1;
  await confirm(server, process, { member: sofia, number }).catch(() => {});
  await deliver(process);
  expect(
    channels
      .all(GENERAL)
      .map(({ reply }) => replyText(reply))
      .join(),
  ).toContain('Ask again');
});

test('a process that still has the former key sends nothing with it', async () => {
  const server = await newServer(store, clock);
  const [one, other] = server.processes;
  await other.guilds.find(server.guildId);
  await connectNext(server, 2);
  const number = await ask(server, one, MOVE);
  const confirmed = confirm(server, other, { member: sofia, number });
  await expect(confirmed).rejects.toMatchObject({ title: 'The API key changed' });
  expect(server.workspace.sent).toEqual([]);
});
