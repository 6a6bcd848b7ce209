import { beforeEach, describe, expect, test } from 'vitest';
import {
  PoolBroken,
  PoolRejected,
  PoolUnreachable,
  PoolUnreadable,
} from '../../../../src/domain/errors/pool-errors.js';
import { StoreUnavailable } from '../../../../src/domain/errors/store-errors.js';
import { ReplyNotShown } from '../../../../src/domain/messages/reply-not-shown.js';
import type { Change } from '../../../../src/domain/changes/change.js';
import { TRIES } from '../../../../src/changes/trail/append-with-retry.js';
import {
  ANSWER_WITHIN_MS,
  createChangesHarness,
  GUILD,
  NO_LOSS,
  PEOPLE,
  type ChangesHarness,
  pressOn,
} from '../../fakes/changes-harness.js';

/** The outcome of a request outlives a store that accepts nothing; people are told meanwhile. */

let world: ChangesHarness;
let change: Change;
let messageId: string;
let back: () => void;

const { manager } = PEOPLE;
const operation = 'updateSubaccount';

beforeEach(async () => {
  world = createChangesHarness();
  ({ change, messageId } = await world.askToMove());
  const append = world.store.append.bind(world.store);
  // Refuses only what the bot itself would record: the confirmation and `sent` are the person's.
  world.store.append = async (stream, seq, entry) => {
    if (entry.includes('"actor":"pitboss"')) throw new Error('away');
    return append(stream, seq, entry);
  };
  back = () => (world.store.append = append);
});

/** And lets the bot go on. */
async function acceptTheLoss(): Promise<void> {
  await world.changes.acceptRestore({
    guildId: GUILD,
    member: PEOPLE.admin,
    reason: 'the disk was lost',
    found: (await world.changes.behind(GUILD)) ?? NO_LOSS,
    askedAt: world.chat.now(),
    seenAt: world.chat.now(),
  });
  await world.changes.reconcile();
  await world.changes.idle();
}

/** The pool throws this instead of answering. */
function poolThrows(error: Error): void {
  world.workspace.client.updateSubaccount = async () => {
    throw error;
  };
}

/** Confirms, and returns what the person is told in place of the card. */
async function told(): Promise<{ title: string; message: string }> {
  const confirmed = await pressOn(world.changes)
    .confirm(world.click(change, manager))
    .then(
      () => null,
      (error: unknown) => error,
    );
  return Object(confirmed);
}

const now = async () => world.changes.find(GUILD, change.id);

/** Another process only knows that nobody has said anything for long. */
async function otherProcessReconciles(): Promise<void> {
  world.pass(ANSWER_WITHIN_MS);
  await world.start().reconcile();
  expect(await now()).toMatchObject({ state: 'unknown', failure: { why: 'stopped' } });
}

test('an answer that a process can’t save as it ends is told without a promise', async () => {
  world.changes.beginEnd();
  const { message } = await told();
  expect(message).toContain('the pool answered: status **PENDING**');
  expect(message).toContain('keep what is written here');
  expect(message).not.toContain('keeps trying');
});

test('an answer is told, held, in the log, and entered then, also after a guess of others', async () => {
  const answeredAt = world.clock.now();
  expect(await told()).toMatchObject({
    title: 'Sent once; not saved yet',
    message: expect.stringMatching(
      /^The request was sent once, and the pool answered: status \*\*PENDING\*\*, id `action-1`\.\n.*keeps trying every few seconds, .*\. Nothing is sent again\.$/,
    ),
  });
  expect(world.troubles.join()).toMatch(/cannot be noted yet: .*"id":"action-1"/);
  await world.changes.reconcile();
  expect((await now())?.state).toBe('sent');
  back();
  await otherProcessReconciles();
  await world.changes.reconcile();
  await world.changes.idle();
  // With the time at which it came, not that at which it could be recorded.
  expect(await now()).toMatchObject({ state: 'reported', answer: { id: 'action-1' }, answeredAt });
  expect(world.chat.text(messageId)).toContain(
    `The pool answered <t:${Math.floor(answeredAt / 1_000)}:`,
  );
  expect(world.chat.text(messageId)).toContain('PENDING');
  expect(world.workspace.sent).toHaveLength(1);
});

describe('what is told of', () => {
  test('a refusal: not done, in the pool’s words, and to be asked for again', async () => {
    poolThrows(
      new PoolRejected({ operation, status: 400, said: 'no such site', outcome: 'refused' }),
    );
    const { title, message } = await told();
    expect(title).toBe('Failed; not saved yet');
    expect(message).toContain('The pool declined it (400).');
    expect(message).toContain('The pool said: no such site');
    expect(message).toContain('ask again once the card shows this');
    expect(message).not.toContain('sent once');
  });

  test('a request that never left: not done', async () => {
    poolThrows(new PoolUnreachable({ operation, outcome: 'not-sent' }));
    const { title, message } = await told();
    expect(title).toBe('Failed; not saved yet');
    expect(message).toContain('so nothing was sent');
    expect(message).not.toContain('sent once');
  });

  test('an unknown outcome: look at the pool', async () => {
    poolThrows(new PoolBroken({ operation, status: 502, outcome: 'unknown' }));
    const { title, message } = await told();
    expect(title).toBe('Outcome unknown; not saved yet');
    expect(message).toContain('Nobody knows whether the pool did it.');
    expect(message).toContain('Check at the pool, and ask again only once');
  });
});

test('what could not be read is kept, although others took it for stopped', async () => {
  const failure = { operation, status: 200, outcome: 'unknown' } as const;
  poolThrows(new PoolUnreadable({ ...failure, kept: { body: 'OK action-4711 accepted' } }));
  expect((await told()).message).toContain('OK action-4711 accepted');
  back();
  await otherProcessReconciles();
  await world.changes.reconcile();
  await world.changes.idle();
  expect(await now()).toMatchObject({
    state: 'unknown',
    failure: { why: 'pool', body: 'OK action-4711 accepted' },
  });
  expect(world.chat.text(messageId)).toContain('OK action-4711 accepted');
  expect((await world.changes.verifyTrail(GUILD)).broken).toBeNull();
  // What is already known isn't recorded twice.
  const steps = await world.steps();
  await world.changes.reconcile();
  expect(await world.steps()).toEqual(steps);
});

describe('a process that ends', () => {
  test('enters once more what it holds', async () => {
    await told();
    back();
    await world.changes.close();
    world.changes.logUnsaved();
    expect(world.troubles.join()).not.toContain('lost:');
    expect((await now())?.state).toBe('reported');
  });

  const LOST = /^lost: .*was never noted, because the process ends: .*"id":"action-1"/;

  test('says in the log what is lost with it', async () => {
    await told();
    await world.changes.close();
    world.changes.logUnsaved();
    expect(world.troubles.at(-1)).toMatch(LOST);
  });

  test.each([
    ['is on no card yet', false],
    ['was never noted', true],
  ])('says in the log of an answer that no card tells that it %s', async (words, isPutBack) => {
    back();
    const putBack = world.store.copy();
    world.chat.edit = async () => Promise.reject(new Error('ECONNRESET'));
    await pressOn(world.changes).confirm(world.click(change, manager));
    await world.changes.idle();
    if (isPutBack) putBack();
    await world.changes.reconcile();
    expect(world.changes.notRecorded(GUILD)).toHaveLength(isPutBack ? 1 : 0);
    await world.changes.close();
    world.changes.logUnsaved();
    expect(world.troubles.at(-1)).toMatch(new RegExp(`^lost: .*${words}.*"id":"action-1"`));
  });

  test('says so too of what nobody was told yet, because the store says nothing', async () => {
    back();
    const { store } = world;
    const append = store.append.bind(store);
    let isEntering = false;
    store.append = async (stream, seq, entry) => {
      if (!entry.includes('"step":"reported"')) return append(stream, seq, entry);
      isEntering = true;
      return new Promise<boolean>(() => undefined);
    };
    void world.changes.buttons.confirm(world.click(change, manager)).catch(() => undefined);
    await expect.poll(() => isEntering).toBe(true);
    world.changes.beginEnd();
    await world.changes.close();
    world.changes.logUnsaved();
    expect(world.troubles.at(-1)).toMatch(LOST);
  });
});

test('a store that goes away once the answer is entered: the person is told the answer', async () => {
  back();
  const append = world.store.append.bind(world.store);
  world.store.append = async (stream, seq, entry) => {
    const appended = await append(stream, seq, entry);
    if (entry.includes('"step":"reported"'))
      world.guilds.settings = async () => {
        throw new StoreUnavailable('away', 'the connection was lost');
      };
    return appended;
  };
  const clicked = world.changes.buttons.confirm(world.click(change, manager));
  const error: unknown = await clicked.catch((thrown: unknown) => thrown);
  if (!(error instanceof ReplyNotShown)) throw new Error('told something else', { cause: error });
  const [embed] = error.otherwise.embeds ?? [];
  expect(embed?.title).toMatch(/^Sent: /);
  expect(embed?.description).toContain('Sent once; the pool answered: PENDING');
  expect(embed?.description).toContain('can’t be drawn while Pitboss can’t reach its data');
  expect(world.workspace.sent).toHaveLength(1);
});

test('an answer whose entry stands, though the store said nothing for long, is told as entered', async () => {
  back();
  const { store } = world;
  const [append, entryAt] = [store.append.bind(store), store.entryAt.bind(store)];
  const away = new StoreUnavailable('away', 'the connection was cut');
  let asks = 0;
  let isLost = false;
  const isAway = () => asks > 0 && asks-- > 0;
  store.append = async (stream, seq, entry) => {
    if (isAway()) throw away;
    const isTaken = await append(stream, seq, entry);
    if (isLost || !entry.includes('"step":"reported"')) return isTaken;
    isLost = true;
    // For as long as this entry is retried.
    asks = TRIES - 1;
    throw away;
  };
  store.entryAt = async (stream, seq) => {
    if (isAway()) throw away;
    return entryAt(stream, seq);
  };
  const confirmed = await pressOn(world.changes).confirm(world.click(change, manager));
  expect(confirmed).toMatchObject({ state: 'reported', answer: { id: 'action-1' } });
  expect((await world.steps()).filter((step) => step === 'reported')).toHaveLength(1);
});

test.each([
  ['before it was confirmed', 1],
  ['that still says it was sent', 1],
  // Nor is what is entered again in between.
  ['that still says it was sent, put back twice,', 2],
] as const)(
  'an answer that an older copy %s takes away again, before the card tells it, is told and held',
  async (which, times) => {
    back();
    let putBack = world.store.copy();
    let losses = 0;
    const append = world.store.append.bind(world.store);
    world.store.append = async (stream, seq, entry) => {
      const isAnswer = entry.includes('"step":"reported"');
      if (isAnswer && losses === 0 && which !== 'before it was confirmed')
        putBack = world.store.copy();
      const appended = await append(stream, seq, entry);
      if (isAnswer && losses++ < times) putBack();
      return appended;
    };
    const { title, message } = await told();
    expect(title).toBe('Sent once; entries are missing');
    expect(message).toContain('enters it once an admin has run `/changes accept-restore`');
    expect(message).toContain('the pool answered: status **PENDING**, id `action-1`');
    await world.changes.reconcile();
    await acceptTheLoss();
    expect(await now()).toMatchObject({ state: 'reported', answer: { id: 'action-1' } });
    expect(world.changes.notRecorded(GUILD)).toEqual([]);
    expect((await world.steps()).filter((step) => step === 'reported')).toHaveLength(1);
    expect(world.workspace.sent).toHaveLength(1);
    await world.changes.close();
    world.changes.logUnsaved();
    expect(world.troubles.join()).not.toContain('never noted');
  },
);

test('an answer that is entered while Discord takes nothing outlives an older copy put back then', async () => {
  back();
  const putBack = world.store.copy();
  const edit = world.chat.edit.bind(world.chat);
  world.chat.edit = async () => Promise.reject(new Error('ECONNRESET'));
  await pressOn(world.changes).confirm(world.click(change, manager));
  await world.changes.idle();
  expect(await world.steps()).toContain('reported');
  putBack();
  await world.changes.reconcile();
  world.chat.edit = edit;
  await acceptTheLoss();
  expect(await now()).toMatchObject({ state: 'reported', answer: { id: 'action-1' } });
  expect(world.workspace.sent).toHaveLength(1);
});

test('one that says it failed is told as that, with the pool’s reason', async () => {
  world.workspace.client.updateSubaccount = async () => ({
    id: 'action-1',
    status: 'FAILED',
    requires_approval: true,
    failure_reason: 'no such site',
  });
  expect(await told()).toMatchObject({
    title: 'The pool answered that it failed; not saved yet',
    message: expect.stringContaining('no such site'),
  });
  back();
});

test('one that tells of another site than was asked for says so', async () => {
  world.workspace.client.updateSubaccount = async () => ({
    id: 'action-1',
    status: 'PENDING',
    requires_approval: true,
    metadata: { new_entity: { id: 'site-c', name: 'Mars' } },
  });
  expect((await told()).message).toMatch(/of another site than “Site B .*Mars/);
  back();
});

test('one that says both says so', async () => {
  const answer = { success: false, metadata: { new_entity: { id: 'site-c', name: 'Mars' } } };
  poolThrows(new PoolUnreadable({ operation, outcome: 'unknown', kept: { answer } }));
  const { title, message } = await told();
  expect(title).toContain('the pool answered that it failed');
  expect(message).toMatch(/of another site than “Site B .*Mars/);
  back();
});

test('what can’t be entered at present is known by its change', async () => {
  await told();
  expect(world.changes.notRecorded(GUILD)).toEqual([change.id]);
  expect(world.changes.notRecorded('another guild')).toEqual([]);
});
