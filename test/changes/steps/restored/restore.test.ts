import { beforeEach, describe, expect, test } from 'vitest';
import type { Changes } from '../../../../src/changes/changes.js';
import { parseEntry } from '../../../../src/domain/changes/entry.js';
import { ChannelRefused } from '../../../../src/domain/errors/channel-refused.js';
import { StoreUnavailable } from '../../../../src/domain/errors/store-errors.js';
import {
  AUDIT_CHANNEL,
  CHANNEL,
  createChangesHarness,
  EXPIRY_MS,
  NO_LOSS,
  GUILD,
  PEOPLE,
  type ChangesHarness,
  pressOn,
} from '../../fakes/changes-harness.js';

/**
 * A store that lost acknowledged writes, because an older copy was restored. What people saw and
 * what a process had read is checked against it; nothing is sent a second time.
 */

const { manager, second, admin, viewer } = PEOPLE;
type Asked = Awaited<ReturnType<ChangesHarness['askToMove']>>;

let world: ChangesHarness;
let asked: Asked;
let putBack: () => void;
/** Restores a store from before anything was requested. */
let emptied: () => void;

/** Requested; a copy is taken; then confirmed, sent and answered. */
beforeEach(async () => {
  world = createChangesHarness();
  emptied = world.store.copy();
  asked = await world.askToMove();
  await world.changes.idle();
  putBack = world.store.copy();
});

async function confirmIt(): Promise<void> {
  await pressOn(world.changes).confirm(world.click(asked.change, manager));
  await world.changes.idle();
  expect(world.workspace.sent).toHaveLength(1);
}

/** Every process ends, the copy is restored, and another process starts. */
function restart(): Changes {
  putBack();
  return world.start();
}

async function steps(): Promise<string[]> {
  const found: string[] = [];
  for await (const line of world.start().exportTrail(GUILD)) found.push(parseEntry(line).step);
  return found;
}

/** As a click carries it, with the card as it stands now. */
const clickOn = ({ change, messageId }: Asked, member = manager) => ({
  ...world.click(change, member),
  on: { channelId: CHANNEL, messageId },
  shown: world.chat.shown(messageId),
});

async function accept(changes: Changes, member = admin): Promise<void> {
  const found = (await changes.behind(GUILD)) ?? NO_LOSS;
  const reason = 'the disk was lost';
  await changes.acceptRestore({
    guildId: GUILD,
    member,
    reason,
    found,
    askedAt: world.chat.now(),
    seenAt: world.chat.now(),
  });
}

const MISSING = /entries of this server are missing/;

async function isStopped(changes: Changes): Promise<void> {
  await expect(pressOn(changes).confirm(clickOn(asked, second))).rejects.toThrow(MISSING);
  await expect(pressOn(changes).cancel(clickOn(asked, second))).rejects.toThrow(MISSING);
  await expect(changes.buttons.checkMarkChecked(clickOn(asked, second))).rejects.toThrow(MISSING);
  await expect(world.askToMove(manager, changes)).rejects.toThrow(MISSING);
  expect(world.workspace.sent).toHaveLength(1);
  expect((await steps()).filter((step) => step === 'behind')).toHaveLength(1);
  expect(world.behinds).toHaveLength(1);
}

describe('a restored store is found', () => {
  test('at the start, by the card that would be drawn again; it stays as it stands', async () => {
    await confirmIt();
    const before = world.chat.text(asked.messageId);
    const newest = world.chat.newest.bind(world.chat);
    world.chat.newest = async () => [];
    const next = restart();
    await next.recover();
    world.chat.newest = newest;
    expect(await next.behind(GUILD)).toMatchObject({ where: 'card', card: asked.change.id });
    expect(world.chat.text(asked.messageId)).toBe(before);
    expect(world.chat.text(asked.messageId)).toContain('Sent once; the pool answered');
    await isStopped(next);
    await next.idle();
    const told = world.chat.inChannel(AUDIT_CHANNEL).map((id) => world.chat.text(id));
    expect(told.join('\n')).toContain('found that audit entries are missing');
    expect(told.join('\n')).toContain('/changes accept-restore');
  });

  test('by the clicked card alone, where nothing else can be read', async () => {
    await confirmIt();
    const click = clickOn(asked, second);
    const next = restart();
    world.chat.isAway = true;
    await expect(pressOn(next).confirm(click)).rejects.toThrow(MISSING);
    expect(await next.behind(GUILD)).toMatchObject({ where: 'card' });
    expect(world.workspace.sent).toHaveLength(1);
  });

  test('by the form that a click would open, which looks at the clicked card alone', async () => {
    await confirmIt();
    const next = restart();
    await expect(next.buttons.checkConfirm(clickOn(asked, second))).rejects.toThrow(MISSING);
  });

  test.each(['confirm', 'cancel'] as const)(
    'by the card as it is now, when an older picture of it is clicked (%s)',
    async (what) => {
      const old = clickOn(asked, second);
      world.guilds.set(GUILD, { auditChannelId: undefined });
      await confirmIt();
      const next = restart();
      await expect(pressOn(next)[what](old)).rejects.toThrow(MISSING);
      expect(await next.behind(GUILD)).toMatchObject({ where: 'card' });
      expect(world.workspace.sent).toHaveLength(1);
    },
  );

  test('by the audit channel, when the card itself was never drawn again', async () => {
    const edit = world.chat.edit.bind(world.chat);
    world.chat.edit = async () => Promise.reject(new Error('not now'));
    await confirmIt();
    world.chat.edit = edit;
    expect(world.chat.buttons(asked.messageId)).toContain('Confirm');
    const next = restart();
    await expect(pressOn(next).confirm(clickOn(asked, second))).rejects.toThrow(MISSING);
    expect(await next.behind(GUILD)).toMatchObject({ where: 'audit-channel' });
    expect(world.workspace.sent).toHaveLength(1);
  });

  test('at the start by the audit channel, where something is open', async () => {
    const edit = world.chat.edit.bind(world.chat);
    world.chat.edit = async () => Promise.reject(new Error('not now'));
    await confirmIt();
    world.chat.edit = edit;
    const next = restart();
    await next.recover();
    expect(await next.behind(GUILD)).toMatchObject({ where: 'audit-channel' });
  });

  test('by the first post of a process, where nothing is open', async () => {
    putBack = emptied;
    await confirmIt();
    const next = restart();
    await world.ask(next, {
      kind: 'subaccount-move',
      input: { name: 'spare', site: { id: 'site-b', name: 'Site B' } },
      member: manager,
    });
    await next.idle();
    expect(await next.behind(GUILD)).toMatchObject({ where: 'audit-channel' });
  });

  test('by the memory of a living process, at its next look', async () => {
    await confirmIt();
    world.chat.isAway = true;
    putBack();
    expect(await world.changes.behind(GUILD)).toMatchObject({ where: 'process' });
    await expect(pressOn(world.changes).confirm(world.click(asked.change, second))).rejects.toThrow(
      MISSING,
    );
    expect(world.workspace.sent).toHaveLength(1);
    expect(world.behinds).toEqual([`${GUILD} process`]);
  });

  test('by that memory also when another process has written on the copy since', async () => {
    await confirmIt();
    world.guilds.set(GUILD, { auditChannelId: undefined });
    const other = restart();
    for (const attempt of ['one', 'two', 'three', 'four', 'five'])
      await other.turnedAway({ guildId: GUILD, member: viewer, attempt, why: 'not-allowed' });
    await world.changes.reconcile();
    expect(await world.changes.behind(GUILD)).toMatchObject({ where: 'process' });
    await expect(pressOn(other).confirm(world.click(asked.change, second))).rejects.toThrow(
      MISSING,
    );
    expect(await other.verifyTrail(GUILD)).toMatchObject({ broken: null });
  });

  test('although the store fails at the first try to enter it', async () => {
    await confirmIt();
    putBack();
    const append = world.store.append.bind(world.store);
    world.store.append = async () => Promise.reject(new Error('disk'));
    await expect(world.changes.find(GUILD, asked.change.id)).rejects.toThrow('disk');
    world.store.append = append;
    expect(await world.changes.behind(GUILD)).toMatchObject({ where: 'process' });
  });

  test('before the reconciler closes what it left open: no step that is not true', async () => {
    await confirmIt();
    const next = restart();
    world.pass(EXPIRY_MS);
    await next.reconcile();
    await next.idle();
    expect(await steps()).toEqual(['asked', 'behind']);
    expect((await next.find(GUILD, asked.change.id))?.state).toBe('pending');
  });

  test('by two processes at once, and entered once', async () => {
    await confirmIt();
    const [one, two] = [restart(), world.start()];
    await Promise.all([one.recover(), two.recover(), world.changes.reconcile()]);
    await Promise.all([one.idle(), two.idle(), world.changes.idle()]);
    expect((await steps()).filter((step) => step === 'behind')).toHaveLength(1);
    await expect(pressOn(two).confirm(clickOn(asked, second))).rejects.toThrow(MISSING);
    expect(world.workspace.sent).toHaveLength(1);
  });
});

describe('nothing is found', () => {
  test('of a trail that holds all that was shown', async () => {
    await confirmIt();
    const next = world.start();
    await next.recover();
    await next.idle();
    expect(await next.behind(GUILD)).toBeNull();
    expect(world.behinds).toEqual([]);
  });

  test('of the newest copy, put back after an older one in which people clicked', async () => {
    await confirmIt();
    const putBackNewest = world.store.copy();
    const older = restart();
    for (const member of [manager, second, admin, viewer, manager, second, admin, viewer])
      await pressOn(older)
        .confirm(clickOn(asked, member))
        .catch(() => undefined);
    await older.idle();
    await isStopped(older);
    await older.cardAgain(GUILD, asked.change, CHANNEL);
    expect((await steps()).length).toBeGreaterThan(8);
    putBackNewest();
    const newest = world.start();
    await newest.recover();
    await newest.idle();
    expect(await newest.behind(GUILD)).toBeNull();
    expect((await newest.find(GUILD, asked.change.id))?.state).toBe('reported');
  });

  test('where the bot may not look; then the click counts', async () => {
    const refuse = async (channelId: string) => {
      throw new ChannelRefused({ channelId, reason: 'forbidden' });
    };
    Object.assign(world.chat, { look: refuse, newest: refuse });
    const next = world.start();
    expect((await pressOn(next).confirm(clickOn(asked, second))).state).toBe('reported');
  });
});

test('a card that the bot may not read is not drawn over while it could be confirmed', async () => {
  await confirmIt();
  const before = world.chat.text(asked.messageId);
  expect(before).not.toContain('Waiting for confirmation');
  const refuse = async (channelId: string) => {
    throw new ChannelRefused({ channelId, reason: 'forbidden' });
  };
  Object.assign(world.chat, { look: refuse, newest: refuse });
  const next = restart();
  await next.recover();
  await next.idle();
  expect(world.chat.text(asked.messageId)).toBe(before);
  await isStopped(next);
});

describe('a look before a click', () => {
  /** The last audit post reveals a loss that the clicked card doesn't. */
  async function lost(): Promise<Changes> {
    const edit = world.chat.edit.bind(world.chat);
    world.chat.edit = async () => Promise.reject(new Error('not now'));
    await confirmIt();
    world.chat.edit = edit;
    return restart();
  }

  test('whose finding the store does not take refuses it', async () => {
    const next = await lost();
    const append = world.store.append.bind(world.store);
    world.store.append = async (stream, seq, entry) => {
      if (entry.includes('"step":"behind"')) throw new StoreUnavailable('away', 'no disk');
      return append(stream, seq, entry);
    };
    await expect(pressOn(next).confirm(clickOn(asked, second))).rejects.toThrow('no disk');
    expect(world.workspace.sent).toHaveLength(1);
    expect(await steps()).toEqual(['asked']);
  });

  test('that Discord cannot answer lets it count, and is logged', async () => {
    const next = world.start();
    world.chat.look = async () => Promise.reject(new Error('502'));
    expect((await pressOn(next).confirm(clickOn(asked, second))).state).toBe('reported');
    expect(world.troubles).toContain('what people were shown could not be read before a click');
  });
});

test('an audit channel that Discord can’t show confirms nothing, however often it was read before', async () => {
  const newest = world.chat.newest.bind(world.chat);
  const next = world.start();
  const fail = async () => Promise.reject(new Error('502'));
  world.chat.newest = fail;
  await expect(pressOn(next).confirm(clickOn(asked, second))).rejects.toThrow(
    /couldn’t show the audit channel.*nothing was confirmed or sent/,
  );
  expect(world.workspace.sent).toHaveLength(0);
  expect((await steps()).at(-1)).toBe('refused');
  world.chat.newest = newest;
  expect((await pressOn(next).confirm(clickOn(asked, second))).state).toBe('reported');
  world.chat.newest = fail;
  const input = { name: 'main', site: { id: 'site-a', name: 'Site A' } };
  const back = await world.ask(next, { kind: 'subaccount-move', input, member: manager });
  await expect(pressOn(next).confirm(world.click(back, second))).rejects.toThrow(
    'couldn’t show the audit channel',
  );
  expect(world.workspace.sent).toHaveLength(1);
  world.chat.newest = newest;
  expect((await pressOn(next).confirm(world.click(back, second))).state).toBe('reported');
});

test('a card that Discord cannot show keeps what is overdue from being closed until it can', async () => {
  const next = world.start();
  world.pass(EXPIRY_MS);
  world.chat.isAway = true;
  await next.reconcile();
  expect((await next.find(GUILD, asked.change.id))?.state).toBe('pending');
  world.chat.isAway = false;
  world.pass(2_000);
  await next.reconcile();
  expect((await next.find(GUILD, asked.change.id))?.state).toBe('expired');
});

test('a Discord that cannot tell is asked at growing gaps, once for each channel, and that is logged', async () => {
  await world.ask(world.changes, {
    kind: 'subaccount-move',
    input: { name: 'spare', site: { id: 'site-b', name: 'Site B' } },
    member: manager,
  });
  await world.changes.idle();
  const next = world.start();
  world.pass(EXPIRY_MS);
  let asks = 0;
  world.chat.newest = async () => {
    asks += 1;
    throw new Error('Discord is away');
  };
  await next.reconcile();
  await next.reconcile();
  expect(asks).toBe(1);
  for (let passed = 0; passed < 60; passed += 2) {
    world.pass(2_000);
    await next.reconcile();
  }
  expect(asks).toBeLessThan(20);
  expect(world.troubles).toContain(`a change of guild ${GUILD} could not be closed`);
});

test('what is left of a request that leaves while the copy is put back is held, and entered', async () => {
  const { client } = world.workspace;
  const move = client.updateSubaccount.bind(client);
  world.workspace.client.updateSubaccount = async (...args) => {
    const answer = await move(...args);
    putBack();
    return answer;
  };
  await expect(
    pressOn(world.changes).confirm(world.click(asked.change, manager)),
  ).rejects.toMatchObject({
    name: 'OutcomeNotPersisted',
  });
  expect(await world.changes.behind(GUILD)).toMatchObject({ where: 'process' });
  await accept(world.changes);
  await world.changes.reconcile();
  await world.changes.idle();
  expect((await world.changes.find(GUILD, asked.change.id))?.state).toBe('reported');
  expect(world.workspace.sent).toHaveLength(1);
});

test('a copy put back between the confirmation and the request: nothing is sent', async () => {
  const append = world.store.append.bind(world.store);
  world.store.append = async (stream, seq, entry) => {
    const done = await append(stream, seq, entry);
    if (entry.includes('"step":"confirmed"')) putBack();
    return done;
  };
  await expect(pressOn(world.changes).confirm(world.click(asked.change, manager))).rejects.toThrow(
    MISSING,
  );
  expect(world.workspace.sent).toEqual([]);
});

test('a second loss is found by a post below those of the first one, which are accepted', async () => {
  await confirmIt();
  const stop = { guildId: GUILD, reason: 'a stolen account' };
  await world.changes.freeze({ ...stop, member: manager });
  await world.changes.unfreeze({ ...stop, member: admin });
  await world.changes.idle();
  const first = restart();
  await first.recover();
  await accept(first);
  await first.idle();
  const putBackAgain = world.store.copy();
  await first.freeze({ ...stop, member: manager });
  await first.idle();
  putBackAgain();
  const next = world.start();
  await expect(pressOn(next).resolve(world.click(asked.change, second), 'done')).rejects.toThrow(
    MISSING,
  );
  expect(await next.behind(GUILD)).toMatchObject({ where: 'audit-channel' });
});

/** Another process reads an audit post about an entry that this store never had. */
async function foundElsewhere(): Promise<void> {
  const newest = world.chat.newest.bind(world.chat);
  const drawnAt = world.chat.now();
  world.chat.newest = async () => [{ footer: 'entry 99 · 0123abcd', drawnAt }];
  await world.start().recover();
  world.chat.newest = newest;
}

test('missing entries found between the confirmation and the request: not even `sent` is written', async () => {
  const append = world.store.append.bind(world.store);
  world.store.append = async (stream, seq, entry) => {
    const done = await append(stream, seq, entry);
    if (entry.includes('"step":"confirmed"')) await foundElsewhere();
    return done;
  };
  await expect(pressOn(world.changes).confirm(world.click(asked.change, manager))).rejects.toThrow(
    MISSING,
  );
  expect(world.workspace.sent).toEqual([]);
  expect(await steps()).not.toContain('sent');
  // It may have been sent in the entries that are missing.
  expect(await steps()).not.toContain('failed');
});

test('missing entries found while the pool answers: the answer is entered, and told with that', async () => {
  const { client } = world.workspace;
  const move = client.updateSubaccount.bind(client);
  client.updateSubaccount = async (...args) => {
    const answer = await move(...args);
    await foundElsewhere();
    return answer;
  };
  const confirmed = pressOn(world.changes).confirm(world.click(asked.change, manager));
  await expect(confirmed).rejects.toMatchObject({
    title: 'Sent once; entries are missing',
    message: expect.stringMatching(/the pool answered: status .*the card doesn’t show this/s),
  });
  expect(await steps()).toContain('reported');
  expect(world.workspace.sent).toHaveLength(1);
});

test('a copy put back between drift and what would take its place: nothing is asked', async () => {
  world.workspace.siteOf.set('main', 'site-c');
  const append = world.store.append.bind(world.store);
  world.store.append = async (stream, seq, entry) => {
    const done = await append(stream, seq, entry);
    if (entry.includes('"step":"drifted"')) emptied();
    return done;
  };
  const confirmed = pressOn(world.changes).confirm(world.click(asked.change, manager));
  await expect(confirmed).rejects.toThrow(/Your step was carried out/);
  expect(await steps()).toEqual(['behind']);
});

test('who would loosen a rule while entries are missing is entered, with what they wanted', async () => {
  world.guilds.set(GUILD, { approval: { payments: 'second', others: 'second' } });
  await pressOn(world.changes).confirm(world.click(asked.change, second));
  await world.changes.idle();
  const next = restart();
  await next.recover();
  const setter = { guildId: GUILD, member: admin, by: 'roles' as const };
  await expect(
    next.settings.set(setter, (now) => ({
      ...now,
      approval: { ...now.approval, payments: 'self' as const },
    })),
  ).rejects.toThrow(/Nothing was loosened/);
  await next.idle();
  const told = world.chat.inChannel(AUDIT_CHANNEL).map((id) => world.chat.text(id));
  expect(told.join('\n')).toContain(
    `<@${admin.userId}> couldn’t loosen \`payments second → self\`: entries are missing`,
  );
});

describe('accepted', () => {
  test('by an admin alone, who was shown what is missing', async () => {
    await confirmIt();
    const next = restart();
    await next.recover();
    for (const member of [viewer, manager])
      await expect(accept(next, member)).rejects.toThrow(/Only an admin/);
    const early = {
      guildId: GUILD,
      member: admin,
      reason: 'r',
      askedAt: world.chat.now(),
      seenAt: world.chat.now(),
    };
    const { seq, head } = (await next.behind(GUILD)) ?? NO_LOSS;
    const others = [NO_LOSS, { seq, head: '00000000' }, { seq: seq + 1, head }];
    for (const found of others)
      await expect(next.acceptRestore({ ...early, found })).rejects.toThrow(/nothing to accept/);
    await accept(next);
    expect(await next.behind(GUILD)).toBeNull();
    await expect(accept(next)).rejects.toThrow(/nothing to accept/);
    expect(await next.verifyTrail(GUILD)).toMatchObject({ broken: null });
  });

  test('by a form about that very loss, not about an earlier one of the same number', async () => {
    await confirmIt();
    const first = restart();
    await first.recover();
    const earlier = (await first.behind(GUILD)) ?? NO_LOSS;
    await accept(first);
    await first.freeze({ guildId: GUILD, member: manager, reason: 'a second loss' });
    await first.idle();
    const next = restart();
    await next.recover();
    const later = (await next.behind(GUILD)) ?? NO_LOSS;
    expect(later.seq).toBe(earlier.seq);
    const form = {
      guildId: GUILD,
      member: admin,
      reason: 'r',
      askedAt: world.chat.now(),
      seenAt: world.chat.now(),
    };
    await expect(next.acceptRestore({ ...form, found: earlier })).rejects.toThrow(
      /something else has been found since/,
    );
    await next.acceptRestore({ ...form, found: later });
    expect(await next.behind(GUILD)).toBeNull();
  });

  test('what was open is unknown, the lost card stays, another one tells', async () => {
    await confirmIt();
    const before = world.chat.text(asked.messageId);
    const next = restart();
    await next.recover();
    await accept(next);
    await next.idle();
    const change = await next.find(GUILD, asked.change.id);
    expect(change).toMatchObject({ state: 'unknown', failure: { why: 'restored' } });
    expect(world.chat.text(asked.messageId)).toBe(before);
    const card = world.chat.inChannel(CHANNEL).at(-1) ?? '';
    expect(card).not.toBe(asked.messageId);
    expect(world.chat.text(card)).toContain('Outcome unknown');
    expect(world.chat.text(card)).toContain('It may have been sent.');
    expect(world.chat.buttons(card)).toEqual(['Mark as checked…', 'Details']);

    await expect(pressOn(next).confirm(clickOn(asked, second))).rejects.toThrow(
      /^An older copy .* nobody knows .* Your click sent nothing\.$/,
    );
    await expect(world.askToMove(manager, next)).rejects.toThrow(/unknown outcome/);
    expect(world.workspace.sent).toHaveLength(1);
    const own = { change: asked.change, messageId: card };
    await pressOn(next).resolve(clickOn(own, second), 'it was done');
    world.workspace.siteOf.set('main', 'site-a');
    const again = await world.askToMove(manager, next);
    await pressOn(next).confirm(clickOn(again, second));
    expect(world.workspace.sent).toHaveLength(2);
    await next.idle();
    expect(world.behinds).toHaveLength(1);
  });

  test('a card that tells of nothing lost is drawn where it stands', async () => {
    const attempt = { guildId: GUILD, member: viewer, attempt: 'lost', why: 'not-allowed' };
    await world.changes.turnedAway(attempt);
    await world.changes.idle();
    const next = restart();
    await next.recover();
    expect(world.chat.buttons(asked.messageId)).toEqual(['Confirm', 'Cancel', 'Details']);
    await accept(next);
    await next.idle();
    expect(world.chat.text(asked.messageId)).toContain('Outcome unknown');
    expect(world.chat.inChannel(CHANNEL)).toEqual([asked.messageId]);
  });

  test('a click on a lost card whose change is gone is told so, and is no new loss', async () => {
    putBack = emptied;
    await confirmIt();
    const next = restart();
    await expect(pressOn(next).confirm(clickOn(asked, second))).rejects.toThrow(MISSING);
    await accept(next);
    for (const what of ['confirm', 'cancel'] as const)
      await expect(pressOn(next)[what](clickOn(asked, second))).rejects.toThrow(
        /belongs to entries that were lost/,
      );
    expect(await next.behind(GUILD)).toBeNull();
    expect(world.workspace.sent).toHaveLength(1);
  });

  test('a second loss, of what was shown since, is found again', async () => {
    await confirmIt();
    let next = restart();
    await next.recover();
    await accept(next);
    await next.idle();
    const again = world.store.copy();
    const card = world.chat.inChannel(CHANNEL).at(-1) ?? '';
    await pressOn(next).resolve(clickOn({ change: asked.change, messageId: card }, second), 'done');
    await next.idle();
    again();
    next = world.start();
    await expect(
      next.buttons.checkMarkChecked(clickOn({ change: asked.change, messageId: card }, second)),
    ).rejects.toThrow(MISSING);
    expect(world.behinds).toHaveLength(2);
  });

  test('a process that remembers the lost entries takes it for the known loss', async () => {
    await confirmIt();
    const next = restart();
    await next.recover();
    await accept(next);
    await next.idle();
    expect(await world.changes.behind(GUILD)).toBeNull();
    expect((await world.changes.find(GUILD, asked.change.id))?.state).toBe('unknown');
    expect((await steps()).filter((step) => step === 'behind')).toHaveLength(1);
  });

  test('the audit channel is told of what follows, and of nothing twice', async () => {
    await confirmIt();
    const next = restart();
    await next.recover();
    await accept(next);
    await next.idle();
    const told = world.chat
      .inChannel(AUDIT_CHANNEL)
      .map((id) => world.chat.text(id))
      .join('\n');
    expect(told.split(' requested ')).toHaveLength(2);
    expect(told.split('accepted that audit entries are missing')).toHaveLength(2);
  });
});

test('posts that a restored store does not know of are not made again', async () => {
  const posted = world.store.namespace<number>('audit-posted');
  await world.changes.freeze({ guildId: GUILD, member: manager, reason: 'r' });
  await world.changes.idle();
  await posted.set(GUILD, 0);
  const post = world.chat.post.bind(world.chat);
  world.chat.post = (channelId, reply) => post(channelId, reply);
  const next = world.start();
  await next.unfreeze({ guildId: GUILD, member: admin, reason: 'r' });
  await next.idle();
  const told = world.chat.inChannel(AUDIT_CHANNEL).map((id) => world.chat.text(id));
  expect(told.join('\n').split(' requested ')).toHaveLength(2);
  expect(told.join('\n').split('unfroze changes')).toHaveLength(2);
});

test('a card of a server whose trail is behind has no buttons, and says why', async () => {
  await confirmIt();
  const next = restart();
  await next.recover();
  const change = await next.find(GUILD, asked.change.id);
  if (change === null) throw new Error('no change');
  const reply = await next.card(GUILD, change);
  expect(reply.components).toEqual([]);
  expect(reply.embeds?.[0]?.description).toContain('Audit entries of this server are missing');
});
