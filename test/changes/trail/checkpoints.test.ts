import { beforeEach, describe, expect, test } from 'vitest';
import {
  createChangesHarness,
  CHANNEL,
  GUILD,
  NO_LOSS,
  PEOPLE,
  reconcileFor,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';
import { canonicalJson, hashOf } from '../../../src/domain/json/canonical-json.js';
import { parseEntry } from '../../../src/domain/changes/entry.js';
import { trailOf } from '../../../src/changes/trail/stored-trail.js';

/** A process starts from what an earlier one remembered, and remembers what it needs. */

const { admin, manager, second } = PEOPLE;
const EVERY = 4;

let world: ChangesHarness;
let entries: string[];
let fromSeqs: number[];

/** Checkpoints at 4 (two cancelled) and at 8, then two more entries. */
beforeEach(async () => {
  world = createChangesHarness({ checkpointEvery: EVERY });
  fromSeqs = [];
  const read = world.store.read.bind(world.store);
  world.store.read = (stream, fromSeq) => {
    if (stream === trailOf(GUILD)) fromSeqs.push(fromSeq);
    return read(stream, fromSeq);
  };
  for (let each = 0; each < 5; each++) await cancelled();
  await world.changes.idle();
  entries = world.store.streams.get(trailOf(GUILD)) ?? [];
});

async function cancelled() {
  const asked = await world.askToMove();
  await pressOn(world.changes).cancel(world.click(asked.change, manager));
  return asked;
}

const notes = () => world.store.notes<{ text: string; signature: string }>('trail-checkpoints');
const firstId = async () => (await world.changes.list(GUILD)).at(-1)?.id ?? '';
const alter = (seq: number) =>
  (entries[seq - 1] = (entries[seq - 1] ?? '').replace('Person 2', 'Person 3'));

test('a start reads the newest checkpoint and what came after it', async () => {
  fromSeqs.length = 0;
  await world.start().current(GUILD);
  expect(fromSeqs).toEqual([8]);
});

test('and knows all that a process knows that has read the whole trail', async () => {
  const begun = await world.start().list(GUILD);
  expect(begun).toHaveLength(5);
  await notes().delete(GUILD);
  fromSeqs.length = 0;
  expect(await world.start().list(GUILD)).toEqual(begun);
  expect(fromSeqs[0]).toBe(-Infinity);
});

test('is written in the form that earlier versions wrote and read', async () => {
  const { text = '{}' } = (await notes().get(GUILD)) ?? {};
  const { form, traces, digests } = JSON.parse(text);
  expect([form, digests]).toEqual([1, undefined]);
  expect(Object.keys(traces[0][1])).toEqual(['state', 'isGuess', 'seq', 'entries', 'seal']);
});

test('of an earlier version counts only where no entries were ever missing', async () => {
  const rewrite = async (change: (state: Record<string, unknown>) => void) => {
    const state = JSON.parse((await notes().get(GUILD))?.text ?? '{}');
    change(state);
    const text = JSON.stringify(state);
    await notes().set(GUILD, { text, signature: hashOf(['signed', text]) });
    fromSeqs.length = 0;
    await world.start().current(GUILD);
    return fromSeqs;
  };
  expect(await rewrite((state) => delete state['knowsEnded'])).toEqual([8]);
  const restores = [{ hash: 'a', askedAt: 0 }];
  expect(await rewrite((state) => Object.assign(state, { restores }))).not.toEqual([8]);
});

test('a read that was under way proves nothing once the trail was found broken', async () => {
  alter(1);
  const running = world.start();
  const read = world.store.read.bind(world.store);
  let verified: Promise<unknown> = Promise.resolve();
  world.store.read = async function* (stream, fromSeq) {
    yield* read(stream, fromSeq);
    if (stream === trailOf(GUILD) && fromSeq > 1) await verified;
  };
  const reading = running.current(GUILD).catch((error: unknown) => error);
  verified = running.verifyTrail(GUILD);
  expect(await verified).toMatchObject({ broken: { seq: 1 } });
  expect(String(await reading)).toContain('broken at entry 1');
  await expect(running.current(GUILD)).rejects.toThrow('broken at entry 1');
  expect((await notes().get(GUILD))?.text).toBe('');
  await expect(world.start().current(GUILD)).rejects.toThrow('broken at entry 1');
});

test('what ended long ago is not in memory, and found in the trail all the same', async () => {
  expect((await world.changes.current(GUILD)).length).toBeLessThan(5);
  const id = await firstId();
  expect(await world.changes.find(GUILD, id)).toMatchObject({ id, state: 'cancelled' });
  expect(await world.changes.list(GUILD, { after: 4, most: 1 })).toMatchObject([{ id }]);
  expect(await world.changes.list(GUILD, { state: 'pending' })).toEqual([]);
});

test('a click on its card is refused as one on a closed change', async () => {
  const click = world.click({ id: await firstId() }, manager);
  await expect(pressOn(world.changes).confirm(click)).rejects.toThrow('cancelled');
  await expect(pressOn(world.start()).confirm(click)).rejects.toThrow('cancelled');
});

test('an answer that comes when its change is long forgotten is entered', async () => {
  const { change } = await world.askToMove();
  let answer: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  const { client } = world.workspace;
  const move = client.updateSubaccount.bind(client);
  client.updateSubaccount = async (...args) => {
    const moved = await move(...args);
    await held;
    return moved;
  };
  const confirmed = pressOn(world.changes).confirm(world.click(change, manager));
  await expect.poll(() => world.workspace.sent.length).toBe(1);
  const other = world.start();
  await other.reconcile();
  world.pass(60_000);
  await other.reconcile();
  await pressOn(other).resolve(world.click(change, second), 'looked');
  world.workspace.siteOf.set('main', 'site-a');
  await reconcileFor(world, 2 * 3_600_000);
  for (let each = 0; each < EVERY; each++) await cancelled();
  expect((await world.changes.current(GUILD)).map(({ id }) => id)).not.toContain(change.id);
  answer();
  expect((await confirmed).state).toBe('reported');
  expect(await world.changes.verifyTrail(GUILD)).toMatchObject({ broken: null });
});

describe('one that cannot be relied on counts as none', () => {
  const signed = (text: string) => ({ text, signature: hashOf(['signed', text]) });

  test.each<[string, (text: string, signature: string) => { text: string; signature: string }]>([
    ['altered', (text, signature) => ({ text: text.replace('cancelled', 'pending'), signature })],
    ['signed under another key', (text) => ({ text, signature: 'another' })],
    ['written in another form', (text) => signed(text.replace('"form":1', '"form":2'))],
    ['no checkpoint at all', () => ({ text: '', signature: '' })],
  ])('%s', async (_, spoil) => {
    const { text = '', signature = '' } = (await notes().get(GUILD)) ?? {};
    await notes().set(GUILD, spoil(text, signature));
    fromSeqs.length = 0;
    const next = world.start();
    expect((await next.list(GUILD)).map(({ state }) => state)).toEqual(Array(5).fill('cancelled'));
    expect(fromSeqs[0]).toBe(-Infinity);
  });

  test("another server's", async () => {
    const stored = await notes().get(GUILD);
    if (stored) await notes().set('200', stored);
    expect(await world.start().list('200')).toEqual([]);
    expect(await world.start().behind('200')).toBeNull();
  });
});

test('one that stands on an entry which the store lost tells of the loss, until it is accepted', async () => {
  entries.length = 5;
  const next = world.start();
  expect(await next.behind(GUILD)).toMatchObject({ shown: { seq: 8 }, where: 'process' });
  await expect(world.askToMove(manager, next)).rejects.toThrow();
  const found = (await next.behind(GUILD)) ?? NO_LOSS;
  const askedAt = world.chat.now();
  await next.acceptRestore({
    guildId: GUILD,
    member: admin,
    reason: 'r',
    askedAt,
    seenAt: askedAt,
    found,
  });
  expect(await world.start().behind(GUILD)).toBeNull();
  expect((await world.steps()).filter((step) => step === 'behind')).toHaveLength(1);
});

test('one of an earlier version, which knows no head of the found loss, tells it all the same', async () => {
  entries.length = 5;
  const next = world.start();
  const found = await next.behind(GUILD);
  for (let each = 0; each < EVERY; each++)
    await next.turnedAway({
      guildId: GUILD,
      member: manager,
      attempt: `${each}`,
      why: 'unknown-id',
    });
  await next.idle();
  const { text = '' } = (await notes().get(GUILD)) ?? {};
  const earlier = text.replace(`,"head":"${found?.head}"},"restores"`, '},"restores"');
  expect(earlier).not.toBe(text);
  await notes().set(GUILD, { text: earlier, signature: hashOf(['signed', earlier]) });
  expect(await world.start().behind(GUILD)).toEqual(found);
});

describe('an entry before it that was altered', () => {
  beforeEach(() => void alter(1));

  test('changes nothing that is decided, and shows when the trail is read whole', async () => {
    const next = world.start();
    await expect(world.askToMove(manager, next)).resolves.toMatchObject({});
    expect((await next.verifyTrail(GUILD)).broken?.seq).toBe(1);
  });

  test('once found stops the changes of its guild, here and after a start', async () => {
    await world.changes.verifyTrail(GUILD);
    await expect(world.askToMove()).rejects.toThrow(/broken at entry 1/);
    await expect(world.askToMove(manager, world.start())).rejects.toThrow(/broken at entry 1/);
  });

  test('once found stops later starts, though another process writes a checkpoint meanwhile', async () => {
    const unaware = world.start();
    await unaware.current(GUILD);
    await world.changes.verifyTrail(GUILD);
    for (let each = 0; each < 6; each++) {
      const { change } = await world.askToMove(manager, unaware);
      await pressOn(unaware).cancel(world.click(change, manager));
    }
    await unaware.idle();
    await expect(world.askToMove(manager, world.start())).rejects.toThrow(/broken at entry 1/);
  });

  test('once it is put right and read whole, checkpoints are written again', async () => {
    await world.changes.verifyTrail(GUILD);
    entries[0] = (entries[0] ?? '').replace('Person 3', 'Person 2');
    const repaired = world.start();
    expect((await repaired.verifyTrail(GUILD)).broken).toBeNull();
    expect(await notes().get(GUILD)).toBeUndefined();
  });

  test.each(['as it is', 'hashed anew'])('%s, is not shown', async (how) => {
    const { hash: _, ...rest } = parseEntry(entries[0] ?? '');
    if (how === 'hashed anew') entries[0] = canonicalJson({ ...rest, hash: hashOf(rest) });
    const first = parseEntry(entries[0] ?? '');
    const id = 'change' in first ? first.change : '';
    await expect(world.changes.find(GUILD, id)).rejects.toThrow(/broken at entry 1/);
  });
});

test('an entry after it that was altered stops a start', async () => {
  alter(10);
  await expect(world.start().current(GUILD)).rejects.toThrow(/broken at entry 10/);
});

test('the card of one that is not in memory is drawn again', async () => {
  const id = await firstId();
  const reply = await world.start().cardAgain(
    GUILD,
    {
      ...((await world.changes.find(GUILD, id)) ?? expect.unreachable('it is there')),
    },
    CHANNEL,
  );
  expect(JSON.stringify(reply)).toContain('Cancelled');
  expect(world.chat.inChannel(CHANNEL)).toHaveLength(5);
});
