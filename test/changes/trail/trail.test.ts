import { beforeEach, describe, expect, test } from 'vitest';
import { canonicalJson, hashOf } from '../../../src/domain/json/canonical-json.js';
import { createTrail } from '../../../src/changes/trail/trail.js';
import { trailOf } from '../../../src/changes/trail/stored-trail.js';
import {
  createChangesHarness,
  EXPIRY_MS,
  GUILD,
  PEOPLE,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';

let world: ChangesHarness;
let entries: string[];

beforeEach(async () => {
  world = createChangesHarness();
  const { change } = await world.askToMove();
  await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
  entries = world.store.streams.get(trailOf(GUILD)) ?? [];
});

type Raw = Record<string, unknown>;
const raw = (index: number): Raw => JSON.parse(entries[index] ?? '{}');
/** As a forger would who knows how entries are hashed. */
function reseal(entry: Raw): string {
  const { hash: _, ...unhashed } = entry;
  return canonicalJson({ ...unhashed, hash: hashOf(unhashed) });
}

async function firstBroken(): Promise<number | null> {
  return (await world.changes.verifyTrail(GUILD)).broken?.seq ?? null;
}

describe('the trail', () => {
  test('holds as it was written', async () => {
    expect(await world.changes.verifyTrail(GUILD)).toMatchObject({ entries: 4, broken: null });
  });

  test.each([
    ['a word altered', (text: string) => text.replace('Person 2', 'Person 3')],
    ['space added', (text: string) => text.replace('{', '{ ')],
    ['a time altered', (text: string) => text.replace(/"at":\d/, '"at":2')],
    ['not JSON', () => 'nonsense'],
    ['nothing', () => ''],
  ])('with %s names that entry', async (_, alter) => {
    entries[1] = alter(entries[1] ?? '');
    expect(await firstBroken()).toBe(2);
  });

  test('with an entry altered and hashed anew names the one after it', async () => {
    entries[1] = reseal({ ...raw(1), actor: { id: '9', name: 'Nobody' } });
    expect(await firstBroken()).toBe(3);
  });

  test('with an entry taken out, put in or put elsewhere names where it begins', async () => {
    const whole = [...entries];
    entries.splice(1, 1);
    expect(await firstBroken()).toBe(2);
    entries.splice(0, 9, ...whole.slice(0, 2), whole[1] ?? '', ...whole.slice(2));
    expect(await firstBroken()).toBe(3);
    entries.splice(0, 9, whole[0] ?? '', whole[2] ?? '', whole[1] ?? '', whole[3] ?? '');
    expect(await firstBroken()).toBe(2);
  });

  test('with a step that could not have been taken names it, however well it is hashed', async () => {
    const again = { ...raw(2), seq: 5, previous: raw(3)['hash'] };
    entries.push(reseal(again));
    expect(await firstBroken()).toBe(5);
  });

  test('with a request under another id than its own names it', async () => {
    entries[0] = reseal({ ...raw(0), change: 'another' });
    expect(await firstBroken()).toBe(1);
  });

  test('with a number that is not its own, the same request twice or a loss found twice names it', async () => {
    const whole = [...entries];
    const { change: _, ...last } = raw(3);
    entries[3] = reseal({ ...raw(3), seq: 9 });
    expect(await firstBroken()).toBe(4);
    entries.splice(0, 9, ...whole);
    entries.push(reseal({ ...raw(0), seq: 5, previous: last['hash'] }));
    expect(await firstBroken()).toBe(5);
    const details = { shown: { seq: 9, head: '0'.repeat(8) }, where: 'process' };
    const behind = { ...last, step: 'behind', actor: 'pitboss', details };
    entries[4] = reseal({ ...behind, seq: 5, previous: last['hash'] });
    expect(await firstBroken()).toBeNull();
    entries.push(reseal({ ...behind, seq: 6, previous: raw(4)['hash'] }));
    expect(await firstBroken()).toBe(6);
  });

  test('with a loss accepted that was never found names it', async () => {
    const details = { reason: 'r', askedAt: 1 };
    const { change: _, ...last } = raw(3);
    const accepted = { step: 'restore-accepted', seq: 5, previous: last['hash'], details };
    entries.push(reseal({ ...last, ...accepted }));
    expect(await firstBroken()).toBe(5);
  });

  test('that is broken stops every change of its guild, in words', async () => {
    entries[1] = (entries[1] ?? '').replace('Person 2', 'Person 3');
    const restarted = world.start();
    await expect(restarted.list(GUILD)).rejects.toThrow(/broken at entry 2/);
    await expect(world.askToMove(PEOPLE.manager, restarted)).rejects.toThrow(/broken at entry 2/);
  });

  test('holds no secret and the exact request', () => {
    expect(raw(2)).toMatchObject({
      step: 'sent',
      actor: { id: '2' },
      details: {
        request: {
          method: 'PATCH',
          path: '/api/v2/pool/subaccounts/main',
          body: { site_id: 'site-b' },
        },
      },
    });
  });
});

/** Something happens right after `confirmed` is written; returns the outcome. */
async function confirmAndThen(happens: (asked: ChangesHarness) => unknown) {
  world = createChangesHarness();
  const { change, messageId } = await world.askToMove();
  const append = world.store.append.bind(world.store);
  world.store.append = async (stream, seq, entry) => {
    const done = await append(stream, seq, entry);
    if (entry.includes('"step":"confirmed"')) await happens(world);
    return done;
  };
  const ended = await pressOn(world.changes).confirm(world.click(change, PEOPLE.manager));
  return { ended, text: world.chat.text(messageId) };
}

test.each<[string, (asked: ChangesHarness) => unknown, { why: string; says: string }]>([
  ['expires', (asked) => asked.pass(EXPIRY_MS), { why: 'expired', says: 'Nothing was sent' }],
  [
    'is frozen',
    (asked) =>
      asked.start().freeze({ guildId: GUILD, member: PEOPLE.second, reason: 'a stolen account' }),
    { why: 'frozen', says: 'Changes were frozen at the moment of sending' },
  ],
  [
    'needs a second person',
    (asked) =>
      asked.start().settings.set({ guildId: GUILD, member: PEOPLE.admin, by: 'roles' }, (now) => ({
        ...now,
        approval: { ...now.approval, others: 'second' },
      })),
    { why: 'other-rules', says: 'the confirmation isn’t enough any more' },
  ],
])(
  'what %s between the confirmation and the request is not sent',
  async (_, happens, { why, says }) => {
    const { ended, text } = await confirmAndThen(happens);
    expect(ended).toMatchObject({ state: 'failed', failure: { why } });
    expect(await world.steps()).not.toContain('sent');
    expect(world.workspace.sent).toEqual([]);
    expect(text).toContain(says);
  },
);

test('what is no longer the request that was stored before its card is not sent', async () => {
  world = createChangesHarness();
  world.guilds.set(GUILD, { auditChannelId: undefined });
  const change = await world.ask(world.changes, {
    kind: 'subaccount-move',
    input: { name: 'main', site: { id: 'site-b', name: 'Site B' } },
    member: PEOPLE.manager,
  });
  entries = world.store.streams.get(trailOf(GUILD)) ?? [];
  const another = (entries[0] ?? '').replace(/"requestHash":"\w+"/, '"requestHash":"another"');
  entries[0] = reseal(JSON.parse(another));
  const ended = await pressOn(world.start()).confirm(world.click(change, PEOPLE.manager));
  expect(ended).toMatchObject({ state: 'failed', failure: { why: 'other-request' } });
  expect(world.workspace.sent).toEqual([]);
});

describe('a long trail', () => {
  const asked = (index: number) => ({
    kind: 'subaccount-move',
    input: { name: index % 2 === 0 ? 'main' : 'spare', site: { id: 'site-b', name: 'Site B' } },
    member: PEOPLE.manager,
  });

  test('is read the same by a process that starts on it as by the one that wrote it', async () => {
    world = createChangesHarness();
    for (let index = 0; index < 130; index++) {
      const { id } = await world.ask(world.changes, asked(index));
      await pressOn(world.changes).cancel(world.click({ id }, PEOPLE.manager));
    }
    const fresh = world.start();
    expect(await fresh.list(GUILD)).toEqual(await world.changes.list(GUILD));
    expect(await fresh.list(GUILD)).toHaveLength(130);
    expect(await fresh.verifyTrail(GUILD)).toMatchObject({ entries: 260, broken: null });
  });

  test('leaves what somebody decides on as it was', async () => {
    world = createChangesHarness();
    const trail = createTrail({ store: world.store, clock: world.clock, onEntry: () => undefined });
    const { id } = await world.ask(world.changes, asked(0));
    const before = await trail.state(GUILD);
    await pressOn(world.changes).cancel(world.click({ id }, PEOPLE.manager));
    expect((await trail.state(GUILD)).changes.get(id)?.state).toBe('cancelled');
    expect(before.changes.get(id)?.state).toBe('pending');
    expect(before.lastSeq).toBe(1);
  });
});
