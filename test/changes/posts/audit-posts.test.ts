import { describe, expect, test } from 'vitest';
import { ContentBlocked } from '../../../src/domain/errors/channel-refused.js';
import { askForNobody, moveAudit, OTHER_CHANNEL } from '../fakes/settings-harness.js';
import { trailOf } from '../../../src/changes/trail/stored-trail.js';
import {
  AUDIT_CHANNEL,
  createChangesHarness,
  GUILD,
  person,
  type ChangesHarness,
} from '../fakes/changes-harness.js';

test('entries that come while a post is on its way are told together, in order', async () => {
  const world = createChangesHarness();
  const post = world.chat.post.bind(world.chat);
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  world.chat.post = async (...given) => {
    await held;
    return post(...given);
  };
  const turnAway = (userId: string) =>
    world.changes.turnedAway({
      guildId: GUILD,
      member: person(userId),
      attempt: `/subaccount move ${userId}`,
      why: 'not-allowed',
    });
  const people = ['11', '12', '13', '14', '15', '16'];
  for (const userId of people) await turnAway(userId);
  letGo();
  await world.changes.idle();
  const told = world.chat.inChannel(AUDIT_CHANNEL).map((id) => world.chat.text(id));
  expect(told.map((text) => text.match(/move \d+/g))).toEqual([
    ['move 11'],
    people.slice(1).map((userId) => `move ${userId}`),
  ]);
});

test('an entry that Discord blocks for its words keeps back no other, and is told without them', async () => {
  const world = createChangesHarness();
  const post = world.chat.post.bind(world.chat);
  world.chat.post = async (...given) => {
    if (JSON.stringify(given[1]).includes('harmful.example')) throw new ContentBlocked('no');
    return post(...given);
  };
  const attempts = [
    '/subaccount move main',
    '/changes freeze http://harmful.example',
    '/daily set',
  ];
  for (const attempt of attempts)
    await world.changes.turnedAway({
      guildId: GUILD,
      member: person('11'),
      attempt,
      why: 'not-allowed',
    });
  await world.changes.idle();
  const told = world.chat.inChannel(AUDIT_CHANNEL).map((id) => world.chat.text(id));
  const all = told.join('\n');
  expect(all).toContain('subaccount move main');
  expect(all).toContain(
    '⛔ <@11> couldn’t use …: their roles don’t allow it · **Discord blocks the rest of this line**',
  );
  expect(all).toContain('daily set');
  expect(all).not.toContain('harmful.example');
  for (const entry of [1, 2, 3]) expect(all).toContain(`entry ${entry} · `);
  expect(await world.changes.lackedByAuditChannel(GUILD)).toBeNull();
});

/** Turns this many people away, a hundred per moment. */
async function fillTrail(world: ChangesHarness, entries: number, changes = world.changes) {
  for (let each = 0; each < entries; each++) {
    await changes.turnedAway({
      guildId: GUILD,
      member: person(String(each)),
      attempt: '/subaccount move main',
      why: 'not-allowed',
    });
    if (each % 100 === 99) await changes.idle();
  }
  await changes.idle();
}

/** Counts the trail entries read from now on. */
function countEntriesRead({ store }: ChangesHarness) {
  const counts = { entries: 0 };
  const read = store.read.bind(store);
  store.read = async function* counted(...given) {
    for await (const row of read(...given)) {
      if (given[0] === trailOf(GUILD)) counts.entries += 1;
      yield row;
    }
  };
  return counts;
}

test.for([AUDIT_CHANNEL, undefined])(
  'the next process does not read a long trail again to tell the channel %s of one more entry',
  async (auditChannelId) => {
    const world = createChangesHarness();
    world.guilds.set(GUILD, { auditChannelId });
    await fillTrail(world, 1_500);
    const next = world.start();
    const counts = countEntriesRead(world);
    await fillTrail(world, 1, next);
    // The entries since the last checkpoint, and those since the last look for replaced channels.
    expect(counts.entries).toBeLessThan(2 * 200 + 50);
  },
);

test('what happened while no channel was set is not told to one that is set later', async () => {
  const world = createChangesHarness();
  world.guilds.set(GUILD, { auditChannelId: undefined });
  await fillTrail(world, 30);
  world.guilds.set(GUILD, { auditChannelId: AUDIT_CHANNEL });
  await fillTrail(world, 1);
  const told = world.chat.inChannel(AUDIT_CHANNEL).map((id) => world.chat.text(id));
  expect(told.join('\n').match(/subaccount move main/g)).toHaveLength(1);
});

test('a process that comes later to an entry doesn’t take the cursor back', async () => {
  const world = createChangesHarness();
  world.guilds.set(GUILD, { auditChannelId: undefined });
  const cursors = world.store.notes<number>('audit-posted');
  // Another process has got further by now.
  await cursors.set(GUILD, 50);
  await fillTrail(world, 1);
  expect(await cursors.get(GUILD)).toBe(50);
});

describe('lines of a blocked post', () => {
  test.each([
    { why: 'in the channel that is set', to: null, seqs: [1, 2, 3, 4, 5, 6, 7, 8] },
    { why: 'in one that is replaced', to: OTHER_CHANNEL, seqs: [1, 2, 3, 4, 5, 6] },
  ])('are told once, though a later one can’t be told for a while, $why', async ({ to, seqs }) => {
    const world = createChangesHarness();
    askForNobody(world);
    const post = world.chat.post.bind(world.chat);
    // What is replaced takes nothing until then, so that all is told by what is owed to it.
    let fails = (text: string) => to !== null || text.includes('daily set');
    let posted = 0;
    world.chat.post = async (...given) => {
      const text = JSON.stringify(given[1]);
      if (fails(text)) throw new Error('500');
      if (text.includes('harmful.example')) throw new ContentBlocked('no');
      posted += 1;
      // Discord forgets a nonce within minutes.
      return post(given[0], given[1], `${given[2]} ${posted}`);
    };
    const turnAway = async (attempt: string) => {
      await world.changes.turnedAway({
        guildId: GUILD,
        member: person('11'),
        attempt,
        why: 'not-allowed',
      });
    };
    for (const attempt of ['/help', 'http://harmful.example', '/summary', '/daily set'])
      await turnAway(attempt);
    await world.changes.idle();
    if (to !== null) await moveAudit(world, to);
    fails = (text) => text.includes('daily set') && !text.includes('harmful.example');
    for (let hour = 0; hour < 3; hour++) {
      world.pass(3_600_000);
      await turnAway(`/balances ${hour}`);
      await world.changes.idle();
    }
    fails = () => false;
    world.pass(3_600_000);
    await turnAway('/revenue');
    await world.changes.idle();
    const told = world.chat.inChannel(AUDIT_CHANNEL).map((id) => world.chat.text(id));
    if (to !== null) expect(told.at(-1)).toContain('audit channel <#');
    const all = told.flatMap((text) => [...text.matchAll(/ · entry (\d+) · `/g)]);
    expect(all.map(([, seq]) => Number(seq))).toEqual(seqs);
  });
});
