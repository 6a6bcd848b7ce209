import { expect, test } from 'vitest';
import type { Changes } from '../../../src/changes/changes.js';
import {
  AUDIT_CHANNEL,
  createChangesHarness,
  GUILD,
  NO_LOSS,
  PEOPLE,
  reconcileFor,
  type ChangesHarness,
} from '../fakes/changes-harness.js';

/** A note of how far the audit channel was told outlives a trail that is put back. */

const told = (world: ChangesHarness) =>
  world.chat.inChannel(AUDIT_CHANNEL).map((id) => world.chat.text(id));

const turnAway = (changes: Changes, attempt: string) =>
  changes.turnedAway({ guildId: GUILD, member: PEOPLE.viewer, attempt, why: 'not-allowed' });

/** Told up to its newest entry; then the trail alone is put back, and a process starts. */
async function putBackTrail(auditChannelId: string = AUDIT_CHANNEL) {
  const world = createChangesHarness();
  world.guilds.set(GUILD, { auditChannelId: auditChannelId || undefined });
  await turnAway(world.changes, 'before');
  await reconcileFor(world, 6_000);
  const putBack = world.store.copy();
  for (const attempt of ['lost', 'lost too']) await turnAway(world.changes, attempt);
  await reconcileFor(world, 6_000);
  const notes = ['audit-posted', 'trail-settled'].map((name) => world.store.notes<unknown>(name));
  const kept = await Promise.all(notes.map(async (note) => note.get(GUILD)));
  putBack();
  for (const [index, note] of notes.entries()) await note.set(GUILD, kept[index]);
  const before = told(world).length;
  const changes = world.start();
  await changes.recover();
  const reconcile = async () => {
    for (let each = 0; each < 5; each++) {
      world.pass(2_000);
      await changes.reconcile();
      await changes.idle();
    }
  };
  await reconcile();
  return { world, changes, reconcile, since: () => told(world).slice(before).join('\n') };
}

test('the loss is entered and told at the next start, though nothing is open', async () => {
  const { world, since } = await putBackTrail();
  expect((await world.steps()).at(-1)).toBe('behind');
  expect(since()).toContain('found that audit entries are missing');
});

test('it is entered also where there is no audit channel', async () => {
  const { world } = await putBackTrail('');
  expect((await world.steps()).at(-1)).toBe('behind');
});

test('once that is accepted, whatever comes is told, and nothing is entered again', async () => {
  const { world, changes, reconcile, since } = await putBackTrail();
  const found = (await changes.behind(GUILD)) ?? NO_LOSS;
  const accepting = { guildId: GUILD, member: PEOPLE.admin, reason: 'known', found };
  await changes.acceptRestore({
    ...accepting,
    askedAt: world.chat.now(),
    seenAt: world.chat.now(),
  });
  await reconcile();
  for (let each = 0; each < 3; each++) await turnAway(changes, `/try ${each}`);
  await reconcile();
  for (let each = 0; each < 3; each++) expect(since()).toContain(`/try ${each}`);
  const steps = await world.steps();
  expect(steps.filter((step) => step === 'behind')).toHaveLength(1);
});

test('a note that was set before a restore was accepted tells of no other loss', async () => {
  const { world, changes } = await putBackTrail();
  const found = (await changes.behind(GUILD)) ?? NO_LOSS;
  const accepting = { guildId: GUILD, member: PEOPLE.admin, reason: 'known', found };
  await changes.acceptRestore({
    ...accepting,
    askedAt: world.chat.now(),
    seenAt: world.chat.now(),
  });
  await changes.idle();
  // As another process had kept it.
  const lost = { seq: 3, head: '00000000', restores: 0 };
  await world.store.notes<unknown>('audit-posted').set(GUILD, lost);
  await turnAway(changes, 'after');
  await changes.idle();
  expect(await changes.behind(GUILD)).toBeNull();
});

test('a replaced channel is looked for again in what is told again', async () => {
  const world = createChangesHarness();
  await turnAway(world.changes, 'before');
  await reconcileFor(world, 6_000);
  const replaced = world.store.notes<unknown>('audit-farewells');
  await replaced.set(GUILD, { upTo: 9 });
  const lost = { seq: 9, head: '00000000', restores: 0 };
  await world.store.notes<unknown>('audit-posted').set(GUILD, lost);
  const later = world.start();
  await turnAway(later, 'after');
  await later.idle();
  expect(await replaced.get(GUILD)).toMatchObject({ upTo: 1 });
});

test('a copy that is put back between a post and its note hides nothing', async () => {
  const world = createChangesHarness();
  await turnAway(world.changes, 'before');
  await reconcileFor(world, 6_000);
  const putBack = world.store.copy();
  const post = world.chat.post.bind(world.chat);
  world.chat.post = async (...given) => {
    world.chat.post = post;
    const posted = await post(...given);
    putBack();
    // Which this process notices before it notes the post.
    await world.changes.behind(GUILD);
    return posted;
  };
  await turnAway(world.changes, 'lost');
  await reconcileFor(world, 20_000);
  expect((await world.steps()).at(-1)).toBe('behind');
  expect(told(world).join('\n')).toContain('found that audit entries are missing');
});

test('a damaged one that nothing in the channel stands for tells the newest entries, not all', async () => {
  const world = createChangesHarness();
  world.guilds.set(GUILD, { auditChannelId: undefined });
  for (let each = 1; each <= 130; each++) {
    await turnAway(world.changes, `/try ${each}.`);
    world.pass(3_600_000);
  }
  await world.changes.idle();
  world.guilds.set(GUILD, { auditChannelId: AUDIT_CHANNEL });
  await world.store.notes<unknown>('audit-posted').set(GUILD, 'damaged');
  const changes = world.start();
  await changes.recover();
  for (let each = 0; each < 40; each++) {
    world.pass(2_000);
    await changes.reconcile();
    await changes.idle();
  }
  const text = told(world).join('\n');
  const first = /\/try (\d+)\./.exec(text)?.[1];
  const written = (await world.steps()).length;
  expect(Number(first)).toBe(written - 99);
  expect(text).toContain('/try 130.');
});
