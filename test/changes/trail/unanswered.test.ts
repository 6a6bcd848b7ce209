import { beforeEach, describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../../src/domain/errors/store-errors.js';
import {
  AUDIT_CHANNEL,
  CHANNEL,
  createChangesHarness,
  GUILD,
  PEOPLE,
  reconcileFor,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';

/** The store takes an entry, but its answer is lost. */

let world: ChangesHarness;
/** Loses the answers to these entries from now on, and the store for so many further calls. */
let lose: (step: string, away: number) => void;

beforeEach(() => {
  world = createChangesHarness();
  const { store } = world;
  const [append, entryAt] = [store.append.bind(store), store.entryAt.bind(store)];
  let losing = '';
  let away = 0;
  const isAway = () => away > 0 && away-- > 0;
  const gone = () => new StoreUnavailable('away', 'the connection was cut');
  lose = (step, calls) => ([losing, away] = [step, calls]);
  store.append = async (stream, seq, entry) => {
    if (losing === '' && isAway()) throw gone();
    const isTaken = await append(stream, seq, entry);
    if (losing === '' || !entry.includes(`"step":"${losing}"`)) return isTaken;
    losing = '';
    throw gone();
  };
  store.entryAt = async (stream, seq) => {
    if (losing === '' && isAway()) throw gone();
    return entryAt(stream, seq);
  };
});

const auditText = () =>
  world.chat
    .inChannel(AUDIT_CHANNEL)
    .map((id) => world.chat.text(id))
    .join('\n');
const LONG = 60;

describe('of a cancellation', () => {
  test('the person is told what is true, once the store answers again', async () => {
    const { change, messageId } = await world.askToMove();
    lose('cancelled', 2);
    const ended = await pressOn(world.changes).cancel(world.click(change, PEOPLE.manager));
    expect(ended.state).toBe('cancelled');
    await world.changes.idle();
    expect(world.chat.text(messageId)).toContain('Cancelled');
    expect(auditText()).toContain('cancelled');
  });

  test('a store that is away for longer is looked into: card and audit channel catch up', async () => {
    const { change, messageId } = await world.askToMove();
    lose('cancelled', LONG);
    await expect(
      pressOn(world.changes).cancel(world.click(change, PEOPLE.manager)),
    ).rejects.toThrow(StoreUnavailable);
    expect(auditText()).not.toContain('cancelled');
    await reconcileFor(world, 240_000);
    expect(world.chat.text(messageId)).toContain('Cancelled');
    expect(auditText()).toContain('cancelled');
  });
});

test('a request that was entered all the same gets its card, once', async () => {
  lose('asked', LONG);
  await expect(world.askToMove()).rejects.toThrow(StoreUnavailable);
  const before = world.chat.inChannel(CHANNEL).length;
  await reconcileFor(world, 240_000);
  const cards = world.chat.inChannel(CHANNEL).slice(before);
  expect(cards.map((id) => world.chat.text(id))).toEqual([expect.stringContaining('main')]);
  const [id = ''] = cards;
  expect(world.chat.text(id)).toContain('Waiting for confirmation');
});

test('what others are to hear of at once is told when the store is back', async () => {
  lose('frozen', LONG);
  const freezing = { guildId: GUILD, member: PEOPLE.manager, reason: 'odd' };
  await expect(world.changes.freeze(freezing)).rejects.toThrow(StoreUnavailable);
  await reconcileFor(world, 240_000);
  expect(auditText()).toContain('froze all changes');
});

test('of two entries that would be the same number one stands, and the other is decided again', async () => {
  const { change } = await world.askToMove();
  const other = world.start();
  lose('cancelled', 0);
  const [one, two] = await Promise.allSettled([
    pressOn(world.changes).cancel(world.click(change, PEOPLE.manager)),
    pressOn(other).cancel(world.click(change, PEOPLE.second)),
  ]);
  expect([one.status, two.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  const cancelled = [...world.store.streams.values()]
    .flat()
    .filter((entry) => entry.includes('"step":"cancelled"'));
  expect(cancelled).toHaveLength(1);
});
