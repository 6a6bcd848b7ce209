import { TRIES } from '../../../src/changes/trail/append-with-retry.js';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Changes } from '../../../src/changes/changes.js';
import { personOf } from '../../../src/domain/changes/change.js';
import { looseningLine } from '../../../src/views/audit/loosening-lines.js';
import { afterStep, LOOSENING_WAITS_MS } from '../../../src/domain/changes/settings/loosening.js';
import { createTrail } from '../../../src/changes/trail/trail.js';
import type { Member } from '../../../src/domain/guild/access-levels.js';
import { BY_ADMIN, entriesOf, failEntries, heardIn, moveAudit } from '../fakes/settings-harness.js';
import {
  AUDIT_CHANNEL,
  createChangesHarness,
  GUILD,
  PEOPLE,
  type ChangesHarness,
  pressOn,
} from '../fakes/changes-harness.js';
import type { GuildSettings } from '../../../src/domain/guild/guild-settings.js';

/** A rule that needs two people is loosened by two, or a day later. */

let world: ChangesHarness;
const { admin, otherAdmin, manager, second, viewer } = PEOPLE;

beforeEach(async () => {
  world = createChangesHarness();
  world.guilds.set(GUILD, { approval: { payments: 'second', others: 'second' } });
  world.guilds.known = [GUILD];
  await world.start().recover();
});

const set = (change: Partial<GuildSettings>, by: Member = admin, changes = world.changes) =>
  changes.settings.set({ guildId: GUILD, member: by, by: 'roles' }, (now) => ({
    ...now,
    ...change,
  }));
const SELF = { approval: { payments: 'second', others: 'self' } } as const;
const othersNow = async () => (await world.guilds.settings(GUILD)).approval.others;

const NONE = { seq: 0, head: '' };
type Named = typeof NONE;

async function asked(by: Member = admin): Promise<Named> {
  const { loosening } = await set(SELF, by);
  return loosening === null ? NONE : { seq: loosening.seq, head: loosening.head };
}

function confirm(seq: Named, member: Member, changes: Changes = world.changes) {
  return changes.loosenings.confirm({ guildId: GUILD, member, asked: seq });
}

const withdraw = (seq: Named, member: Member) =>
  world.changes.loosenings.withdraw({ guildId: GUILD, member, asked: seq });

async function reconcile(changes = world.changes): Promise<void> {
  await changes.reconcile();
  await changes.idle();
}

const stepsSince = async () => (await world.steps()).slice(1);

test('a clock that is set ahead for a moment does not end the wait, and the wait ends all the same', async () => {
  await set({ approval: { payments: 'second', others: 'second' } });
  await asked();
  await reconcile();
  const ahead = LOOSENING_WAITS_MS + 60_000;
  world.clock.time += ahead;
  await reconcile();
  expect(await othersNow()).toBe('second');
  world.clock.time -= ahead;
  world.pass(LOOSENING_WAITS_MS + 1_000);
  await reconcile();
  expect(await othersNow()).toBe('self');
});

test('a clock that was set ahead before it was asked for does not end the wait', async () => {
  const ahead = LOOSENING_WAITS_MS + 60_000;
  const other = world.start();
  await asked();
  world.clock.time += ahead;
  await reconcile(other);
  expect(await othersNow()).toBe('second');
  world.pass(LOOSENING_WAITS_MS + 1_000);
  await reconcile(other);
  expect(await othersNow()).toBe('self');
});

test('a clock that was behind when it was asked for, and is set right, does not end the wait', async () => {
  const discord = world.clock.time;
  world.clock.time -= LOOSENING_WAITS_MS + 60_000;
  await asked({ ...admin, actedAtDiscord: discord });
  world.clock.time = discord;
  const next = world.start();
  await next.recover();
  await reconcile(next);
  expect(await othersNow()).toBe('second');
  world.pass(LOOSENING_WAITS_MS + 1_000);
  await reconcile(next);
  expect(await othersNow()).toBe('self');
});

test('a clock that was behind and is set right while the process runs makes it wait no longer', async () => {
  const discord = world.clock.time;
  world.clock.time -= 3 * LOOSENING_WAITS_MS;
  await asked({ ...admin, actedAtDiscord: discord });
  await reconcile();
  world.clock.time = discord;
  world.pass(LOOSENING_WAITS_MS - 1_000);
  await reconcile();
  expect(await othersNow()).toBe('second');
  world.pass(2_000);
  await reconcile();
  expect(await othersNow()).toBe('self');
});

describe('one admin who asks, loosens and confirms', () => {
  test('is refused, and nothing is sent', async () => {
    const { change } = await world.askToMove(admin);
    const seq = await asked();
    await expect(pressOn(world.changes).confirm(world.click(change, admin))).rejects.toThrow(
      /second/,
    );
    await expect(confirm(seq, admin)).rejects.toThrow(/another admin has to confirm/);
    await expect(pressOn(world.changes).confirm(world.click(change, admin))).rejects.toThrow(
      /second/,
    );
    expect(await othersNow()).toBe('second');
    expect(world.workspace.sent).toEqual([]);
  });

  test('is refused also once it was loosened: the rule is that of the asking', async () => {
    const { change, messageId } = await world.askToMove(admin);
    await confirm(await asked(), otherAdmin);
    expect(await othersNow()).toBe('self');
    await expect(pressOn(world.changes).confirm(world.click(change, admin))).rejects.toThrow(
      /second/,
    );
    expect(world.chat.messages.get(messageId)?.reply.content).toContain('but not <@');
    expect(world.chat.text(messageId)).toContain('from when it was requested');
    expect((await pressOn(world.changes).confirm(world.click(change, second))).state).toBe(
      'reported',
    );
  });

  test('is refused also what took the place of a drifted one', async () => {
    const { change } = await world.askToMove(admin);
    await confirm(await asked(), otherAdmin);
    world.workspace.siteOf.set('main', 'site-c');
    const drifted = await pressOn(world.changes).confirm(world.click(change, second));
    const next = { id: drifted.replacedBy ?? '' };
    await expect(pressOn(world.changes).confirm(world.click(next, admin))).rejects.toThrow(
      /second/,
    );
    expect((await pressOn(world.changes).confirm(world.click(next, second))).state).toBe(
      'reported',
    );
  });

  test('may confirm what they ask for afterwards', async () => {
    await confirm(await asked(), otherAdmin);
    const { change } = await world.askToMove(admin);
    expect((await pressOn(world.changes).confirm(world.click(change, admin))).state).toBe(
      'reported',
    );
  });
});

describe('a loosening', () => {
  test('waits, and is told to the audit channel that it may take away', async () => {
    await moveAudit(world, undefined);
    expect((await world.guilds.settings(GUILD)).auditChannelId).toBe(AUDIT_CHANNEL);
    const heard = await heardIn(world, AUDIT_CHANNEL);
    expect(heard).toMatch(
      /🔓 <@5> requested a looser rule: audit channel <#\d+> → none: takes effect <t:\d+:f>, or once another admin confirms; any admin can withdraw it/,
    );
    const post = world.chat.inChannel(AUDIT_CHANNEL).at(-1) ?? '';
    expect(world.chat.buttons(post)).toEqual(['Confirm looser rule', 'Withdraw']);
  });

  test('takes effect when another admin confirms it, who is named', async () => {
    await confirm(await asked(), otherAdmin);
    expect(await othersNow()).toBe('self');
    expect((await entriesOf(world)).slice(1)).toMatchObject([
      { step: 'loosening-asked', actor: { id: admin.userId } },
      {
        step: 'set',
        actor: { id: otherAdmin.userId },
        details: {
          by: 'loosened',
          changed: [{ what: 'others', before: ['second'], after: ['self'] }],
        },
      },
    ]);
    expect(await world.changes.loosenings.waiting(GUILD)).toBeNull();
  });

  test.each([
    ['a manager', manager, /Only an admin/],
    ['a viewer', viewer, /Only an admin/],
    ['its requester', admin, /another admin has to confirm/],
  ])('is not confirmed by %s, in no process, and that is recorded', async (_, member, words) => {
    const seq = await asked();
    await expect(confirm(seq, member, world.start())).rejects.toThrow(words);
    expect(await othersNow()).toBe('second');
    expect(await stepsSince()).toEqual(['loosening-asked', 'refused']);
  });

  test('that was replaced is not confirmed by a click on the one before', async () => {
    const first = await asked();
    await set({ badChecksum: 'warn' });
    await expect(confirm(first, otherAdmin)).rejects.toThrow(/is no longer waiting/);
    expect(await world.guilds.settings(GUILD)).toMatchObject({ badChecksum: 'refuse' });
    expect(await othersNow()).toBe('second');
  });

  test('that is withdrawn takes no effect, also not a day later', async () => {
    const seq = await asked();
    await withdraw(seq, admin);
    await expect(confirm(seq, otherAdmin)).rejects.toThrow(/is no longer waiting/);
    world.pass(LOOSENING_WAITS_MS);
    await reconcile();
    expect(await othersNow()).toBe('second');
  });

  test('asked for again by the same person begins no second wait', async () => {
    const seq = await asked();
    world.pass(3_600_000);
    expect(await asked()).toEqual(seq);
    expect(await asked(otherAdmin)).toEqual(seq);
    expect(await stepsSince()).toEqual(['loosening-asked']);
  });

  test('lets pass at once what loosens nothing', async () => {
    const { settings, loosening } = await set({ ...SELF, currency: 'ZEC' });
    expect(settings).toMatchObject({ currency: 'ZEC', approval: { others: 'second' } });
    expect(loosening).toMatchObject({ changed: [{ what: 'others' }] });
  });

  test('asked for in place of another says so to who asks', async () => {
    const first = await set(SELF);
    const before = first.loosening;
    expect(before && looseningLine(before)).not.toContain('took the place');
    const { loosening } = await set({ badChecksum: 'warn' });
    expect(loosening && looseningLine(loosening)).toContain(
      `It replaces the request in entry ${before?.seq}; only what is listed here`,
    );
  });

  test('that cannot be entered loosens nothing, and that is said', async () => {
    failEntries(world, TRIES);
    await expect(set(SELF)).rejects.toThrow(/Nothing is loosened yet/);
    expect(await othersNow()).toBe('second');
    world.pass(LOOSENING_WAITS_MS);
    await reconcile();
    expect(await othersNow()).toBe('second');
  });

  test('that was entered although its write failed waits once', async () => {
    const append = world.store.append.bind(world.store);
    let left = 1;
    world.store.append = async (...entry) => {
      const written = await append(...entry);
      if (left-- > 0) throw new Error('connection reset');
      return written;
    };
    await asked();
    expect(await stepsSince()).toEqual(['loosening-asked']);
  });

  test('of one rule is held back by the other', async () => {
    await confirm(await asked(), otherAdmin);
    await set({ badChecksum: 'warn' });
    expect((await world.guilds.settings(GUILD)).badChecksum).toBe('refuse');
    await set({ approval: { payments: 'self', others: 'self' } });
    expect((await world.guilds.settings(GUILD)).approval.payments).toBe('second');
  });
});

describe('a day later', () => {
  test('it takes effect by itself, and not a millisecond before', async () => {
    await asked();
    world.pass(LOOSENING_WAITS_MS - 1);
    await reconcile();
    expect(await othersNow()).toBe('second');
    expect(world.troubles).toEqual([]);
    world.pass(1);
    await reconcile();
    expect(await othersNow()).toBe('self');
    expect((await entriesOf(world)).at(-1)).toMatchObject({
      actor: 'pitboss',
      details: { by: 'loosened' },
    });
    expect(await heardIn(world, AUDIT_CHANNEL)).toContain(
      '🔓 Pitboss put a looser rule into effect',
    );
  });

  test('it takes effect in a process that was started meanwhile', async () => {
    await asked();
    world.pass(LOOSENING_WAITS_MS);
    await world.start().recover();
    expect(await othersNow()).toBe('self');
    expect(await stepsSince()).toEqual(['loosening-asked', 'set']);
  });

  test('its requester cannot hurry it by asking again', async () => {
    await asked();
    world.pass(LOOSENING_WAITS_MS - 1);
    await set({ badChecksum: 'warn' });
    world.pass(1);
    await reconcile();
    expect(await world.guilds.settings(GUILD)).toMatchObject({ badChecksum: 'refuse' });
    expect(await othersNow()).toBe('second');
  });
});

describe('at the same moment', () => {
  test('two processes make it take effect once', async () => {
    await asked();
    world.pass(LOOSENING_WAITS_MS);
    await Promise.all([world.start(), world.start()].map((each) => reconcile(each)));
    expect(await stepsSince()).toEqual(['loosening-asked', 'set']);
    expect(await othersNow()).toBe('self');
  });

  test('it is either confirmed or withdrawn', async () => {
    const seq = await asked();
    const done = await Promise.allSettled([confirm(seq, otherAdmin), withdraw(seq, admin)]);
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await othersNow()).toBe(done[0]?.status === 'fulfilled' ? 'self' : 'second');
  });
});

test('that an earlier version left half done takes effect at the next pass, as theirs', async () => {
  const seq = await asked();
  const { store, clock } = world;
  const trail = createTrail({ store, clock, onEntry: () => undefined });
  await trail.record(GUILD, () => ({
    step: 'loosening-confirmed',
    actor: personOf(otherAdmin),
    details: { asked: seq.seq },
  }));
  await expect(withdraw(seq, admin)).rejects.toThrow(/is no longer waiting/);
  await reconcile();
  expect((await entriesOf(world)).at(-1)).toMatchObject({
    actor: { id: otherAdmin.userId },
    details: { by: 'loosened', changed: [{ what: 'others', after: ['self'] }] },
  });
  expect(await othersNow()).toBe('self');
});

describe('disconnecting', () => {
  test('keeps the rules, the audit channel and what waits', async () => {
    const seq = await asked();
    await world.changes.settings.disconnect(GUILD, BY_ADMIN);
    expect(await world.guilds.settings(GUILD)).toMatchObject({
      approval: { payments: 'second', others: 'second' },
      badChecksum: 'refuse',
      auditChannelId: AUDIT_CHANNEL,
      roles: { manager: [] },
    });
    await confirm(seq, otherAdmin);
    expect(await othersNow()).toBe('self');
  });

  test('and removing the bot forgets all of it, what waits too', async () => {
    await asked();
    await world.changes.settings.disconnect(GUILD, 'bot-removed');
    expect((await world.guilds.settings(GUILD)).auditChannelId).toBeUndefined();
    expect(await world.changes.loosenings.waiting(GUILD)).toBeNull();
  });
});

describe('in a store that was put back', () => {
  test('another loosening that has its number now is not confirmed in its place', async () => {
    const putBack = world.store.copy();
    const lost = await asked();
    await world.changes.idle();
    putBack();
    const next = world.start();
    world.chat.newest = async () => [];
    const { loosening } = await set({ badChecksum: 'warn' }, admin, next);
    expect(loosening?.seq).toBe(lost.seq);
    await expect(confirm(lost, otherAdmin, next)).rejects.toThrow(/is no longer waiting/);
    expect((await world.guilds.settings(GUILD)).badChecksum).toBe('refuse');
  });

  test('an audit channel that this process never read loosens nothing, and hinders no withdrawal', async () => {
    const seq = await asked();
    await world.changes.idle();
    const next = world.start();
    const newest = world.chat.newest.bind(world.chat);
    world.chat.newest = async () => Promise.reject(new Error('502'));
    await expect(confirm(seq, otherAdmin, next)).rejects.toThrow(/couldn’t show the audit channel/);
    expect(await othersNow()).toBe('second');
    world.chat.newest = newest;
    await confirm(seq, otherAdmin, next);
    expect(await othersNow()).toBe('self');
    await set({ approval: { payments: 'second', others: 'second' } }, admin, next);
    await set(SELF, admin, next);
    world.chat.newest = async () => Promise.reject(new Error('502'));
    const last = world.start();
    const waiting = await last.loosenings.waiting(GUILD);
    if (waiting === null) throw new Error('nothing waits');
    const { seq: at, head } = waiting;
    await last.loosenings.withdraw({ guildId: GUILD, member: admin, asked: { seq: at, head } });
    expect(await last.loosenings.waiting(GUILD)).toBeNull();
  });

  test('a click on a post of the lost time tells of the loss', async () => {
    const putBack = world.store.copy();
    const lost = await asked();
    await world.changes.idle();
    const shown = world.chat.shown(world.chat.inChannel(AUDIT_CHANNEL).at(-1) ?? '');
    putBack();
    world.chat.isAway = true;
    const next = world.start();
    const click = { guildId: GUILD, member: otherAdmin, asked: lost, shown };
    await expect(next.loosenings.confirm(click)).rejects.toThrow(
      /entries of this server are missing/,
    );
    expect(await next.behind(GUILD)).toMatchObject({ where: 'audit-channel' });
  });

  /** One was requested and withdrawn; the copy was taken in between. */
  async function withdrawnInLostEntries(): Promise<Changes> {
    const seq = await asked();
    await world.changes.idle();
    const putBack = world.store.copy();
    await withdraw(seq, admin);
    await world.changes.idle();
    world.pass(LOOSENING_WAITS_MS);
    putBack();
    return world.start();
  }

  test('what was withdrawn in the lost entries does not take effect', async () => {
    const next = await withdrawnInLostEntries();
    await next.recover();
    await reconcile(next);
    expect(await next.behind(GUILD)).toMatchObject({ where: 'audit-channel' });
    expect(await othersNow()).toBe('second');
    expect(await stepsSince()).toEqual(['loosening-asked', 'behind']);
  });

  test('it waits also without a click, and while Discord cannot tell', async () => {
    const next = await withdrawnInLostEntries();
    world.chat.isAway = true;
    await next.recover();
    await reconcile(next);
    expect(await stepsSince()).toEqual(['loosening-asked']);
    expect(world.troubles).toContain('a loosening has not taken effect yet');
    world.chat.isAway = false;
    world.pass(2_000);
    await reconcile(next);
    expect(await stepsSince()).toEqual(['loosening-asked', 'behind']);
    expect(await othersNow()).toBe('second');
  });

  test('what was confirmed is not carried out once entries are known to be missing', async () => {
    const seq = await asked();
    await world.changes.idle();
    const { store, clock } = world;
    const trail = createTrail({ store, clock, onEntry: () => undefined });
    await trail.record(GUILD, () => ({
      step: 'loosening-confirmed',
      actor: personOf(otherAdmin),
      details: { asked: seq.seq },
    }));
    await trail.record(GUILD, () => ({
      step: 'behind',
      actor: 'pitboss',
      details: { shown: { seq: 40, head: '00000000' }, where: 'audit-channel' },
    }));
    await set({ currency: 'ZEC' });
    await expect(set(SELF)).rejects.toThrow(
      /entries of this server are missing.*Nothing was loosened/,
    );
    await reconcile();
    expect(await othersNow()).toBe('second');
    expect((await stepsSince()).slice(-3)).toEqual(['behind', 'set', 'refused']);
  });
});

test('the trail itself rules out a confirmation by its requester, and one that is early', async () => {
  const seq = await asked();
  const { store, clock } = world;
  const trail = createTrail({ store, clock, onEntry: () => undefined });
  for (const actor of [personOf(admin), 'pitboss'] as const) {
    const early = { step: 'loosening-confirmed' as const, actor, details: { asked: seq.seq } };
    await expect(trail.record(GUILD, () => early)).rejects.toThrow(/does not follow/);
    const details = { by: 'loosened' as const, changed: [] };
    const effect = { step: 'set' as const, actor, details };
    await expect(trail.record(GUILD, () => effect)).rejects.toThrow(/does not follow/);
  }
  expect(await stepsSince()).toEqual(['loosening-asked']);
});

test('nor does it take one that Pitboss asks for, or that hides which one it replaces', () => {
  const details = { changed: [], takesEffectAt: 2 };
  const step = { step: 'loosening-asked' as const, seq: 3, hash: 'a'.repeat(64), at: 1, details };
  const byAdmin = { ...step, actor: personOf(admin) };
  const first = afterStep(null, byAdmin);
  if (first === null || first === 'illegal') throw new Error('it does not wait');
  const replacing = { ...byAdmin, seq: 4, details: { ...details, replaces: 3 } };
  expect(afterStep(first, replacing)).toMatchObject({ seq: 4, replaces: 3 });
  expect(afterStep(first, { ...replacing, details })).toBe('illegal');
  expect(afterStep(null, replacing)).toBe('illegal');
  expect(afterStep(null, { ...step, actor: 'pitboss' })).toBe('illegal');
});

test('nor a withdrawal of another one, nor anything after an earlier version’s confirmation', () => {
  const details = { changed: [], takesEffectAt: 2 };
  const base = { hash: 'a'.repeat(64), at: 1, actor: personOf(admin) };
  const first = afterStep(null, { ...base, step: 'loosening-asked', seq: 3, details });
  if (first === null || first === 'illegal') throw new Error('it does not wait');
  const withdrawn = { ...base, step: 'loosening-withdrawn' as const, seq: 4 };
  expect(afterStep(first, { ...withdrawn, details: { asked: 3 } })).toBeNull();
  expect(afterStep(first, { ...withdrawn, details: { asked: 2 } })).toBe('illegal');
  const confirmed = { ...first, confirmed: { by: personOf(second), at: 1 } };
  expect(afterStep(confirmed, { ...withdrawn, details: { asked: 3 } })).toBe('illegal');
  const again = { ...base, step: 'loosening-asked' as const, seq: 4 };
  expect(afterStep(confirmed, { ...again, details: { ...details, replaces: 3 } })).toBe('illegal');
});
