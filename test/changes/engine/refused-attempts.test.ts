import { beforeEach, describe, expect, test } from 'vitest';
import type { Member } from '../../../src/domain/guild/access-levels.js';
import { parseEntry, type Entry } from '../../../src/domain/changes/entry.js';
import { personOf } from '../../../src/domain/changes/change.js';
import { createTrail } from '../../../src/changes/trail/trail.js';
import { MAX_REFUSALS } from '../../../src/changes/engine/refused-attempts.js';
import {
  AUDIT_CHANNEL,
  createChangesHarness,
  GUILD,
  PEOPLE,
  person,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';

/** Refusals are recorded, but nobody can fill the trail by being refused. */

let world: ChangesHarness;
const { viewer, manager } = PEOPLE;
const HOUR = 3_600_000;

beforeEach(() => {
  world = createChangesHarness();
});

type Refused = Extract<Entry, { step: 'refused' }>;

async function refusals(): Promise<Refused[]> {
  const found: Refused[] = [];
  for await (const line of world.changes.exportTrail(GUILD)) {
    const entry = parseEntry(line);
    if (entry.step === 'refused') found.push(entry);
  }
  return found;
}

const turnAway = (member: Member, attempt = '/subaccount move', changes = world.changes) =>
  changes.turnedAway({ guildId: GUILD, member, attempt, why: 'not-allowed' });

const { inAnHour: ofOnePerson, inADay: ofOnePersonInADay } = MAX_REFUSALS;

test('an attempt at the door names no change, and says who tried what', async () => {
  await turnAway(viewer, '/subaccount move subaccount:**main**\n@everyone');
  expect(await refusals()).toMatchObject([
    {
      change: '',
      actor: { id: viewer.userId, name: viewer.displayName },
      at: world.clock.now(),
      details: { attempt: '/subaccount move subaccount:**main** @everyone', why: 'not-allowed' },
    },
  ]);
  await world.changes.idle();
  const [post = ''] = world.chat.inChannel(AUDIT_CHANNEL);
  expect(world.chat.text(post)).toContain(
    'couldn’t use `/subaccount move subaccount:**main** @everyone`: their roles don’t allow it',
  );
  expect(await world.changes.verifyTrail(GUILD)).toMatchObject({ entries: 1, broken: null });
});

test('the same in the same moment is one entry that says how often; another’s is their own', async () => {
  await Promise.all([
    ...Array.from({ length: 5 }, () => turnAway(viewer)),
    turnAway(viewer, 'something else'),
    turnAway(manager),
  ]);
  const entered = (await refusals()).map(({ actor, details }) => [
    actor === 'pitboss' ? actor : actor.id,
    details.attempt,
    details.times,
  ]);
  expect(entered).toEqual([
    [viewer.userId, '/subaccount move', 5],
    [viewer.userId, 'something else', undefined],
    [manager.userId, '/subaccount move', undefined],
  ]);
  await world.changes.idle();
  const told = world.chat.inChannel(AUDIT_CHANNEL).map((id) => world.chat.text(id));
  expect(told.join('\n')).toContain('`/subaccount move` (5 times at once): their roles');
});

describe('somebody who tries without end', () => {
  test('is entered so often in an hour, and the last entry says that it is that', async () => {
    for (let index = 0; index < ofOnePerson + 30; index++) await turnAway(viewer);
    const entered = await refusals();
    expect(entered).toHaveLength(ofOnePerson);
    expect(entered.map(({ details }) => details.isLast ?? false).indexOf(true)).toBe(
      ofOnePerson - 1,
    );
    await world.changes.idle();
    const told = world.chat.inChannel(AUDIT_CHANNEL).map((id) => world.chat.text(id));
    expect(told.join('\n')).toContain('so their further refusals are only in the log');

    world.pass(HOUR);
    await turnAway(viewer);
    expect(await refusals()).toHaveLength(ofOnePerson + 1);
  });

  test('keeps nobody else’s refusal out', async () => {
    for (let index = 0; index < ofOnePerson + 5; index++) await turnAway(viewer);
    await turnAway(manager);
    expect((await refusals()).at(-1)?.actor).toMatchObject({ id: manager.userId });
  });

  test('also on a card, and over all processes and restarts', async () => {
    const { change } = await world.askToMove();
    for (let index = 0; index < ofOnePerson; index++) {
      const process = world.start();
      await expect(pressOn(process).confirm(world.click(change, viewer))).rejects.toThrow(
        /need a manager/,
      );
      await turnAway(viewer, 'nonsense', process);
    }
    expect(await refusals()).toHaveLength(ofOnePerson);
    expect(world.workspace.sent).toEqual([]);
    expect((await world.changes.find(GUILD, change.id))?.state).toBe('pending');
  });
});

describe('somebody who tries all day', () => {
  beforeEach(async () => {
    for (let hour = 0; hour < 12; hour++) {
      for (let times = 0; times < ofOnePerson + 1; times++) await turnAway(person('99'));
      world.pass(HOUR);
    }
  });

  test('is entered so often in a day, and each entry that is the last for now says so', async () => {
    const entered = await refusals();
    expect(entered).toHaveLength(ofOnePersonInADay);
    const last = entered.flatMap(({ details }, index) => (details.isLast ? [index + 1] : []));
    expect(last).toEqual([ofOnePerson, ofOnePersonInADay]);
  });

  test('switches off nobody else’s entries, at the door or on a change', async () => {
    const before = (await refusals()).length;
    const { change } = await world.askToMove();
    await expect(pressOn(world.changes).confirm(world.click(change, viewer))).rejects.toThrow();
    await expect(
      pressOn(world.changes).confirm(world.click({ id: 'forged' }, viewer)),
    ).rejects.toThrow();
    await turnAway(viewer);
    expect(await refusals()).toHaveLength(before + 3);
  });
});

test('however many are refused, each has their own bound', async () => {
  const people = Array.from({ length: 50 }, (_, index) => person(`9${index}`));
  for (const each of people) for (let times = 0; times < 5; times++) await turnAway(each);
  await turnAway(viewer);
  expect(await refusals()).toHaveLength(251);
});

test('an entry of an earlier version, which had a bound for the server, still holds', async () => {
  const { store, clock } = world;
  const trail = createTrail({ store, clock, onEntry: () => undefined });
  await trail.record(GUILD, () => ({
    step: 'refused',
    change: '',
    actor: personOf(viewer),
    details: { attempt: '/subaccount move', why: 'not-allowed', isLastInServer: true },
  }));
  await turnAway(manager);
  expect(await world.changes.verifyTrail(GUILD)).toMatchObject({ entries: 2, broken: null });
});
